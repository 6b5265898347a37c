import { cutField, inputErrors } from '@kyc/contract/input-errors.ts'
import type { z } from 'zod'
import { Problem } from '../../problem.ts'

/** Parses `value` with `schema`. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (!result.success) throw inputProblem(result.error)
  return result.data
}

/** Converts the issues of zod, with the messages of the contract. */
export function inputProblem(error: z.ZodError): Problem {
  const errors = inputErrors(error)
  const field = errors.find((each) => each.field !== '')?.field
  return new Problem('INVALID_INPUT', { errors, ...(field === undefined ? {} : { field }) })
}

/** Reads the query parameters that `schema` declares; others are ignored. */
export function readQuery(url: string, schema: z.ZodObject): Record<string, string> {
  const start = url.indexOf('?')
  if (start === -1 || start === url.length - 1) return {}
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(url.slice(start + 1))) {
    if (!Object.hasOwn(schema.shape, name)) continue
    if (Object.hasOwn(values, name)) throw fieldProblem(name, '同じ条件が複数指定されています。')
    values[name] = value
  }
  return values
}

/** A query parameter before it is parsed; undefined if it is empty. */
export function sentParameter(url: string, name: string): string | undefined {
  return new URLSearchParams(/\?(.*)$/s.exec(url)?.[1]).get(name) || undefined
}

/** A problem of one field that no schema can report, such as a repeated part of a form. */
export function fieldProblem(field: string, message: string): Problem {
  const cut = cutField(field)
  return new Problem('INVALID_INPUT', { field: cut, errors: [{ field: cut, message }] })
}

import type { FieldError } from '@kyc/contract/problems.ts'
import type { z } from 'zod'
import { Problem } from '../../problem.ts'

/** Enough for any form; a flood of invalid fields is not reported in full. */
const maximumErrors = 50
const maximumFieldChars = 100

/** Parses `value` with `schema`. */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (!result.success) throw inputProblem(result.error)
  return result.data
}

/** Converts the issues of zod, with the messages of the contract. */
export function inputProblem(error: z.ZodError): Problem {
  const errors = error.issues.flatMap(describe).slice(0, maximumErrors)
  const field = errors.find((each) => each.field !== '')?.field
  return new Problem('INVALID_INPUT', { errors, ...(field === undefined ? {} : { field }) })
}

/** Reads the query parameters that `schema` declares; others are ignored (D19). */
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

/** A problem of one field that no schema can report, such as a repeated part of a form. */
export function fieldProblem(field: string, message: string): Problem {
  return new Problem('INVALID_INPUT', { field: cut(field), errors: [{ field: cut(field), message }] })
}

function describe(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: cut([...path, key].join('.')), message: '不明な項目です。' }))
  }
  return [{ field: cut(path.join('.')), message: inJapanese(issue.message) }]
}

/** Replaces the English default messages of zod, for which the contract has no text. */
function inJapanese(message: string): string {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(message) ? message : '入力内容を確認してください。'
}

function cut(field: string): string {
  return field.slice(0, maximumFieldChars).toWellFormed()
}

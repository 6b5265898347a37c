import type { FieldError } from '@kyc/contract/problems.ts'
import type { z } from 'zod'
import { Problem } from '../../problem.ts'

/** Enough to mend any form; a flood of wrong fields is not repeated in full. */
const maximumErrors = 50
const maximumFieldChars = 100

/**
 * The parsed value.
 * @throws Problem INVALID_INPUT that names the first field and lists the others (D49)
 */
export function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (!result.success) throw inputProblem(result.error)
  return result.data
}

/** The faults that zod found, in the words of the contract. */
export function inputProblem(error: z.ZodError): Problem {
  const errors = error.issues.flatMap(describe).slice(0, maximumErrors)
  const field = errors.find((each) => each.field !== '')?.field
  return new Problem('INVALID_INPUT', { errors, ...(field === undefined ? {} : { field }) })
}

/** A fault of one field that no schema tells of, such as a part of a form that came twice. */
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

/** Where the contract has no words of its own, zod speaks English: nothing for the people who read this. */
function inJapanese(message: string): string {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(message) ? message : '入力内容を確認してください。'
}

function cut(field: string): string {
  return field.slice(0, maximumFieldChars).toWellFormed()
}

import type { z } from 'zod'
import type { FieldError } from './problem-body.ts'

/** Enough for any form; a flood of invalid fields is not reported in full. */
const maximumErrors = 50
const maximumFieldChars = 100

/** The errors that zod found, by field, with the messages of the contract: the same in a form and in a reply. */
export function inputErrors(error: z.ZodError): FieldError[] {
  return error.issues.flatMap(describe).slice(0, maximumErrors)
}

/** The name of a field, cut so that it can be returned: the caller chooses the names of unknown fields. */
export function cutField(field: string): string {
  return field.slice(0, maximumFieldChars).toWellFormed()
}

function describe(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: cutField([...path, key].join('.')),
      message: '不明な項目です。',
    }))
  }
  return [{ field: cutField(path.join('.')), message: inJapanese(issue.message) }]
}

/** Replaces the English default messages of zod, for which the contract has no text. */
function inJapanese(message: string): string {
  return /[\u3040-\u30ff\u4e00-\u9fff]/.test(message) ? message : '入力内容を確認してください。'
}

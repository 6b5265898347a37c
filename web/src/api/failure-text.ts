import type { FieldError } from '@kyc/contract/problem-body.ts'
import { ApiError } from './api-error.ts'

/** The Japanese message of a failed call. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '処理に失敗しました。もう一度お試しください。'
  const messages = error.errors.map(({ message }) => message)
  return messages.length > 0 ? messages.join('\n') : error.title
}

/** The message and, for a 5xx, the request id; for places that do not show the id separately. */
export function failureText(error: unknown): string {
  const text = messageOf(error)
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null
  return requestId ? `${text}（お問い合わせ番号：${requestId}）` : text
}

/** The errors of a failed call that name a field; empty if it names none. */
export function fieldFailures(error: unknown): readonly FieldError[] {
  if (!(error instanceof ApiError)) return []
  const { errors, field, title } = error
  const isListed = field === null || errors.some((each) => each.field === field)
  return isListed ? errors : [...errors, { field, message: title }]
}

/** The messages of a failed call by field; empty if it names no field. */
export function fieldErrors(error: unknown): Record<string, string> {
  return Object.fromEntries(fieldFailures(error).map(({ field, message }) => [field, message]))
}

import { ApiError } from './api-error.ts'

/** What a failed call says to its caller. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return '処理に失敗しました。もう一度お試しください。'
  const messages = error.errors.map(({ message }) => message)
  return messages.length > 0 ? messages.join('\n') : error.title
}

/** The same with the number that the log knows it by, where there is no other place for that. */
export function failureText(error: unknown): string {
  const text = messageOf(error)
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null
  return requestId ? `${text}（お問い合わせ番号：${requestId}）` : text
}

/** The messages of a failed call by field, for forms; empty where none names a field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const named = Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
  return error.field && !(error.field in named) ? { ...named, [error.field]: error.title } : named
}

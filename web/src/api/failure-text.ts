import { ApiError } from './api-error.ts'

/** What a failed call says to its caller, with the number that the log knows it by. */
export function failureText(error: unknown): string {
  if (!(error instanceof ApiError)) return '処理に失敗しました。もう一度お試しください。'
  const messages = error.errors.map(({ message }) => message)
  const text = messages.length > 0 ? messages.join('\n') : error.title
  return error.requestId && error.status >= 500 ? `${text}（お問い合わせ番号：${error.requestId}）` : text
}

/** The messages of a failed call by field, for forms; empty where none names a field. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  const named = Object.fromEntries(error.errors.map(({ field, message }) => [field, message]))
  return error.field && !(error.field in named) ? { ...named, [error.field]: error.title } : named
}

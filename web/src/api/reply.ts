import { limits } from '@kyc/contract/limits.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import { ApiError } from './api-error.ts'
import type { WireReply } from './wire.ts'

/** The parsed body; undefined if it is empty or not JSON. */
export async function jsonOf(reply: WireReply): Promise<unknown> {
  const text = await reply.body.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined // not JSON, such as the error page of a proxy
  }
}

/** The problem in the reply (D49), or a generic error if the reply is not from our server. */
export async function errorOf(reply: WireReply): Promise<ApiError> {
  const problem = fieldsOf(await jsonOf(reply))
  const title =
    typeof problem.title === 'string' ? problem.title : '処理に失敗しました。もう一度お試しください。'
  return new ApiError({
    code: typeof problem.code === 'string' ? problem.code : `HTTP_${reply.status}`,
    title,
    status: reply.status,
    field: typeof problem.field === 'string' ? problem.field : null,
    errors: Array.isArray(problem.errors) ? problem.errors.filter(isFieldError) : [],
    requestId: typeof problem.requestId === 'string' ? problem.requestId : reply.header('X-Request-Id'),
    fromServer: typeof problem.title === 'string' && typeof problem.code === 'string',
    retryAfter: reply.status === 429 || reply.status === 503 ? retryAfter(reply) : null,
  })
}

/** The CSRF token in a reply body, if any. */
export function csrfTokenOf(body: unknown): string | null {
  const { csrfToken } = fieldsOf(body)
  return typeof csrfToken === 'string' ? csrfToken : null
}

/** The access token of POST /auth/refresh. */
export function accessTokenOf(body: unknown): string | null {
  const { accessToken } = fieldsOf(body)
  return typeof accessToken === 'string' ? accessToken : null
}

/** The cursor of the next page from the Link header (RFC 8288, D19), or null on the last one. */
export function nextCursor(link: string | null): string | null {
  for (const part of link?.split(/,\s*(?=<)/) ?? []) {
    const match = /^<([^>]*)>(.*)$/.exec(part.trim())
    if (!match || !/;\s*rel="?next"?(?:;|\s|$)/.test(match[2] ?? '')) continue
    return new URL(match[1] ?? '', 'https://site.invalid').searchParams.get('cursor')
  }
  return null
}

/** The file name of a Content-Disposition header; the extended form wins (RFC 6266). */
export function filenameOf(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1]
  if (extended) {
    try {
      return decodeURIComponent(extended.trim())
    } catch {
      // decodeURIComponent throws on broken escapes; fall back to the plain form
    }
  }
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;\s]+)/i.exec(disposition ?? '')
  return plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? null
}

/** spec §8: seconds; 60 if the header is missing or is a date. */
function retryAfter(reply: WireReply): number {
  const header = reply.header('Retry-After')
  return header && /^\d+$/.test(header.trim()) ? Number(header) : limits.defaultRetryAfterSeconds
}

function isFieldError(value: unknown): value is FieldError {
  const { field, message } = fieldsOf(value)
  return typeof field === 'string' && typeof message === 'string'
}

function fieldsOf(value: unknown): Record<string, unknown> {
  // Every object is a record of unknown values.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

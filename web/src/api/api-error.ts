import { inputErrors } from '@kyc/contract/input-errors.ts'
import type { FieldError } from '@kyc/contract/problem-body.ts'
import type { z } from 'zod'

export interface ApiErrorDetails {
  readonly code: string
  readonly title: string
  readonly status?: number
  readonly field?: string | null
  readonly errors?: readonly FieldError[]
  readonly requestId?: string | null
  /** Seconds; of a 429 or 503 only. */
  readonly retryAfter?: number | null
  /** Whether `title` is the server's own message. */
  readonly fromServer?: boolean
  /** English message for logs; defaults to `title`. */
  readonly message?: string
}

/** A failed call. `status` is 0 without a reply; `title` is Japanese and may be shown. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: string
  readonly title: string
  readonly status: number
  readonly field: string | null
  readonly errors: readonly FieldError[]
  readonly requestId: string | null
  readonly retryAfter: number | null
  /** False without a reply, or if the reply is from a proxy; pages then show their own text. */
  readonly fromServer: boolean

  constructor(details: ApiErrorDetails, options?: ErrorOptions) {
    super(details.message ?? details.title, options)
    this.code = details.code
    this.title = details.title
    this.status = details.status ?? 0
    this.field = details.field ?? null
    this.errors = details.errors ?? []
    this.requestId = details.requestId ?? null
    this.retryAfter = details.retryAfter ?? null
    this.fromServer = details.fromServer ?? false
  }

  /** spec §8: a 429 must not be retried at once. */
  get rateLimited(): boolean {
    return this.status === 429
  }
}

/** The refusal that the server would send for this input. */
export function refusedInput(error: z.ZodError): ApiError {
  return new ApiError({
    code: 'INVALID_INPUT',
    title: '入力内容を確認してください。',
    status: 400,
    errors: inputErrors(error),
  })
}

/** spec §5; the browser decides what is a secure context. */
export function insecureConnection(): ApiError {
  return new ApiError({
    code: 'INSECURE_CONNECTION',
    title: '安全な接続（HTTPS）で開いてください。',
    message: 'HTTPS required for secure operations',
  })
}

export function networkFailure(cause: unknown): ApiError {
  return new ApiError(
    { code: 'NETWORK', title: 'サーバーに接続できませんでした。接続を確認して、もう一度お試しください。' },
    { cause },
  )
}

export function timedOut(): ApiError {
  return new ApiError({
    code: 'TIMEOUT',
    title: 'サーバーからの応答がありませんでした。しばらくしてから、もう一度お試しください。',
  })
}

/** spec §8: 'Already refreshing' ends the session in the browser. */
export function alreadyRefreshing(): ApiError {
  return new ApiError({
    code: 'ALREADY_REFRESHING',
    title: 'ログインの有効期限が切れました。もう一度ログインしてください。',
    status: 401,
    message: 'Already refreshing',
  })
}

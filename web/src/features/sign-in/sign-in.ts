import type { SignedIn } from '@kyc/contract/accounts.ts'
import { ApiError } from '../../api/api-error.ts'
import { fetchUser } from '../../session/fetch-user.ts'

/** A failed sign-in. Both texts are Japanese and may be shown; the title is the message. */
export class SignInRefused extends Error {
  override readonly name: string = 'SignInRefused'
  /** The cause or the request id; may be empty. */
  readonly detail: string

  constructor(title: string, detail = '') {
    super(title)
    this.detail = detail
  }
}

/** The sign-in succeeded, but the browser did not send the cookie back (D27). */
export class CookieMissing extends SignInRefused {
  override readonly name = 'CookieMissing'

  constructor() {
    super(
      'ブラウザがCookieを返しませんでした',
      'ログイン情報を保存できないため、先へ進めません。ブラウザのCookieの設定を確認してください。手元のパソコンでお試しの場合は、Chrome か Firefox を使うか、SECURE_COOKIES=off を付けてサーバーを起動してください。',
    )
  }
}

/**
 * The account, or the second factors of which one completes the sign-in. Fetches the account to check that the
 * browser has stored the session cookie. Throws SignInRefused.
 */
export async function completeSignIn(
  reply: Promise<SignedIn>,
): Promise<Pick<SignedIn, 'user' | 'secondFactor'>> {
  try {
    const { user, secondFactor } = await reply
    if (!user) return { user, secondFactor }
    const stored = await fetchUser()
    if (stored) return { user: stored, secondFactor }
  } catch (error) {
    throw refusalOf(error)
  }
  throw new CookieMissing()
}

export function refusalOf(error: unknown): SignInRefused {
  // Without the cookie every CSRF token is invalid, including the new one of the retry.
  if (error instanceof ApiError && error.code === 'CSRF_INVALID') return new CookieMissing()
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null
  const number = requestId ? `お問い合わせ番号：${requestId}` : ''
  if (error instanceof ApiError && error.fromServer)
    return new SignInRefused(error.errors[0]?.message ?? error.title, number)
  // spec §8; without a reply, the client error is the detail.
  const cause = error instanceof ApiError && error.status === 0 ? error.title : number
  return new SignInRefused('ログインに失敗しました', cause)
}

/** The title of a failure whose text is `refusedDetail`. */
export function refusedTitle(failure: Error | null): string | undefined {
  return failure instanceof SignInRefused ? failure.message : undefined
}

export function refusedDetail(failure: Error): string {
  return failure instanceof SignInRefused ? failure.detail : failure.message
}

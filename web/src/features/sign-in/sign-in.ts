import { login, type SecondFactor, type SignedIn, type User } from '@kyc/contract/accounts.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fetchUser } from '../../session/fetch-user.ts'

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: User }
  /** The first factor was right; one of these completes the sign-in (D31). */
  | { readonly kind: 'second-factor'; readonly methods: readonly SecondFactor[] }
  | {
      readonly kind: 'refused'
      readonly message: string
      /** What happened on the way, where the server said nothing. */
      readonly detail?: string
      readonly requestId: string | null
    }
  /** The server agreed, but the browser did not send the cookie back (D27). */
  | { readonly kind: 'no-cookie' }

/** Signs in by e-mail and password, and makes sure that the browser keeps the session. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  try {
    return await outcomeOf(await call(login, { body: { email, password } }))
  } catch (error) {
    return refusalOf(error)
  }
}

/** What the answer of any sign-in means for the page. */
export async function outcomeOf(reply: SignedIn): Promise<SignInOutcome> {
  if (!reply.user) return { kind: 'second-factor', methods: reply.secondFactor }
  const user = await fetchUser()
  return user ? { kind: 'signed-in', user } : { kind: 'no-cookie' }
}

export function refusalOf(error: unknown): SignInOutcome {
  // Without its cookie no CSRF token is ever right, not even the fresh one of the second try.
  if (error instanceof ApiError && error.code === 'CSRF_INVALID') return { kind: 'no-cookie' }
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null
  if (error instanceof ApiError && error.fromServer) {
    return { kind: 'refused', message: error.errors[0]?.message ?? error.title, requestId }
  }
  // spec §8; without any answer the client adds the reason.
  const detail = error instanceof ApiError && error.status === 0 ? { detail: error.title } : {}
  return { kind: 'refused', message: 'ログインに失敗しました', ...detail, requestId }
}

/** All of a refusal in one text, for where there is one line. */
export function refusalText({
  message,
  detail,
  requestId,
}: Extract<SignInOutcome, { kind: 'refused' }>): string {
  const told = detail ? `${message}。${detail}` : message
  return requestId ? `${told}（お問い合わせ番号：${requestId}）` : told
}

import { login, type SecondFactor, type SignedIn, type User } from '@kyc/contract/accounts.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fetchUser } from '../../session/fetch-user.ts'

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: User }
  /** The first factor was accepted; one of these completes the sign-in (D31). */
  | { readonly kind: 'second-factor'; readonly methods: readonly SecondFactor[] }
  | {
      readonly kind: 'refused'
      readonly message: string
      /** The cause if the server did not reply. */
      readonly detail?: string
      readonly requestId: string | null
    }
  /** The sign-in succeeded, but the browser did not send the cookie back (D27). */
  | { readonly kind: 'no-cookie' }

/** Signs in by e-mail and password, and checks that the browser has stored the session cookie. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  try {
    return await outcomeOf(await call(login, { body: { email, password } }))
  } catch (error) {
    return refusalOf(error)
  }
}

/** The outcome of a sign-in reply. Fetches the account to check the session cookie. */
export async function outcomeOf(reply: SignedIn): Promise<SignInOutcome> {
  if (!reply.user) return { kind: 'second-factor', methods: reply.secondFactor }
  const user = await fetchUser()
  return user ? { kind: 'signed-in', user } : { kind: 'no-cookie' }
}

export function refusalOf(error: unknown): SignInOutcome {
  // Without the cookie every CSRF token is invalid, including the new one of the retry.
  if (error instanceof ApiError && error.code === 'CSRF_INVALID') return { kind: 'no-cookie' }
  const requestId = error instanceof ApiError && error.status >= 500 ? error.requestId : null
  if (error instanceof ApiError && error.fromServer) {
    return { kind: 'refused', message: error.errors[0]?.message ?? error.title, requestId }
  }
  // spec §8; without a reply, the client error is the detail.
  const detail = error instanceof ApiError && error.status === 0 ? { detail: error.title } : {}
  return { kind: 'refused', message: 'ログインに失敗しました', ...detail, requestId }
}

/** Message, detail and request id of a refusal in one text. */
export function refusalText({
  message,
  detail,
  requestId,
}: Extract<SignInOutcome, { kind: 'refused' }>): string {
  const text = detail ? `${message}。${detail}` : message
  return requestId ? `${text}（お問い合わせ番号：${requestId}）` : text
}

import { login, type User } from '@kyc/contract/accounts.ts'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { fetchUser } from '../../session/fetch-user.ts'

export type SignInOutcome =
  | { readonly kind: 'signed-in'; readonly user: User }
  | { readonly kind: 'refused'; readonly message: string; readonly requestId: string | null }
  /** The server agreed, but the browser did not send the cookie back (D27). */
  | { readonly kind: 'no-cookie' }

/** Signs in by e-mail and password, and makes sure that the browser keeps the session. */
export async function signIn(email: string, password: string): Promise<SignInOutcome> {
  try {
    const { user } = await call(login, { body: { email, password } })
    return (await fetchUser()) ? { kind: 'signed-in', user } : { kind: 'no-cookie' }
  } catch (error) {
    // Without its cookie no CSRF token is ever right, not even the fresh one of the second try.
    if (error instanceof ApiError && error.code === 'CSRF_INVALID') return { kind: 'no-cookie' }
    if (error instanceof ApiError) {
      const message = error.errors[0]?.message ?? error.title
      return { kind: 'refused', message, requestId: error.status >= 500 ? error.requestId : null }
    }
    return { kind: 'refused', message: 'ログインに失敗しました', requestId: null }
  }
}

import type { SecondFactor, User } from '@kyc/contract/accounts.ts'
import type { KycSession } from '@kyc/contract/kyc.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { setProviderTokenSource } from '../../../api/call.ts'
import { useAuth } from '../../../session/use-session.ts'
import type { Provider, ProviderSignIn } from '../../sign-in/provider/provider.ts'
import { useProvider } from '../../sign-in/provider/use-provider.ts'
import { exchangeToken, linkAccount, notConfigured } from './kyc-sign-in.ts'

export type SignInPhase =
  | { readonly kind: 'form' }
  | {
      readonly kind: 'second-factor'
      readonly methods: readonly SecondFactor[]
      readonly complete: (user: User) => void
    }
  /** The account must enrol a second factor first (D31). */
  | { readonly kind: 'enrol' }
  | { readonly kind: 'not-configured' }

export interface KycSignIn {
  readonly phase: SignInPhase
  readonly restart: () => void
  readonly signIn: (
    authenticate: (provider: Provider) => Promise<ProviderSignIn>,
    success: string,
  ) => Promise<void>
  readonly sendReset: (email: string) => Promise<void>
}

/** Signs in at the provider, then on the server, and links the account (spec §4, §7). */
export function useKycSignIn(
  session: KycSession,
  onSignedIn: (success: string, idToken: string) => void,
): KycSignIn {
  const auth = useAuth()
  const { openedProvider, unavailable } = usePageProvider()
  const [phase, setPhase] = useState<SignInPhase>({ kind: 'form' })
  // A popup may complete during another sign-in or after unmount; only the first sign-in is used.
  const claimed = useRef(false)
  useEffect(() => {
    claimed.current = false
    return () => {
      claimed.current = true
    }
  }, [])

  const finish = async (user: User, account: ProviderSignIn, success: string) => {
    auth.signedIn(user)
    // Sets it again: `signedIn` clears it if another account was signed in, and with a second factor it is not set yet.
    setProviderTokenSource(account.currentToken)
    if (user.secondFactorMissing) return setPhase({ kind: 'enrol' })
    await linkAccount(session, account)
    onSignedIn(success, account.idToken)
  }
  const signIn: KycSignIn['signIn'] = async (authenticate, success) => {
    const account = await authenticate(await openedProvider())
    if (claimed.current) return
    claimed.current = true
    const { user, secondFactor } = await exchangeToken(account).catch((error) => {
      claimed.current = false
      throw error
    })
    if (user) return finish(user, account, success)
    const complete = (next: User) => void finish(next, account, success)
    setPhase({ kind: 'second-factor', methods: secondFactor, complete })
  }
  const sendReset = async (email: string) => (await openedProvider()).sendPasswordReset(email)
  const restart = () => {
    claimed.current = false
    setPhase({ kind: 'form' })
  }
  return { phase: unavailable ? { kind: 'not-configured' } : phase, restart, signIn, sendReset }
}

/** Opens the provider when the page opens: browsers block a popup that does not immediately follow the click. */
function usePageProvider() {
  const open = useProvider()
  const [unavailable, setUnavailable] = useState(false)
  const openedProvider = useCallback(async () => {
    try {
      return await open()
    } catch (error) {
      if (notConfigured(error)) setUnavailable(true)
      throw error
    }
  }, [open])
  useEffect(() => {
    // Errors are shown by the next sign-in.
    openedProvider().catch(() => undefined)
  }, [openedProvider])
  return { openedProvider, unavailable }
}

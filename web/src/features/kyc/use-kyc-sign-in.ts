import type { SecondFactor, User } from '@kyc/contract/accounts.ts'
import type { KycSession } from '@kyc/contract/kyc.ts'
import { getConfig } from '@kyc/contract/system.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, setProviderTokenSource } from '../../api/call.ts'
import { useAuth } from '../../session/use-session.ts'
import { openProvider, type Provider, type ProviderSignIn } from '../sign-in/provider/provider.ts'
import { exchangeToken, linkAccount, notConfigured, refusalMessage, signInMessage } from './kyc-sign-in.ts'

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
  /** Resolves to an error message, or null on success. */
  readonly signIn: (
    authenticate: (provider: Provider) => Promise<ProviderSignIn>,
    success: string,
  ) => Promise<string | null>
  readonly sendReset: (email: string) => Promise<string | null>
}

/** Signs in at the provider, then on the server, and links the account (spec §4, §7). */
export function useKycSignIn(
  session: KycSession,
  onSignedIn: (success: string, idToken: string) => void,
): KycSignIn {
  const auth = useAuth()
  const { openedProvider, unavailable } = useProvider()
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
    // Repeated here: replacing a signed-in account drops the token, and a second factor has not sent it yet.
    setProviderTokenSource(account.currentToken)
    if (user.secondFactorMissing) return setPhase({ kind: 'enrol' })
    await linkAccount(session, account)
    onSignedIn(success, account.idToken)
  }
  const proceed = async (account: ProviderSignIn, success: string): Promise<string | null> => {
    const outcome = await exchangeToken(account)
    if (outcome.kind === 'signed-in') await finish(outcome.user, account, success)
    else if (outcome.kind === 'second-factor') {
      const complete = (user: User) => void finish(user, account, success)
      setPhase({ kind: 'second-factor', methods: outcome.methods, complete })
    } else {
      claimed.current = false
      return refusalMessage(outcome)
    }
    return null
  }
  const signIn: KycSignIn['signIn'] = async (authenticate, success) => {
    try {
      const account = await authenticate(await openedProvider())
      if (claimed.current) return null
      claimed.current = true
      return await proceed(account, success)
    } catch (error) {
      return signInMessage(error)
    }
  }
  const sendReset = async (email: string) => {
    try {
      await (await openedProvider()).sendPasswordReset(email)
      return null
    } catch (error) {
      return signInMessage(error)
    }
  }
  const restart = () => {
    claimed.current = false
    setPhase({ kind: 'form' })
  }
  return { phase: unavailable ? { kind: 'not-configured' } : phase, restart, signIn, sendReset }
}

/** Opens the provider with the page: browsers block a popup that does not immediately follow the click. */
function useProvider() {
  const provider = useRef<Promise<Provider> | null>(null)
  const [unavailable, setUnavailable] = useState(false)
  const openedProvider = useCallback(async () => {
    provider.current ??= call(getConfig).then(openProvider)
    try {
      return await provider.current
    } catch (error) {
      // The next attempt opens it again.
      provider.current = null
      if (notConfigured(error)) setUnavailable(true)
      throw error
    }
  }, [])
  useEffect(() => {
    // Errors are shown by the next sign-in.
    openedProvider().catch(() => undefined)
  }, [openedProvider])
  return { openedProvider, unavailable }
}

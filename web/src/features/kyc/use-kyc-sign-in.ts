import type { SecondFactor, User } from '@kyc/contract/accounts.ts'
import type { KycSession } from '@kyc/contract/kyc.ts'
import { getConfig } from '@kyc/contract/system.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call, setProviderTokenSource } from '../../api/call.ts'
import { useAuth } from '../../session/use-session.ts'
import { openProvider, type Provider, type ProviderSignIn } from '../sign-in/provider/provider.ts'
import { enter, linkAccount, notConfigured, refusalMessage, signInMessage } from './kyc-sign-in.ts'

export type SignInPhase =
  | { readonly kind: 'form' }
  | {
      readonly kind: 'second-factor'
      readonly methods: readonly SecondFactor[]
      readonly complete: (user: User) => void
    }
  /** Who must have a second factor and has none can do nothing before they set one up (D31). */
  | { readonly kind: 'enrol' }
  | { readonly kind: 'not-configured' }

export interface KycSignIn {
  readonly phase: SignInPhase
  readonly restart: () => void
  /** Resolves with what to tell the person, or null when there is nothing to tell. */
  readonly signIn: (
    ask: (provider: Provider) => Promise<ProviderSignIn>,
    success: string,
  ) => Promise<string | null>
  readonly sendReset: (email: string) => Promise<string | null>
}

/** Signs in at the provider, then here, then for the partner (spec §4, §7). */
export function useKycSignIn(
  session: KycSession,
  onSignedIn: (success: string, idToken: string) => void,
): KycSignIn {
  const auth = useAuth()
  const { opened, unavailable } = useProvider()
  const [phase, setPhase] = useState<SignInPhase>({ kind: 'form' })
  // A popup may still be open while the form signs in, or when the page is gone: the first one counts, here.
  const taken = useRef(false)
  useEffect(() => {
    taken.current = false
    return () => {
      taken.current = true
    }
  }, [])

  const finish = async (user: User, account: ProviderSignIn, success: string) => {
    auth.signedIn(user)
    // Also here: replacing a signed-in account drops the token, and a second factor has sent none so far.
    setProviderTokenSource(account.currentToken)
    if (user.secondFactorMissing) return setPhase({ kind: 'enrol' })
    await linkAccount(session, account)
    onSignedIn(success, account.idToken)
  }
  const proceed = async (account: ProviderSignIn, success: string): Promise<string | null> => {
    const outcome = await enter(account)
    if (outcome.kind === 'signed-in') await finish(outcome.user, account, success)
    else if (outcome.kind === 'second-factor') {
      const complete = (user: User) => void finish(user, account, success)
      setPhase({ kind: 'second-factor', methods: outcome.methods, complete })
    } else {
      taken.current = false
      return refusalMessage(outcome)
    }
    return null
  }
  const signIn: KycSignIn['signIn'] = async (ask, success) => {
    try {
      const account = await ask(await opened())
      if (taken.current) return null
      taken.current = true
      return await proceed(account, success)
    } catch (error) {
      return signInMessage(error)
    }
  }
  const sendReset = async (email: string) => {
    try {
      await (await opened()).sendPasswordReset(email)
      return null
    } catch (error) {
      return signInMessage(error)
    }
  }
  const restart = () => {
    taken.current = false
    setPhase({ kind: 'form' })
  }
  return { phase: unavailable ? { kind: 'not-configured' } : phase, restart, signIn, sendReset }
}

/** The provider, opened with the page: a popup must follow the click at once, or browsers block it. */
function useProvider() {
  const provider = useRef<Promise<Provider> | null>(null)
  const [unavailable, setUnavailable] = useState(false)
  const opened = useCallback(async () => {
    provider.current ??= call(getConfig).then(openProvider)
    try {
      return await provider.current
    } catch (error) {
      // Opened anew at the next try.
      provider.current = null
      if (notConfigured(error)) setUnavailable(true)
      throw error
    }
  }, [])
  useEffect(() => {
    // What goes wrong is told when somebody wants to sign in.
    opened().catch(() => undefined)
  }, [opened])
  return { opened, unavailable }
}

import type { KycSession } from '@kyc/contract/kyc.ts'
import { useCallback, useState } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { paths } from '../../paths.ts'
import { useAuthState } from '../../session/use-session.ts'
import { Redirect } from '../../ui/go.tsx'
import { TextSkeleton } from '../../ui/Skeletons.tsx'
import { AuthStep } from './AuthStep.tsx'
import { ResultStep } from './ResultStep.tsx'
import type { Step } from './Steps.tsx'

export interface OpenKycSessionProps {
  session: KycSession
  step: Exclude<Step, 'check'>
  /** Whether the person came here from another step of this page. */
  moved: boolean
  goTo: (step: Step, replace: boolean) => void
  tell: (message: string) => void
  lose: (error: ApiError) => void
}

/** Steps 2 and 3 of a KYC session that the server knows. */
export function OpenKycSession({ session, step, moved, goTo, tell, lose }: OpenKycSessionProps) {
  const auth = useAuthState()
  const [notice, setNotice] = useState<string | null>(null)
  const [idToken, setIdToken] = useState<string | null>(null)
  const signedIn = useCallback(
    (message: string, token: string) => {
      setIdToken(token)
      setNotice(null)
      tell(message)
      goTo('result', true)
    },
    [tell, goTo],
  )
  const signInAgain = useCallback(
    (reason: string) => {
      setNotice(reason)
      goTo('auth', true)
    },
    [goTo],
  )
  if (step === 'auth') {
    return (
      <AuthStep session={session} focus={moved} notice={notice} onSignedIn={signedIn} onMailSent={tell} />
    )
  }
  if (session.redirectUrl === null) {
    // After a reload: only who is still signed in can send the result.
    if (auth.status === 'loading') return <TextSkeleton lines={3} />
    if (auth.status === 'anonymous') {
      return <Redirect href={paths.kycRegister({ kyc: session.id, step: 'auth' })} />
    }
  }
  return (
    <ResultStep session={session} focus={moved} idToken={idToken} onSignInAgain={signInAgain} onLost={lose} />
  )
}

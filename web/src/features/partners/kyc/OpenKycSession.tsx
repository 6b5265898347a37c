import type { KycSession } from '@kyc/contract/kyc.ts'
import { useCallback, useState } from 'react'
import type { ApiError } from '../../../api/api-error.ts'
import { paths } from '../../../paths.ts'
import { useAuthState } from '../../../session/use-session.ts'
import { Redirect } from '../../../ui/go.tsx'
import { TextSkeleton } from '../../../ui/Skeletons.tsx'
import { AuthStep } from './AuthStep.tsx'
import { ResultStep } from './ResultStep.tsx'
import type { Step } from './steps.ts'

export interface OpenKycSessionProps {
  session: KycSession
  step: Exclude<Step, 'check'>
  /** Whether another step of this page was shown before. */
  moved: boolean
  goTo: (step: Step, replace: boolean) => void
  showBanner: (message: string) => void
  markNotFound: (error: ApiError) => void
}

/** Steps 2 and 3 of an open KYC session. */
export function OpenKycSession({
  session,
  step,
  moved,
  goTo,
  showBanner,
  markNotFound,
}: OpenKycSessionProps) {
  const auth = useAuthState()
  const [notice, setNotice] = useState<string | null>(null)
  const [idToken, setIdToken] = useState<string | null>(null)
  const signedIn = useCallback(
    (message: string, token: string) => {
      setIdToken(token)
      setNotice(null)
      showBanner(message)
      goTo('result', true)
    },
    [showBanner, goTo],
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
      <AuthStep
        session={session}
        focus={moved}
        notice={notice}
        onSignedIn={signedIn}
        onMailSent={showBanner}
      />
    )
  }
  if (session.redirectUrl === null) {
    // After a reload, sending the result requires a signed-in account.
    if (auth.status === 'loading') return <TextSkeleton lines={3} />
    if (auth.status === 'anonymous') {
      return <Redirect href={paths.kycRegister({ kyc: session.id, step: 'auth' })} />
    }
  }
  return (
    <ResultStep
      session={session}
      focus={moved}
      idToken={idToken}
      onSignInAgain={signInAgain}
      onNotFound={markNotFound}
    />
  )
}

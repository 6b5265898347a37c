import type { KycSession } from '@kyc/contract/kyc.ts'
import { problems } from '@kyc/contract/problems.ts'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { useAuthState } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { SecondFactorStep } from '../../sign-in/SecondFactorStep.tsx'
import { AuthForm } from './AuthForm.tsx'
import { StepTitle } from './StepTitle.tsx'
import { useAuthForm } from './use-auth-form.ts'
import { useKycSignIn } from './use-kyc-sign-in.ts'

export interface AuthStepProps {
  session: KycSession
  focus: boolean
  /** Why another sign-in is required, if it is. */
  notice: string | null
  /** Called with a success message and the provider's token. */
  onSignedIn: (message: string, idToken: string) => void
  onMailSent: (message: string) => void
}

/** Step 2: the sign-in, even if an account is signed in already. */
export function AuthStep({ session, focus, notice, onSignedIn, onMailSent }: AuthStepProps) {
  const currentEmail = useInitialEmail()
  const signIn = useKycSignIn(session, onSignedIn)
  // Belongs to this step and not to AuthForm, so that the values stay while the second factor is shown.
  const form = useAuthForm(signIn, onMailSent)
  const { phase } = signIn

  if (phase.kind === 'second-factor') {
    return (
      <SecondFactorStep
        methods={phase.methods}
        onSignedIn={phase.complete}
        onBack={signIn.restart}
        // The code field takes the focus.
        title={<StepTitle focus={false}>二段階認証</StepTitle>}
      />
    )
  }
  return (
    <>
      <StepTitle focus={focus}>アカウントで認証してください</StepTitle>
      <Text fz="xs" c="dimmed" mb="xs">
        動画サービスのアカウントを使います。
      </Text>
      {phase.kind === 'not-configured' && <Alert title={problems.PROVIDER_NOT_CONFIGURED.title} />}
      {phase.kind === 'enrol' && (
        <Alert title={problems.SECOND_FACTOR_ENROL.title}>
          <p>
            <AppLink href={paths.account()}>アカウントの設定</AppLink>
            で設定してから、提携先のページからやり直してください。
          </p>
        </Alert>
      )}
      {phase.kind === 'form' && (
        <>
          {notice && <Alert title={notice} />}
          {currentEmail && !notice && (
            <Text fz="xs" c="dimmed">
              現在 {currentEmail} としてログイン中です。ここで認証したアカウントに切り替わります。
            </Text>
          )}
          <AuthForm form={form} />
        </>
      )}
    </>
  )
}

/** The account signed in when this step began, which the sign-in here replaces. */
function useInitialEmail(): string | null {
  const state = useAuthState()
  const [initial, setInitial] = useState(state)
  if (initial.status === 'loading' && state.status !== 'loading') setInitial(state)
  return initial.status === 'authenticated' ? (initial.user.email ?? initial.user.name) : null
}

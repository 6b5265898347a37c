import type { SecondFactor } from '@kyc/contract/accounts.ts'
import { useRef, useState } from 'react'
import { paths } from '../../paths.ts'
import { useAuth } from '../../session/use-session.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { LoginForm } from './LoginForm.tsx'
import classes from './SignInAgain.module.css'

const SecondFactorStep = lazyPart(() => import('./SecondFactorStep.tsx').then((m) => m.SecondFactorStep))

/**
 * Signs in without leaving the page. Other ways to sign in leave the page of their tab, so they open another
 * one; the cover checks the session when the user returns.
 */
export function SignInAgain() {
  const auth = useAuth()
  const submit = useRef<HTMLButtonElement>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [secondFactors, setSecondFactors] = useState<readonly SecondFactor[] | null>(null)
  if (secondFactors) {
    return (
      <SecondFactorStep
        methods={secondFactors}
        onSignedIn={(user) => auth.signedIn(user)}
        onBack={() => {
          setSecondFactors(null)
          setPassword('')
        }}
        title={<h2>二段階認証</h2>}
      />
    )
  }
  return (
    <>
      <LoginForm
        email={email}
        password={password}
        onEmail={setEmail}
        onPassword={setPassword}
        onSecondFactor={setSecondFactors}
        submit={submit}
        linkTarget="_blank"
      />
      <Button
        className={classes.provider}
        component="a"
        href={paths.firebaseLogin()}
        target="_blank"
        variant="default"
        size="md"
        fullWidth
      >
        動画サービスのアカウントでログイン（別のタブ）
      </Button>
    </>
  )
}

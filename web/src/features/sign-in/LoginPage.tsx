import type { SecondFactor } from '@kyc/contract/accounts.ts'
import { safePath } from '@kyc/contract/safe-path.ts'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { paths } from '../../paths.ts'
import { useAuth, useAuthState } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Redirect } from '../../ui/go.tsx'
import { IconMovie } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { DemoAccounts } from './DemoAccounts.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'

// Lazy: the login page is the first load of most users.
const SecondFactorStep = lazyPart(() => import('./SecondFactorStep.tsx').then((m) => m.SecondFactorStep))

/**
 * /login (spec §2): redirects after sign-in to `redirect` if it is a path of this product, else to the
 * dashboard.
 */
export function LoginPage() {
  const { redirect } = useSearch({ from: '/public/login' })
  const config = useConfig()
  const auth = useAuth()
  const state = useAuthState()
  const submit = useRef<HTMLButtonElement>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [secondFactors, setSecondFactors] = useState<readonly SecondFactor[] | null>(null)

  if (state.status === 'authenticated') return <Redirect href={safePath(redirect)} />
  if (secondFactors) {
    const back = () => {
      setSecondFactors(null)
      setPassword('')
    }
    return (
      <div className={classes.column}>
        <title>二段階認証｜本人確認管理システム</title>
        <section className={classes.card} aria-labelledby="second-factor-title">
          <SecondFactorStep
            methods={secondFactors}
            onSignedIn={(user) => auth.signedIn(user)}
            onBack={back}
          />
        </section>
      </div>
    )
  }
  return (
    <>
      <title>ログイン｜本人確認管理システム</title>
      <div className={classes.column}>
        <section className={classes.card} aria-labelledby="login-title">
          <h1 id="login-title">ログイン</h1>
          <LoginForm
            email={email}
            password={password}
            onEmail={setEmail}
            onPassword={setPassword}
            onSecondFactor={setSecondFactors}
            submit={submit}
          />
          <p className={classes.or}>または</p>
          <Button
            component={AppLink}
            href={paths.firebaseLogin()}
            variant="default"
            size="md"
            fullWidth
            leftSection={<IconMovie size={17} />}
          >
            動画サービスのアカウントでログイン
          </Button>
        </section>
        {config?.demo && (
          <DemoAccounts
            accounts={config.demoAccounts}
            onFill={(account) => {
              setEmail(account.email)
              setPassword(account.password)
              submit.current?.focus()
            }}
          />
        )}
      </div>
    </>
  )
}

import { safePath } from '@kyc/contract/safe-path.ts'
import { useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useConfig } from '../../api/use-config.ts'
import { useAuthState } from '../../session/use-session.ts'
import { Redirect } from '../../ui/go.tsx'
import { DemoAccounts } from './DemoAccounts.tsx'
import { LoginForm } from './LoginForm.tsx'
import classes from './LoginPage.module.css'

/** spec §2, /login: after success the redirect if it is a page of ours, otherwise the dashboard. */
export function LoginPage() {
  const { redirect } = useSearch({ from: '/public/login' })
  const config = useConfig()
  const state = useAuthState()
  const submit = useRef<HTMLButtonElement>(null)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')

  if (state.status === 'authenticated') return <Redirect href={safePath(redirect)} />
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
            submit={submit}
          />
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

import type { SecondFactor } from '@kyc/contract/accounts.ts'
import { type RefObject, type SubmitEvent, useState } from 'react'
import { paths } from '../../paths.ts'
import { useAuth } from '../../session/use-session.ts'
import { Alert } from '../../ui/Alert.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { PasswordInput } from '../../ui/mantine/PasswordInput.ts'
import { TextInput } from '../../ui/mantine/TextInput.ts'
import classes from './LoginForm.module.css'
import { type SignInOutcome, signIn } from './sign-in.ts'

export interface LoginFormProps {
  email: string
  password: string
  onEmail: (email: string) => void
  onPassword: (password: string) => void
  onSecondFactor: (methods: readonly SecondFactor[]) => void
  submit: RefObject<HTMLButtonElement | null>
  /** For a form on a page that must stay open. */
  linkTarget?: '_blank'
}

export function LoginForm({
  email,
  password,
  onEmail,
  onPassword,
  onSecondFactor,
  submit,
  linkTarget,
}: LoginFormProps) {
  const auth = useAuth()
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<SignInOutcome | null>(null)
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending) return
    setSending(true)
    setOutcome(null)
    const result = await signIn(email, password)
    setSending(false)
    if (result.kind === 'signed-in') auth.signedIn(result.user)
    else if (result.kind === 'second-factor') onSecondFactor(result.methods)
    else setOutcome(result)
  }
  return (
    <form onSubmit={send} className={classes.form}>
      {outcome && <Refusal outcome={outcome} />}
      <TextInput
        size="md"
        label="メールアドレス"
        type="email"
        name="email"
        autoComplete="username"
        placeholder="name@example.com"
        required
        withAsterisk={false}
        value={email}
        onChange={(event) => onEmail(event.currentTarget.value)}
      />
      <div className={classes.password}>
        <PasswordInput
          size="md"
          label="パスワード"
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          value={password}
          onChange={(event) => onPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示', tabIndex: 0 }}
        />
        <AppLink href={paths.passwordReset()} className={classes.forgotten} target={linkTarget}>
          パスワードをお忘れの方
        </AppLink>
      </div>
      <BusyButton type="submit" size="md" fullWidth busy={sending} busyText="ログイン中..." ref={submit}>
        ログイン
      </BusyButton>
    </form>
  )
}

function Refusal({ outcome }: { outcome: SignInOutcome }) {
  if (outcome.kind === 'signed-in' || outcome.kind === 'second-factor') return null
  if (outcome.kind === 'refused') {
    return (
      <Alert title={outcome.message}>
        {outcome.detail}
        {outcome.requestId && `お問い合わせ番号：${outcome.requestId}`}
      </Alert>
    )
  }
  return (
    <Alert tone="wait" title="ブラウザがCookieを返しませんでした">
      ログイン情報を保存できないため、先へ進めません。ブラウザのCookieの設定を確認してください。手元のパソコンでお試しの場合は、Chrome
      か Firefox を使うか、SECURE_COOKIES=off を付けてサーバーを起動してください。
    </Alert>
  )
}

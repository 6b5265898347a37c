import { limits } from '@kyc/contract/limits.ts'
import { type SubmitEvent, useState } from 'react'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { PasswordInput } from '../../../ui/mantine/PasswordInput.ts'
import { PublicCard } from '../PublicCard.tsx'
import classes from './provider.module.css'
import { useResetAction } from './use-reset-action.ts'

/** /auth/action (D31): target of the reset link in mails of the provider. */
export function AuthActionPage() {
  const action = useResetAction()
  return (
    <PublicCard title="パスワードの再設定">
      {action.message && <Alert mb={16}>{action.message}</Alert>}
      {action.state === 'checking' && <p role="status">リンクを確認しています</p>}
      {action.state === 'open' && <NewPassword email={action.email} onSubmit={action.submit} />}
      {action.state === 'done' && (
        <Alert tone="ok">パスワードを変更しました。新しいパスワードでログインしてください。</Alert>
      )}
      {action.state !== 'open' && action.state !== 'checking' && (
        <p className={classes.back}>
          <AppLink href={paths.firebaseLogin()}>動画サービスのアカウントでログイン</AppLink>
        </p>
      )}
    </PublicCard>
  )
}

function NewPassword({ email, onSubmit }: { email: string; onSubmit: (password: string) => Promise<void> }) {
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const short = password.length > 0 && password.length < limits.password.providerMinimum
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    await onSubmit(password)
    setBusy(false)
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.note}>{email} の新しいパスワードを入力してください。</p>
      {/* Password managers store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordInput
        size="md"
        label="新しいパスワード"
        autoComplete="new-password"
        description={`${limits.password.providerMinimum}文字以上（${limits.password.recommended}文字以上を推奨）`}
        required
        withAsterisk={false}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={short && 'パスワードは6文字以上で入力してください。'}
        visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示', tabIndex: 0 }}
      />
      <BusyButton
        type="submit"
        size="md"
        fullWidth
        disabled={password === '' || short}
        busy={busy}
        busyText="変更しています..."
      >
        パスワードを変更
      </BusyButton>
    </form>
  )
}

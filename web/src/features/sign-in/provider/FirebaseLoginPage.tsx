import { type SubmitEvent, useState } from 'react'
import { paths } from '../../../paths.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { IconAlertTriangle, IconBrandGoogle, IconChevronLeft } from '../../../ui/icons.ts'
import { Alert } from '../../../ui/mantine/Alert.ts'
import { Button } from '../../../ui/mantine/Button.ts'
import { PasswordInput } from '../../../ui/mantine/PasswordInput.ts'
import { TextInput } from '../../../ui/mantine/TextInput.ts'
import page from '../LoginPage.module.css'
import classes from './provider.module.css'
import { useProviderSignIn } from './use-provider-sign-in.ts'

/** /firebase-login (spec §2): the sister service's account; its messages are in English (D32). */
export function FirebaseLoginPage() {
  const { busy, message, withGoogle, withPassword } = useProviderSignIn()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void withPassword(email, password)
  }
  return (
    <div className={page.column}>
      <title>動画サービスのアカウントでログイン｜本人確認管理システム</title>
      <section className={page.card} aria-labelledby="firebase-login-title">
        <h1 id="firebase-login-title">動画サービスのアカウントでログイン</h1>
        {message && (
          <Alert role="alert" lang="en" color="red" mb={16} icon={<IconAlertTriangle size={20} />}>
            {message}
          </Alert>
        )}
        {/* Stays enabled: the SDK reports a closed popup only after some seconds. */}
        <Button
          variant="default"
          size="md"
          fullWidth
          leftSection={<IconBrandGoogle size={18} />}
          onClick={() => void withGoogle()}
        >
          Googleアカウントでログイン
        </Button>
        <p className={page.or}>または</p>
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            size="md"
            label="メールアドレス"
            type="email"
            name="email"
            autoComplete="username"
            required
            withAsterisk={false}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <PasswordInput
            size="md"
            label="パスワード"
            name="password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            visibilityToggleButtonProps={{ 'aria-label': 'パスワードを表示', tabIndex: 0 }}
          />
          <Button type="submit" size="md" fullWidth disabled={busy}>
            {busy ? 'ログイン中...' : 'ログイン'}
          </Button>
        </form>
        <p className={classes.back}>
          <AppLink href={paths.login()}>
            <IconChevronLeft size={16} aria-hidden />
            通常のログインへ戻る
          </AppLink>
        </p>
      </section>
    </div>
  )
}

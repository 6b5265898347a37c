import { type SubmitEvent, useState } from 'react'
import { paths } from '../../../paths.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { AppLink } from '../../../ui/AppLink.tsx'
import { BusyButton } from '../../../ui/BusyButton.tsx'
import { IconBrandGoogle, IconChevronLeft } from '../../../ui/icons.ts'
import { Button } from '../../../ui/mantine/Button.ts'
import { PasswordInput } from '../../../ui/mantine/PasswordInput.ts'
import { TextInput } from '../../../ui/mantine/TextInput.ts'
import { OrLine, PublicCard } from '../PublicCard.tsx'
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
    <PublicCard title="動画サービスのアカウントでログイン">
      {message && (
        <Alert lang="en" mb={16}>
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
      <OrLine />
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
        <BusyButton type="submit" size="md" fullWidth busy={busy}>
          {busy ? 'ログイン中...' : 'ログイン'}
        </BusyButton>
      </form>
      <p className={classes.back}>
        <AppLink href={paths.login()}>
          <IconChevronLeft size={16} aria-hidden />
          通常のログインへ戻る
        </AppLink>
      </p>
    </PublicCard>
  )
}

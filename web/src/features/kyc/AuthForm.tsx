import { Alert } from '../../ui/Alert.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { IconBrandGoogle } from '../../ui/icons.ts'
import { Button } from '../../ui/mantine/Button.ts'
import { Checkbox } from '../../ui/mantine/Checkbox.ts'
import { Tabs } from '../../ui/mantine/Tabs.ts'
import { OrLine } from '../sign-in/PublicCard.tsx'
import { AuthFieldset } from './AuthFieldset.tsx'
import { type AuthMode, authModes } from './auth-form.ts'
import classes from './kyc.module.css'
import { type AuthFormOptions, useAuthForm } from './use-auth-form.ts'

/** Labels of the tab, the idle button and the busy button. */
const labels = {
  login: ['ログイン', 'ログイン', 'ログイン中...'],
  register: ['新規登録', 'アカウントを作成', '作成中...'],
  reset: ['パスワード再設定', '再設定メールを送信', '送信中...'],
} as const satisfies Record<AuthMode, readonly [string, string, string]>

/** Login, registration and reset in one form, and the Google button (spec §2). */
export function AuthForm(options: AuthFormOptions) {
  const { form, onForm } = options
  const { mode, message } = form
  const { element, busy, remember, setRemember, submit, google, switchTo } = useAuthForm(options)
  return (
    <Tabs value={mode} onChange={switchTo} keepMounted={false} className={classes.tabs}>
      <Tabs.List>
        {authModes.map((each) => (
          <Tabs.Tab key={each} value={each} disabled={busy}>
            {labels[each][0]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={mode}>
        {/* noValidate: messages of the specification instead of the browser's. */}
        <form ref={element} noValidate onSubmit={submit} className={classes.form}>
          {message && <Alert title={message} />}
          <AuthFieldset form={form} onForm={onForm} />
          {mode === 'login' && (
            <Checkbox
              label="メールアドレスを記憶する"
              description="パスワードは保存しません。"
              checked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
          )}
          <BusyButton type="submit" fullWidth busy={busy} busyText={labels[mode][2]}>
            {labels[mode][1]}
          </BusyButton>
          {mode !== 'reset' && (
            <>
              <OrLine />
              {/* Enabled while a popup is open, because closing it is detected only after some seconds. */}
              <Button
                variant="default"
                fullWidth
                leftSection={<IconBrandGoogle size={18} />}
                onClick={google}
              >
                Googleアカウントでログイン
              </Button>
            </>
          )}
        </form>
      </Tabs.Panel>
    </Tabs>
  )
}

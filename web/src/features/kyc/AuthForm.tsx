import { Button, Checkbox, Tabs } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Tabs.css'
import IconBrandGoogle from '@tabler/icons-react/dist/esm/icons/IconBrandGoogle.mjs'
import { type SubmitEvent, useRef, useState } from 'react'
import { FormAlert } from '../../ui/FormAlert.tsx'
import { AuthFieldset } from './AuthFieldset.tsx'
import {
  type AuthForm as AuthFormData,
  type AuthMode,
  authFaults,
  authModes,
  firstFault,
  switchMode,
} from './auth-form.ts'
import classes from './kyc.module.css'
import { rememberEmail, rememberedEmail } from './remembered-email.ts'
import type { KycSignIn } from './use-kyc-sign-in.ts'

const tabWords = {
  login: 'ログイン',
  register: '新規登録',
  reset: 'パスワード再設定',
} as const satisfies Record<AuthMode, string>
const buttonWords = {
  login: ['ログイン', 'ログイン中...'],
  register: ['アカウントを作成', '作成中...'],
  reset: ['再設定メールを送信', '送信中...'],
} as const satisfies Record<AuthMode, readonly [string, string]>

/** spec §8. */
const successTexts = {
  login: 'ログインに成功しました！',
  register: 'アカウントを作成しました！',
  reset: 'パスワードリセットメールを送信しました。メールを確認してください。',
} as const satisfies Record<AuthMode, string>

export interface AuthFormProps {
  form: AuthFormData
  onForm: (change: (form: AuthFormData) => AuthFormData) => void
  signIn: KycSignIn
  onMailSent: (message: string) => void
}

/** spec §2: login, register and reset in one form, and the Google button. */
export function AuthForm({ form, onForm, signIn, onMailSent }: AuthFormProps) {
  const [busy, setBusy] = useState(false)
  const [remember, setRemember] = useState(() => rememberedEmail() !== '')
  const element = useRef<HTMLFormElement>(null)
  const { mode } = form

  const run = async (act: () => Promise<string | null>) => {
    onForm((current) => ({ ...current, message: null }))
    const message = await act()
    onForm((current) => ({ ...current, message }))
  }
  const send = async () => {
    const { email, password } = form.fields
    if (mode === 'reset') {
      const message = await signIn.sendReset(email)
      if (message === null) onMailSent(successTexts.reset)
      return message
    }
    return signIn.signIn(async (provider) => {
      if (mode === 'register') return provider.register(email, password)
      const account = await provider.signInWithPassword(email, password)
      rememberEmail(email, remember)
      return account
    }, successTexts[mode])
  }
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const faults = authFaults(mode, form.fields)
    onForm((current) => ({ ...current, faults }))
    const first = firstFault(faults)
    if (first) return element.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
    setBusy(true)
    await run(send)
    setBusy(false)
  }
  const google = () =>
    void run(() => signIn.signIn((provider) => provider.signInWithGoogle(), successTexts.login))
  const change = (next: string | null) => {
    const chosen = authModes.find((each) => each === next)
    if (chosen) onForm((current) => switchMode(current, chosen))
  }
  return (
    <Tabs value={mode} onChange={change} keepMounted={false} className={classes.tabs}>
      <Tabs.List>
        {authModes.map((each) => (
          <Tabs.Tab key={each} value={each} disabled={busy}>
            {tabWords[each]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={mode}>
        {/* The words of the specification in place of the browser's own. */}
        <form ref={element} noValidate onSubmit={submit} className={classes.form}>
          {form.message && <FormAlert title={form.message} />}
          <AuthFieldset form={form} onForm={onForm} />
          {mode === 'login' && (
            <Checkbox
              label="メールアドレスを記憶する"
              description="パスワードは保存しません。"
              checked={remember}
              onChange={(event) => setRemember(event.currentTarget.checked)}
            />
          )}
          <Button type="submit" fullWidth disabled={busy}>
            {buttonWords[mode][busy ? 1 : 0]}
          </Button>
          {mode !== 'reset' && (
            <>
              <p className={classes.or}>または</p>
              {/* A closed popup is noticed after some seconds only, so the button stays usable meanwhile. */}
              <Button
                variant="default"
                fullWidth
                leftSection={<IconBrandGoogle size={18} stroke={1.7} />}
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

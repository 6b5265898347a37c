import { type RefObject, type SubmitEvent, useRef, useState } from 'react'
import {
  type AuthForm,
  type AuthMode,
  authFaults,
  authModes,
  type ChangeForm,
  firstFault,
  switchMode,
} from './auth-form.ts'
import { rememberEmail, rememberedEmail } from './remembered-email.ts'
import type { KycSignIn } from './use-kyc-sign-in.ts'

/** Messages of spec §8. */
const successTexts = {
  login: 'ログインに成功しました！',
  register: 'アカウントを作成しました！',
  reset: 'パスワードリセットメールを送信しました。メールを確認してください。',
} as const satisfies Record<AuthMode, string>

export interface AuthFormOptions {
  form: AuthForm
  onForm: ChangeForm
  signIn: KycSignIn
  onMailSent: (message: string) => void
}

export interface AuthFormActions {
  readonly element: RefObject<HTMLFormElement | null>
  readonly busy: boolean
  readonly remember: boolean
  readonly setRemember: (remember: boolean) => void
  readonly submit: (event: SubmitEvent<HTMLFormElement>) => void
  readonly google: () => void
  readonly switchTo: (mode: string | null) => void
}

/** Actions of the form. Only one runs at a time, except that a popup may stay open. */
export function useAuthForm({ form, onForm, signIn, onMailSent }: AuthFormOptions): AuthFormActions {
  const [busy, setBusy] = useState(false)
  const [remember, setRemember] = useState(() => rememberedEmail() !== '')
  const element = useRef<HTMLFormElement>(null)
  const { mode } = form

  const run = async (action: () => Promise<string | null>) => {
    onForm((current) => ({ ...current, message: null }))
    const message = await action()
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
  const submit = async () => {
    const faults = authFaults(mode, form.fields)
    onForm((current) => ({ ...current, faults }))
    const first = firstFault(faults)
    if (first) return element.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
    setBusy(true)
    await run(send)
    setBusy(false)
  }
  return {
    element,
    busy,
    remember,
    setRemember,
    submit: (event) => {
      event.preventDefault()
      if (!busy) void submit()
    },
    google: () =>
      void run(() => signIn.signIn((provider) => provider.signInWithGoogle(), successTexts.login)),
    switchTo: (next) => {
      const nextMode = authModes.find((each) => each === next)
      if (nextMode) onForm((current) => switchMode(current, nextMode))
    },
  }
}

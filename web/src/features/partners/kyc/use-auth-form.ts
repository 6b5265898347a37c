import { useState } from 'react'
import { useFormCall } from '../../../ui/use-form-call.ts'
import { refusedDetail, SignInRefused } from '../../sign-in/sign-in.ts'
import { type AuthMode, type AuthValues, authFaults, authModes, switchMode } from './auth-form.ts'
import { signInMessage } from './kyc-sign-in.ts'
import type { KycSignIn } from './use-kyc-sign-in.ts'

/** Messages of spec §8. */
const successTexts = {
  login: 'ログインに成功しました！',
  register: 'アカウントを作成しました！',
  reset: 'パスワードリセットメールを送信しました。メールを確認してください。',
} as const satisfies Record<AuthMode, string>

/** The form of the sign-in. Only one submit runs at a time; a popup may stay open. */
export function useAuthForm(signIn: KycSignIn, onMailSent: (message: string) => void) {
  const [initial] = useState(initialValues)
  const form = useFormCall({
    initial,
    check: authFaults,
    call: async ({ mode, email, password, remember }) => {
      if (mode === 'reset') {
        await signIn.sendReset(email)
        return onMailSent(successTexts.reset)
      }
      await signIn.signIn(async (provider) => {
        if (mode === 'register') return provider.register(email, password)
        const account = await provider.signInWithPassword(email, password)
        rememberEmail(email, remember)
        return account
      }, successTexts[mode])
    },
    textOf: (error) => (error instanceof SignInRefused ? refusedDetail(error) : signInMessage(error)),
  })
  return {
    ...form,
    google: () =>
      void form.run(() => signIn.signIn((provider) => provider.signInWithGoogle(), successTexts.login)),
    switchTo: (next: string | null) => {
      const mode = authModes.find((each) => each === next)
      if (mode) form.change(switchMode(form.values, mode))
    },
  }
}

/** Remember-login stores only the e-mail address on this device. */
const storageKey = 'kycEmail'

function initialValues(): AuthValues {
  const email = localStorage.getItem(storageKey) ?? ''
  return { mode: 'login', email, password: '', confirmation: '', remember: email !== '' }
}

function rememberEmail(email: string, remember: boolean): void {
  if (remember) localStorage.setItem(storageKey, email)
  else localStorage.removeItem(storageKey)
}

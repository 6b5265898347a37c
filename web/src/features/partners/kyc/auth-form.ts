import { limits } from '@kyc/contract/limits.ts'

/** Values and rules of the sign-in form of the second step (spec §4, §5). */

export const authModes = ['login', 'register', 'reset'] as const
export type AuthMode = (typeof authModes)[number]

export interface AuthValues {
  readonly mode: AuthMode
  readonly email: string
  readonly password: string
  readonly confirmation: string
  /** Store the e-mail address on this device. */
  readonly remember: boolean
}

/** All errors of the form, by field (spec §5). */
export function authFaults({ mode, email, password, confirmation }: AuthValues): Record<string, string> {
  return {
    ...(!email.includes('@') && { email: '有効なメールアドレスを入力してください。' }),
    ...(mode !== 'reset' &&
      password.length < limits.password.providerMinimum && {
        password: 'パスワードは6文字以上で入力してください。',
      }),
    ...(mode === 'register' && password !== confirmation && { confirmation: 'パスワードが一致しません。' }),
  }
}

/** The recommendation shown while typing a new password; it does not block submitting. */
export function passwordWarning({ mode, password }: AuthValues, fault: string | undefined): string | null {
  if (mode !== 'register' || password === '' || fault) return null
  if (password.length >= limits.password.recommended) return null
  return 'セキュリティ向上のため、8文字以上のパスワードを推奨します。'
}

/** Another mode starts without passwords; the e-mail address remains. */
export function switchMode(values: AuthValues, mode: AuthMode): AuthValues {
  return { ...values, mode, password: '', confirmation: '' }
}

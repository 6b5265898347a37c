import { limits } from '@kyc/contract/limits.ts'

/** State and rules of the sign-in form of the second step (spec §4, §5). */

export const authModes = ['login', 'register', 'reset'] as const
export type AuthMode = (typeof authModes)[number]

export interface AuthFields {
  readonly email: string
  readonly password: string
  readonly confirmation: string
}

export type AuthFaults = { readonly [Field in keyof AuthFields]?: string }

export interface AuthForm {
  readonly mode: AuthMode
  readonly fields: AuthFields
  /** Errors by field; set on submit. */
  readonly faults: AuthFaults
  /** Why the last attempt failed. */
  readonly message: string | null
}

/** Takes an updater because a popup may complete after further changes of the form. */
export type ChangeForm = (change: (form: AuthForm) => AuthForm) => void

export function emptyForm(email: string): AuthForm {
  return { mode: 'login', fields: { email, password: '', confirmation: '' }, faults: {}, message: null }
}

/** All errors of the form, by field (spec §5). */
export function authFaults(mode: AuthMode, { email, password, confirmation }: AuthFields): AuthFaults {
  return {
    ...(!email.includes('@') && { email: '有効なメールアドレスを入力してください。' }),
    ...(mode !== 'reset' &&
      password.length < limits.password.providerMinimum && {
        password: 'パスワードは6文字以上で入力してください。',
      }),
    ...(mode === 'register' && password !== confirmation && { confirmation: 'パスワードが一致しません。' }),
  }
}

/** The recommendation shown while typing a new password; it does not block submitting (spec §5). */
export function passwordWarning({ mode, fields: { password }, faults }: AuthForm): string | null {
  if (mode !== 'register' || password === '' || faults.password) return null
  if (password.length >= limits.password.recommended) return null
  return 'セキュリティ向上のため、8文字以上のパスワードを推奨します。'
}

/** Another mode starts without message and passwords; the e-mail address remains (spec §4). */
export function switchMode({ fields: { email } }: AuthForm, mode: AuthMode): AuthForm {
  return { ...emptyForm(email), mode }
}

/** Changes a field and clears its error. */
export function changeField(form: AuthForm, field: keyof AuthFields, value: string): AuthForm {
  const { [field]: _, ...faults } = form.faults
  return { ...form, fields: { ...form.fields, [field]: value }, faults }
}

/** The first field with an error, in form order. */
export function firstFault(faults: AuthFaults): keyof AuthFields | undefined {
  return (['email', 'password', 'confirmation'] as const).find((field) => faults[field])
}

import { limits } from '@kyc/contract/limits.ts'

/** The form of the second step, as data: what it holds, what is wrong with it, what switching does (spec §4, §5). */

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
  /** By field; shown from the first try on. */
  readonly faults: AuthFaults
  /** Why the last try was refused. */
  readonly message: string | null
}

/** Changes are made to the form as it is by then: a popup may answer late. */
export type ChangeForm = (change: (form: AuthForm) => AuthForm) => void

export function emptyForm(email: string): AuthForm {
  return { mode: 'login', fields: { email, password: '', confirmation: '' }, faults: {}, message: null }
}

/** Everything that is wrong at once (spec §5). */
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

/** spec §5: said while a new password is typed; it keeps nobody from going on. */
export function passwordWarning({ mode, fields: { password }, faults }: AuthForm): string | null {
  if (mode !== 'register' || password === '' || faults.password) return null
  if (password.length >= limits.password.recommended) return null
  return 'セキュリティ向上のため、8文字以上のパスワードを推奨します。'
}

/** spec §4: another mode starts without message and passwords; the address stays. */
export function switchMode({ fields: { email } }: AuthForm, mode: AuthMode): AuthForm {
  return { ...emptyForm(email), mode }
}

/** What was wrong with a field is taken back when it is changed. */
export function changeField(form: AuthForm, field: keyof AuthFields, value: string): AuthForm {
  const { [field]: _, ...faults } = form.faults
  return { ...form, fields: { ...form.fields, [field]: value }, faults }
}

/** The field to go to first. */
export function firstFault(faults: AuthFaults): keyof AuthFields | undefined {
  return (['email', 'password', 'confirmation'] as const).find((field) => faults[field])
}

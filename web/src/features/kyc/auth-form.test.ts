import { limits } from '@kyc/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import {
  type AuthFields,
  type AuthMode,
  authFaults,
  changeField,
  emptyForm,
  firstFault,
  passwordWarning,
  switchMode,
} from './auth-form.ts'

const fields = (overrides: Partial<AuthFields>): AuthFields => ({
  email: 'hanako@example.com',
  password: 'password',
  confirmation: 'password',
  ...overrides,
})
const email = '有効なメールアドレスを入力してください。'
const password = 'パスワードは6文字以上で入力してください。'
const confirmation = 'パスワードが一致しません。'
const warning = `セキュリティ向上のため、${limits.password.recommended}文字以上のパスワードを推奨します。`

describe('errors of the form (spec §5)', () => {
  test.each<[AuthMode, Partial<AuthFields>, object]>([
    ['login', {}, {}],
    ['login', { email: 'hanako.example.com' }, { email }],
    ['login', { email: '' }, { email }],
    ['login', { password: '' }, { password }],
    ['login', { password: '12345' }, { password }],
    ['login', { password: '123456', confirmation: '' }, {}],
    ['register', {}, {}],
    ['register', { confirmation: 'passwort' }, { confirmation }],
    ['register', { password: '12345', confirmation: '' }, { password, confirmation }],
    ['register', { password: '123456', confirmation: '123456' }, {}],
    ['reset', { password: '', confirmation: '' }, {}],
    ['reset', { email: 'x' }, { email }],
    ['register', { email: '', password: '', confirmation: 'a' }, { email, password, confirmation }],
  ])('%s %j', (mode, overrides, faults) => {
    expect(authFaults(mode, fields(overrides))).toEqual(faults)
  })

  test('the first faulty field gets the focus', () => {
    expect(firstFault({ confirmation, password })).toBe('password')
    expect(firstFault({})).toBeUndefined()
  })
})

describe('the warning about a password under eight characters', () => {
  const typed = (mode: AuthMode, text: string) =>
    passwordWarning(changeField(switchMode(emptyForm(''), mode), 'password', text))

  test('appears only while registering and without an error', () => {
    expect(typed('register', '1234567')).toBe(warning)
    expect(typed('register', '12345678')).toBeNull()
    expect(typed('register', '')).toBeNull()
    expect(typed('login', '1234567')).toBeNull()
    const form = changeField(switchMode(emptyForm(''), 'register'), 'password', '123')
    expect(passwordWarning({ ...form, faults: { password } })).toBeNull()
  })
})

test('switching the mode clears message, errors and passwords, and keeps the e-mail address (spec §4)', () => {
  const form = { mode: 'login', fields: fields({}), faults: { email }, message: 'x' } as const
  expect(switchMode(form, 'register')).toEqual({
    mode: 'register',
    fields: { email: 'hanako@example.com', password: '', confirmation: '' },
    faults: {},
    message: null,
  })
})

test('changing a field clears only its own error', () => {
  const form = { ...emptyForm(''), faults: { email, password }, message: 'x' }
  expect(changeField(form, 'email', 'a@b')).toMatchObject({
    fields: { email: 'a@b' },
    faults: { password },
    message: 'x',
  })
})

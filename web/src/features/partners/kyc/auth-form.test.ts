import { limits } from '@kyc/contract/limits.ts'
import { describe, expect, test } from 'vitest'
import { type AuthMode, type AuthValues, authFaults, passwordWarning, switchMode } from './auth-form.ts'

const values = (mode: AuthMode, overrides: Partial<AuthValues>): AuthValues => ({
  mode,
  email: 'hanako@example.com',
  password: 'password',
  confirmation: 'password',
  remember: false,
  ...overrides,
})
const email = '有効なメールアドレスを入力してください。'
const password = 'パスワードは6文字以上で入力してください。'
const confirmation = 'パスワードが一致しません。'
const warning = `セキュリティ向上のため、${limits.password.recommended}文字以上のパスワードを推奨します。`

describe('errors of the form (spec §5)', () => {
  test.each<[AuthMode, Partial<AuthValues>, object]>([
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
  ])('are all found in the mode %s for %j', (mode, overrides, faults) => {
    expect(authFaults(values(mode, overrides))).toEqual(faults)
  })
})

describe('the warning about a password under eight characters', () => {
  const typed = (mode: AuthMode, password: string, fault?: string) =>
    passwordWarning(values(mode, { password }), fault)

  test('appears only while registering and without an error', () => {
    expect(typed('register', '1234567')).toBe(warning)
    expect(typed('register', '12345678')).toBeNull()
    expect(typed('register', '')).toBeNull()
    expect(typed('login', '1234567')).toBeNull()
    expect(typed('register', '123', password)).toBeNull()
  })
})

test('switching the mode clears the passwords, and keeps the e-mail address (spec §4)', () => {
  expect(switchMode(values('login', {}), 'register')).toEqual(
    values('register', { password: '', confirmation: '' }),
  )
})

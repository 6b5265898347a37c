import { describe, expect, test } from 'vitest'
import { englishFaults, englishMessage, japaneseMessage } from './provider-messages.ts'

const failure = (code: string) => Object.assign(new Error(code), { code: `auth/${code}` })

describe('/firebase-login shows English messages (D32, D55)', () => {
  test.each([
    ['user-not-found', 'Account not found.'],
    ['wrong-password', 'Incorrect password.'],
    ['invalid-credential', 'Incorrect e-mail address or password.'],
    ['invalid-email', 'Invalid email format.'],
    ['user-disabled', 'This account has been disabled. Please contact the administrator.'],
    ['too-many-requests', 'Too many attempts. Please wait and try again.'],
    ['popup-blocked', 'The popup was blocked. Please check your browser settings.'],
    ['operation-not-allowed', 'Google login is disabled.'],
    [
      'account-exists-with-different-credential',
      'An account exists with a different sign-in method. Please log in with e-mail.',
    ],
    ['configuration-not-found', 'Authentication is not configured. Please contact the administrator.'],
    ['internal-error', 'Authentication error occurred. Please try again.'],
  ])('%s', (code, message) => {
    expect(englishMessage(failure(code))).toBe(message)
  })

  test('the page’s own checks are in English too (spec §8)', () => {
    expect(englishFaults({ email: ' ', password: '' })).toEqual({
      email: 'Please enter your e-mail address.',
      password: 'Please enter your password.',
    })
    expect(englishFaults({ email: 'no-address', password: 'x' })).toEqual({
      email: 'Invalid email format.',
      password: undefined,
    })
  })

  test('a closed popup has no message', () => {
    expect(englishMessage(failure('popup-closed-by-user'))).toBeNull()
    expect(englishMessage(failure('cancelled-popup-request'))).toBeNull()
  })
})

describe('other pages show the Japanese messages of spec §8', () => {
  test.each([
    ['user-not-found', 'アカウントが見つかりません。新規登録をお試しください。'],
    ['wrong-password', 'パスワードが間違っています。'],
    ['email-already-in-use', 'このメールアドレスは既に使用されています。'],
    ['weak-password', 'パスワードは6文字以上で設定してください。'],
    ['invalid-email', 'メールアドレスの形式が正しくありません。'],
    ['operation-not-allowed', 'この認証方法は現在利用できません。'],
    ['too-many-requests', 'ログイン試行回数が多すぎます。しばらく待ってから再試行してください。'],
    ['network-request-failed', 'ネットワークエラーが発生しました。接続を確認してください。'],
    ['popup-closed-by-user', 'ログイン画面が閉じられました。'],
    ['cancelled-popup-request', 'ポップアップがキャンセルされました。'],
    ['popup-blocked', 'ポップアップがブロックされました。ブラウザの設定を確認してください。'],
    ['invalid-credential', '認証情報が無効です。正しい情報を入力してください。'],
    ['user-disabled', 'このアカウントは無効になっています。'],
    ['expired-action-code', 'アクションコードの有効期限が切れています。'],
    ['invalid-action-code', 'アクションコードが無効です。'],
    ['anything-else', '認証エラーが発生しました。もう一度お試しください。'],
  ])('%s', (code, message) => {
    expect(japaneseMessage(failure(code))).toBe(message)
  })

  test('another error has the general text', () => {
    expect(japaneseMessage(new TypeError('x'))).toBe('認証エラーが発生しました。もう一度お試しください。')
  })
})

import { providerCode } from './provider-code.ts'

const generic = {
  en: 'Authentication error occurred. Please try again.',
  ja: '認証エラーが発生しました。もう一度お試しください。',
} as const

/** English messages of /firebase-login (D55). Null: no message, because the user closed the popup. */
const english: Readonly<Record<string, string | null>> = {
  'user-not-found': 'Account not found.',
  'wrong-password': 'Incorrect password.',
  // Newer Firebase projects return this code instead of the two above, so the text names neither.
  'invalid-credential': 'Incorrect e-mail address or password.',
  'invalid-email': 'Invalid email format.',
  'user-disabled': 'This account has been disabled. Please contact the administrator.',
  'too-many-requests': 'Too many attempts. Please wait and try again.',
  'popup-blocked': 'The popup was blocked. Please check your browser settings.',
  'operation-not-allowed': 'Google login is disabled.',
  'account-exists-with-different-credential':
    'An account exists with a different sign-in method. Please log in with e-mail.',
  'configuration-not-found': 'Authentication is not configured. Please contact the administrator.',
  'popup-closed-by-user': null,
  'cancelled-popup-request': null,
}

/** The Japanese messages of spec §8 by error code of the provider. */
const japanese: Readonly<Record<string, string>> = {
  'user-not-found': 'アカウントが見つかりません。新規登録をお試しください。',
  'wrong-password': 'パスワードが間違っています。',
  'email-already-in-use': 'このメールアドレスは既に使用されています。',
  'weak-password': 'パスワードは6文字以上で設定してください。',
  'invalid-email': 'メールアドレスの形式が正しくありません。',
  'operation-not-allowed': 'この認証方法は現在利用できません。',
  'too-many-requests': 'ログイン試行回数が多すぎます。しばらく待ってから再試行してください。',
  'network-request-failed': 'ネットワークエラーが発生しました。接続を確認してください。',
  'popup-closed-by-user': 'ログイン画面が閉じられました。',
  'cancelled-popup-request': 'ポップアップがキャンセルされました。',
  'popup-blocked': 'ポップアップがブロックされました。ブラウザの設定を確認してください。',
  'invalid-credential': '認証情報が無効です。正しい情報を入力してください。',
  'user-disabled': 'このアカウントは無効になっています。',
  'expired-action-code': 'アクションコードの有効期限が切れています。',
  'invalid-action-code': 'アクションコードが無効です。',
}

/** The message of /firebase-login for a failure; null if it shows none. */
export function englishMessage(error: unknown): string | null {
  const code = providerCode(error)
  return code !== undefined && Object.hasOwn(english, code) ? (english[code] ?? null) : generic.en
}

/** The faults of the fields of /firebase-login, in English like its messages: an empty field, an invalid address. */
export function englishFaults({ email, password }: { email: string; password: string }) {
  const address = email.trim()
  return {
    email:
      address === ''
        ? 'Please enter your e-mail address.'
        : address.includes('@')
          ? undefined
          : (english['invalid-email'] ?? undefined),
    password: password === '' ? 'Please enter your password.' : undefined,
  }
}

/** The message of all other pages for a failure. */
export function japaneseMessage(error: unknown): string {
  const code = providerCode(error)
  return (code !== undefined && Object.hasOwn(japanese, code) && japanese[code]) || generic.ja
}

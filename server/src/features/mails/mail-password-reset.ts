import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'

interface PasswordReset {
  readonly accountId: string
  readonly token: string
  readonly expiresAt: Date
}

/** Sends the link for a new password. */
export function mailPasswordReset(services: MailServices, tx: Tx, reset: PasswordReset): Promise<void> {
  const { accountId, token, expiresAt } = reset
  return sendLetter(services, tx, accountId, {
    subject: 'パスワードの再設定',
    parts: [
      'パスワードの再設定を受け付けました。次のリンクから新しいパスワードを設定してください。',
      { facts: [['有効期限', instantText(expiresAt)]] },
      { link: linkTo(services, '/password-reset', token), label: '新しいパスワードを設定する' },
      'リンクは一度だけ使えます。お心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。',
    ],
  })
}

/** Replies to a reset request for an account that signs in by the provider and has no password here (D30). */
export function mailProviderAccount(
  services: MailServices,
  tx: Tx,
  { accountId }: { accountId: string },
): Promise<void> {
  return sendLetter(services, tx, accountId, {
    subject: 'パスワードの再設定について',
    parts: [
      'パスワードの再設定を受け付けましたが、お使いのアカウントは動画サービスのアカウントでログインするため、こちらにはパスワードがありません。',
      '次のログイン画面から、動画サービスのアカウントでログインしてください。動画サービスのパスワードも、そちらで再設定できます。',
      { link: linkTo(services, '/firebase-login'), label: 'ログイン画面を開く' },
      'お心当たりのない場合は、このメールを破棄してください。',
    ],
  })
}

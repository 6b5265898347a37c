import type { Tx } from '../../platform/db/transaction.ts'
import { momentInWords } from './in-words.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'

export interface PasswordReset {
  readonly accountId: string
  readonly token: string
  readonly expiresAt: Date
}

/** Sends the link for a new password (D31). */
export function mailPasswordReset(services: MailServices, tx: Tx, reset: PasswordReset): Promise<void> {
  const { accountId, token, expiresAt } = reset
  return sendLetter(services, tx, accountId, {
    subject: 'パスワードの再設定',
    parts: [
      'パスワードの再設定を受け付けました。次のリンクから新しいパスワードを設定してください。',
      { facts: [['有効期限', momentInWords(expiresAt)]] },
      { link: linkTo(services, '/password-reset', token), label: '新しいパスワードを設定する' },
      'リンクは一度だけ使えます。お心当たりのない場合は、このメールを破棄してください。パスワードは変わりません。',
    ],
  })
}

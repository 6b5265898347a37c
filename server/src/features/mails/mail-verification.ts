import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendToUnverified } from './send-letter.ts'

/**
 * Mails the link that verifies the address of an account. `issueLink` runs only if the mail is sent.
 * @returns false if the last mail is less than an hour old, or the account is verified, disabled or without
 *   address
 */
export function mailVerification(
  services: MailServices,
  tx: Tx,
  accountId: string,
  issueLink: () => Promise<{ readonly token: string; readonly expiresAt: Date }>,
): Promise<boolean> {
  return sendToUnverified(services, tx, accountId, async () => {
    const { token, expiresAt } = await issueLink()
    return {
      subject: 'メールアドレスの確認',
      parts: [
        'このメールアドレスで、本人確認管理システムにログインがありました。ご自身の操作であれば、ログインしたブラウザで次のリンクを開き、メールアドレスを確認してください。',
        { facts: [['有効期限', instantText(expiresAt)]] },
        { link: linkTo(services, '/verify-email', token), label: 'メールアドレスを確認する' },
        'リンクは一度だけ使えます。お心当たりのない場合は、このメールを破棄してください。',
      ],
    }
  })
}

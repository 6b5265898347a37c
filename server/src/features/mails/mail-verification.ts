import type { Tx } from '../../platform/db/transaction.ts'
import { momentInWords } from './in-words.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendToUnverified } from './send-letter.ts'

/**
 * Asks whether an unverified address belongs to the person who signed up with it (D56). `issueLink` runs only if the
 * mail is sent; false if the last one is less than an hour old, or the account is verified, disabled or without address.
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
        { facts: [['有効期限', momentInWords(expiresAt)]] },
        { link: linkTo(services, '/verify-email', token), label: 'メールアドレスを確認する' },
        'リンクは一度だけ使えます。お心当たりのない場合は、このメールを破棄してください。',
      ],
    }
  })
}

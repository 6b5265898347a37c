import type { Tx } from '../../platform/db/transaction.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'

/** Answers whoever asked for a new password of an account that has none here: the sister service keeps it (D30). */
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

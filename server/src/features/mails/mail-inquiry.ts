import { limits } from '@kyc/contract/limits.ts'
import type { Config } from '../../platform/config.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import { writeMail } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo } from './send-letter.ts'

interface InquiryLetter {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly subject: string
  readonly message: string
  readonly createdAt: Date
}

type InquiryMailServices = Pick<MailServices, 'mails'> & {
  readonly config: Pick<Config, 'publicUrl' | 'contactTo'>
}

/** Mails an inquiry to `CONTACT_TO`; a reply to the mail goes to the sender of the inquiry (D43). */
export function mailInquiry(services: InquiryMailServices, tx: Tx, inquiry: InquiryLetter): Promise<void> {
  const { id, name, email, subject, message, createdAt } = inquiry
  const letter = {
    subject: 'お問い合わせが届きました',
    replyTo: email,
    parts: [
      `${limits.contactReplyHours}時間以内に回答し、お問い合わせの一覧で対応済みにしてください。`,
      {
        facts: [
          ['受付番号', id],
          ['受付日時', instantText(createdAt)],
          ['氏名', name],
          ['メールアドレス', email, 'exact'],
          ['件名', subject],
        ],
      },
      { quote: message },
      { link: linkTo(services, '/inquiries'), label: 'お問い合わせの一覧を開く' },
    ],
  } as const
  return services.mails.send(
    tx,
    writeMail({ address: services.config.contactTo, name: 'お問い合わせ窓口 ご担当者' }, letter),
  )
}

/**
 * Confirms the receipt of an inquiry to its sender. The address is not verified, so the mail contains only
 * fixed text and the number of the inquiry: with name, subject or message, the form could be used to send
 * spam.
 */
export function mailInquiryReceived(
  services: MailServices,
  tx: Tx,
  { id, email, createdAt }: Pick<InquiryLetter, 'id' | 'email' | 'createdAt'>,
): Promise<void> {
  const letter = {
    subject: 'お問い合わせを受け付けました',
    parts: [
      `お問い合わせありがとうございます。${limits.contactReplyHours}時間以内に、このメールアドレスへ回答いたします。`,
      {
        facts: [
          ['受付番号', id],
          ['受付日時', instantText(createdAt)],
        ],
      },
      'お心当たりのない場合は、どなたかがメールアドレスを誤って入力した可能性があります。このメールを破棄してください。',
    ],
  } as const
  return services.mails.send(tx, writeMail({ address: email, name: null }, letter))
}

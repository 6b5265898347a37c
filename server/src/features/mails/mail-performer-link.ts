import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { clockInJapan } from '@kyc/contract/dates.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import { type Letter, writeMail } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { onRequest } from './on-request.ts'
import { linkTo } from './send-letter.ts'

export interface PerformerLinkMail {
  readonly performerId: string
  readonly email: string
  readonly language: LinkLanguage
  /** The name of the organisation that requests the documents. */
  readonly organisation: string
  readonly url: URL
  readonly expiresAt: Date
  /** The mail reminds of a request that was sent before. */
  readonly again?: boolean
}

/** Mails a performer the link to submit documents (D66). The mail names no person: the address is not verified. */
export function mailPerformerLink(
  services: MailServices,
  tx: Tx,
  { performerId, email, language, organisation, url, expiresAt, again = false }: PerformerLinkMail,
): Promise<void> {
  const until = clockInJapan(expiresAt)
  const letters: Record<LinkLanguage, Letter> = {
    ja: {
      subject: again ? '本人確認書類の提出について（再送）' : '本人確認書類の提出のお願い',
      parts: [
        ...(again
          ? ['お願いしている書類の提出が、まだ完了していません。以前のリンクは使えなくなりました。']
          : []),
        '本人確認書類の提出をお願いします。次のボタンからスマートフォンで開き、案内に沿って撮影してください。',
        {
          facts: [
            ['依頼元', organisation],
            ['有効期限', instantText(expiresAt)],
          ],
        },
        { link: url, label: '書類を提出する' },
        'このリンクはあなた専用です。最初に開いたブラウザだけで利用できます。ほかの人に転送しないでください。',
        ...onRequest(services, '依頼'),
      ],
    },
    en: {
      subject: again ? 'Reminder: your identity documents' : 'Please submit your identity documents',
      language,
      parts: [
        ...(again
          ? ['The documents that we asked for are not complete. The former link no longer works.']
          : []),
        'You are asked to submit identity documents. Open the link below on your phone and follow the instructions.',
        {
          facts: [
            ['Requested by', organisation],
            ['Valid until', `${until.slice(0, 10)} ${until.slice(11, 16)} (Japan time)`],
          ],
        },
        { link: url, label: 'Submit documents' },
        'This link is for you only and works in the first browser that opens it. Please do not forward it.',
        'This mail was sent by the operator of the identity verification system at the request of the organisation named above. If you did not expect it, or if something about the request seems wrong, please submit nothing and inform us here (Japanese or English).',
        { link: linkTo(services, '/contact'), label: 'Report this request' },
      ],
    },
  }
  return services.mails.send(
    tx,
    writeMail({ address: email, name: null }, { ...letters[language], about: [performerId] }),
  )
}

/** A code for the performer, by mail to the address of its link. */
export type CodeMail = Pick<PerformerLinkMail, 'performerId' | 'email' | 'language'> & {
  readonly code: string
}

/** Mails the code that binds another browser to the link. */
export function mailLinkCode(
  { mails }: Pick<MailServices, 'mails'>,
  tx: Tx,
  { performerId, email, language, code }: CodeMail,
): Promise<void> {
  const letters: Record<LinkLanguage, Letter> = {
    ja: {
      subject: '書類の提出の確認コード',
      parts: [
        '書類の提出を別のブラウザで続けるための確認コードです。10分以内に入力してください。',
        { facts: [['確認コード', code, 'exact']] },
        'お心当たりのない場合は、コードを誰にも伝えず、このメールを破棄してください。',
      ],
    },
    en: {
      subject: 'Your code to continue',
      language,
      parts: [
        'Enter this code within ten minutes to continue submitting your documents in another browser.',
        { facts: [['Code', code, 'exact']] },
        'If you did not request it, do not share the code and discard this mail.',
      ],
    },
  }
  return mails.send(
    tx,
    writeMail({ address: email, name: null }, { ...letters[language], about: [performerId] }),
  )
}

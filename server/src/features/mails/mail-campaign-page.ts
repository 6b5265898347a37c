import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { clockInJapan } from '@kyc/contract/dates.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import { type Letter, writeMail } from './letter.ts'
import type { PerformerLinkMail } from './mail-performer-link.ts'
import type { MailServices } from './mail-services.ts'
import { onRequest } from './on-request.ts'
import { linkTo } from './send-letter.ts'

/** Asks a performer to open its page, where something waits (D111). Like all mails to performers, it names no person and no video. */
export function mailCampaignPage(
  services: MailServices,
  tx: Tx,
  { performerId, email, language, organisation, url, expiresAt, again }: PerformerLinkMail,
): Promise<void> {
  const until = clockInJapan(expiresAt)
  const letters: Record<LinkLanguage, Letter> = {
    ja: {
      subject: again ? 'あなたのページのご確認について' : 'あなたのページのご確認のお願い',
      parts: [
        again
          ? 'あなたのページに、まだ手続きの終わっていない契約書や映像があります。署名や回答をするかどうかは、ご自身でお決めいただけます。以前のリンクは使えなくなりました。'
          : 'あなたのページに、ご確認いただきたい契約書や映像があります。署名や回答をするかどうかは、ご自身でお決めいただけます。',
        {
          facts: [
            ['依頼元', organisation],
            ['リンクの有効期限', instantText(expiresAt)],
          ],
        },
        { link: url, label: 'ページを開く' },
        'このリンクはあなた専用です。別のブラウザで開くには、このアドレスに届く確認コードが必要です。ほかの人に転送しないでください。',
        ...onRequest(services, '依頼'),
      ],
    },
    en: {
      subject: again ? 'About your page' : 'Please look at your page',
      language,
      parts: [
        again
          ? 'A contract or footage on your page still waits for you. Whether you sign or answer is your own decision. The former link no longer works.'
          : 'A contract or footage on your page waits for you. Whether you sign or answer is your own decision.',
        {
          facts: [
            ['Requested by', organisation],
            ['Link valid until', `${until.slice(0, 10)} ${until.slice(11, 16)} (Japan time)`],
          ],
        },
        { link: url, label: 'Open your page' },
        'This link is for you only. Another browser needs a code that is mailed to this address. Please do not forward it.',
        'This mail was sent by the operator of the identity verification system at the request of the organisation named above. If you did not expect it, or if something about the request seems wrong, please sign nothing and inform us here (Japanese or English).',
        { link: linkTo(services, '/contact'), label: 'Report this request' },
      ],
    },
  }
  return services.mails.send(
    tx,
    writeMail({ address: email, name: null }, { ...letters[language], about: [performerId] }),
  )
}

import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { clockInJapan } from '@kyc/contract/dates.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import { type Letter, type LetterPart, writeMail } from './letter.ts'
import type { CodeMail } from './mail-performer-link.ts'
import type { MailServices } from './mail-services.ts'
import { onRequest } from './on-request.ts'
import { linkTo } from './send-letter.ts'

// Letters to performers about contracts and their page (D101, D104). They name neither the person nor the video: the address is not
// verified, and others may see a subject.

interface PageMail {
  readonly performerId: string
  readonly email: string
  readonly language: LinkLanguage
  /** The name of the organisation. */
  readonly organisation: string
}

/** A mail with a link to the page. */
interface PageLinkMail extends PageMail {
  readonly url: URL
  readonly expiresAt: Date
}

/** Mails the link to a contract that waits for its signature. */
export function mailSigningLink(
  services: MailServices,
  tx: Tx,
  { signUntil, ...mail }: PageLinkMail & { readonly signUntil: Date },
): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: '契約書のご確認のお願い',
      parts: [
        '契約書と説明書面が届いています。次のボタンから、あなた専用のページで内容をご確認ください。すぐに署名する必要はありません。質問することも、辞退することもできます。',
        {
          facts: [
            ['依頼元', mail.organisation],
            ['署名の期限', instantText(signUntil)],
          ],
        },
        { link: mail.url, label: '契約書を確認する' },
        onlyForYou.ja,
        ...onRequest(services, '依頼'),
      ],
    },
    en: {
      subject: 'A contract for you to review',
      parts: [
        'A contract and an explanation sheet are ready for you. Open the link below to read them on your own page. You do not have to sign at once: you can ask questions, and you can refuse.',
        {
          facts: [
            ['Requested by', mail.organisation],
            ['Sign until', inJapan(signUntil)],
          ],
        },
        { link: mail.url, label: 'Review the contract' },
        onlyForYou.en,
        ...reportEnglish(services),
      ],
    },
  })
}

/** Mails a new link to the page, which ends the former one. */
export function mailPageLink(services: MailServices, tx: Tx, mail: PageLinkMail): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: 'あなたのページの新しいリンク',
      parts: [
        'あなたのページの新しいリンクをお送りします。以前のリンクは使えなくなりました。',
        {
          facts: [
            ['組織', mail.organisation],
            ['有効期限', instantText(mail.expiresAt)],
          ],
        },
        { link: mail.url, label: 'ページを開く' },
        onlyForYou.ja,
      ],
    },
    en: {
      subject: 'A new link to your page',
      parts: [
        'Here is a new link to your page. The former link no longer works.',
        {
          facts: [
            ['Organisation', mail.organisation],
            ['Valid until', inJapan(mail.expiresAt)],
          ],
        },
        { link: mail.url, label: 'Open your page' },
        onlyForYou.en,
      ],
    },
  })
}

/** Reminds of a contract that waits for its signature, with a new link. */
export function mailSigningReminder(services: MailServices, tx: Tx, mail: PageLinkMail): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: '契約書のご確認について',
      parts: [
        'お送りした契約書の手続きが、まだ完了していません。署名するかどうかは、ご自身でお決めいただけます。以前のリンクは使えなくなりました。次のボタンからお進みください。',
        {
          facts: [
            ['依頼元', mail.organisation],
            ['リンクの有効期限', instantText(mail.expiresAt)],
          ],
        },
        { link: mail.url, label: '契約書を確認する' },
        onlyForYou.ja,
        ...onRequest(services, '依頼'),
      ],
    },
    en: {
      subject: 'About the contract that was sent to you',
      parts: [
        'A contract that was sent to you has not been completed. Whether you sign it is your own decision. The former link no longer works: please use the link below.',
        {
          facts: [
            ['Requested by', mail.organisation],
            ['Link valid until', inJapan(mail.expiresAt)],
          ],
        },
        { link: mail.url, label: 'Review the contract' },
        onlyForYou.en,
        ...reportEnglish(services),
      ],
    },
  })
}

/** Mails the code that opens the page in another browser. */
export function mailPageCode(services: MailServices, tx: Tx, mail: CodeMail): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: 'あなたのページの確認コード',
      parts: [
        'あなたのページを別のブラウザで開くための確認コードです。10分以内に入力してください。',
        { facts: [['確認コード', mail.code, 'exact']] },
        keepCode.ja,
      ],
    },
    en: {
      subject: 'Your code to open your page',
      parts: [
        'Enter this code within ten minutes to open your page in another browser.',
        { facts: [['Code', mail.code, 'exact']] },
        keepCode.en,
      ],
    },
  })
}

/** Mails the code that signs a contract. */
export function mailSigningCode(services: MailServices, tx: Tx, mail: CodeMail): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: '署名の確認コード',
      parts: [
        '契約書に署名するための確認コードです。10分以内に入力してください。署名しない場合は、入力しないでください。',
        { facts: [['確認コード', mail.code, 'exact']] },
        keepCode.ja,
      ],
    },
    en: {
      subject: 'Your code to sign',
      parts: [
        'Enter this code within ten minutes to sign the contract. If you do not want to sign, do not enter it.',
        { facts: [['Code', mail.code, 'exact']] },
        keepCode.en,
      ],
    },
  })
}

/** Notifies the performer that a question was answered; the page has the answer. */
export function mailSigningAnswer(services: MailServices, tx: Tx, mail: PageMail): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: 'ご質問への回答が届きました',
      parts: [
        '契約書についてのご質問に、回答が届きました。お送りしたリンクからページを開いてご確認ください。',
        { facts: [['回答した組織', mail.organisation]] },
      ],
    },
    en: {
      subject: 'Your question was answered',
      parts: [
        'Your question about the contract was answered. Open your page with the link that was mailed to you to read the answer.',
        { facts: [['Answered by', mail.organisation]] },
      ],
    },
  })
}

/** Notifies the performer that the signed copy can be downloaded. */
export function mailSignedCopy(services: MailServices, tx: Tx, mail: PageMail): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: '契約書の写しができました',
      parts: [
        '署名した契約書の写しができました。お送りしたリンクからページを開き、ダウンロードして保管してください。受け取った日から、法律で定められた期間を数えます。',
        { facts: [['契約の相手', mail.organisation]] },
      ],
    },
    en: {
      subject: 'Your copy of the contract is ready',
      parts: [
        'Your copy of the signed contract is ready. Open your page with the link that was mailed to you, download the copy and keep it. The periods of the law are counted from the day on which you receive it.',
        { facts: [['Contract with', mail.organisation]] },
      ],
    },
  })
}

/** Notifies the performer that the organisation has taken the offer back. */
export function mailSigningRevoked(services: MailServices, tx: Tx, mail: PageMail): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: '契約書の依頼が取り消されました',
      parts: [
        'お送りした契約書の依頼は取り消されました。この契約書に署名することはできません。',
        { facts: [['依頼元', mail.organisation]] },
      ],
    },
    en: {
      subject: 'The contract was withdrawn',
      parts: [
        'The contract that was sent to you was withdrawn. It can no longer be signed.',
        { facts: [['Requested by', mail.organisation]] },
      ],
    },
  })
}

const onlyForYou = {
  ja: 'このリンクはあなた専用です。別のブラウザで開くには、このアドレスに届く確認コードが必要です。ほかの人に転送しないでください。',
  en: 'This link is for you only. Another browser needs a code that is mailed to this address. Please do not forward it.',
}

export const keepCode = {
  ja: 'お心当たりのない場合は、コードを誰にも伝えず、このメールを破棄してください。',
  en: 'If you did not request it, do not share the code and discard this mail.',
}

function reportEnglish(services: Pick<MailServices, 'config'>): LetterPart[] {
  return [
    'This mail was sent by the operator of the identity verification system at the request of the organisation named above. If you did not expect it, or if something about the request seems wrong, please sign nothing and inform us here (Japanese or English).',
    { link: linkTo(services, '/contact'), label: 'Report this request' },
  ]
}

function inJapan(at: Date): string {
  const text = clockInJapan(at)
  return `${text.slice(0, 10)} ${text.slice(11, 16)} (Japan time)`
}

export function sendToPage(
  { mails }: MailServices,
  tx: Tx,
  { performerId, email, language }: Pick<PageMail, 'performerId' | 'email' | 'language'>,
  letters: Readonly<Record<LinkLanguage, Letter>>,
): Promise<void> {
  const letter = { ...letters[language], language, about: [performerId] }
  return mails.send(tx, writeMail({ address: email, name: null }, letter))
}

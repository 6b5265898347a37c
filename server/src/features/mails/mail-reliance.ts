import { type RelianceEnd, relianceEndLabels } from '@kyc/contract/reliance-vocabulary.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import type { CodeMail } from './mail-performer-link.ts'
import type { MailServices } from './mail-services.ts'
import { keepCode, sendToPage } from './mail-signing-performer.ts'
import { linkTo, mayReceiveMails, sendLetter } from './send-letter.ts'

// Letters about the reuse of an identity check (D126). A letter to an organisation without a record of the performer
// does not name the performer.

/** Mails the 代表 of the organisation whose check may be relied on, which can end the permission. */
export function mailReliancePermitted(
  services: MailServices,
  tx: Tx,
  { performerId, owner, recipient }: { performerId: string; owner: string; recipient: string },
): Promise<void> {
  return sendToRepresentatives(services, tx, owner, {
    subject: '出演者が確認結果の利用を許可しました',
    about: [performerId],
    parts: [
      '出演者ご本人が、ほかの組織に、承認済みの本人確認の結果を使うことを許可しました。書類と画像は提供されません。この許可は、出演者の詳細画面でいつでも終了できます。',
      { facts: [['利用する組織', recipient]] },
      { link: linkTo(services, `/performers/${performerId}`), label: '出演者の詳細を開く' },
    ],
  })
}

/** Mails the 代表 of the organisation that may rely on the check. */
export function mailRelianceOffered(
  services: MailServices,
  tx: Tx,
  { recipient, organisation }: { recipient: string; organisation: string },
): Promise<void> {
  return sendToRepresentatives(services, tx, recipient, {
    subject: '確認済みの出演者を登録できます',
    parts: [
      '出演者ご本人が、ほかの組織で承認された本人確認の結果を使うことを、貴組織に許可しました。出演者一覧から登録してください。',
      { facts: [['確認した組織', organisation]] },
      { link: linkTo(services, '/performers'), label: '出演者一覧を開く' },
    ],
  })
}

/** Mails the organisation whose record no longer has an identity that another one has checked. */
export async function mailRelianceEnded(
  services: MailServices,
  tx: Tx,
  ended: { performerId: string; recipient: string; organisation: string; by: RelianceEnd },
): Promise<void> {
  const { performerId, recipient, organisation, by } = ended
  const after =
    by === 'documents'
      ? '提出された書類が承認されたため、ほかの組織の確認による登録は終了しました。必要な操作はありません。'
      : 'ほかの組織の確認による本人確認は、この出演者には使えなくなりました。公開を続けるには、書類を提出してください。'
  await sendToRepresentatives(services, tx, recipient, {
    subject: '確認結果の利用が終了しました',
    about: [performerId],
    parts: [
      after,
      {
        facts: [
          ['確認した組織', organisation],
          ['理由', relianceEndLabels[by]],
        ],
      },
      { link: linkTo(services, `/performers/${performerId}`), label: '出演者の詳細を開く' },
    ],
  })
}

/** Mails the code that permits another organisation to rely on the approval (D126). */
export function mailRelianceCode(
  services: MailServices,
  tx: Tx,
  mail: CodeMail & { readonly recipient: string },
): Promise<void> {
  return sendToPage(services, tx, mail, {
    ja: {
      subject: '確認結果の利用を許可する確認コード',
      parts: [
        '承認済みの本人確認の結果を、次の組織が使うことを許可するための確認コードです。10分以内に入力してください。許可しない場合は、入力しないでください。',
        {
          facts: [
            ['利用する組織', mail.recipient],
            ['確認コード', mail.code, 'exact'],
          ],
        },
        keepCode.ja,
      ],
    },
    en: {
      subject: 'Your code to permit the use of your verification',
      parts: [
        'Enter this code within ten minutes to permit the following organisation to rely on your approved verification. If you do not want to permit it, do not enter the code.',
        {
          facts: [
            ['Organisation', mail.recipient],
            ['Code', mail.code, 'exact'],
          ],
        },
        keepCode.en,
      ],
    },
  })
}

async function sendToRepresentatives(
  services: MailServices,
  tx: Tx,
  organisation: string,
  letter: Letter,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT account.id FROM active_membership m JOIN account ON account.id = m.account_id
    WHERE m.organisation_id = ${organisation}::uuid AND m.role = 'representative' AND ${mayReceiveMails}
    ORDER BY account.id`.execute(tx)
  for (const { id } of rows) await sendLetter(services, tx, id, letter)
}

import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, mayReceiveMails, sendLetter } from './send-letter.ts'

/** A signing that was sent. */
interface SentSigning {
  readonly performer_id: string
  readonly video_id: string
  /** The organisation that offers the contract. */
  readonly owner_id: string
  readonly sent_by: string | null
}

/** What a performer has done about a contract. */
export type SigningNews = 'question' | 'refused' | 'signed' | 'received'

const letters: Readonly<Record<SigningNews, { readonly subject: string; readonly text: string }>> = {
  question: {
    subject: '出演者から契約書についての質問が届きました',
    text: 'お送りいただいた契約書について、出演者ご本人から質問が届きました。回答するまで署名はできません。内容をご確認のうえ、回答してください。',
  },
  refused: {
    subject: '出演者が契約書への署名を辞退しました',
    text: 'お送りいただいた契約書への署名を、出演者ご本人が辞退しました。理由をお尋ねになることはできません。',
  },
  signed: {
    subject: '契約書への署名が完了しました',
    text: 'お送りいただいた契約書に出演者ご本人が署名し、署名済みの契約書ができました。ご確認のうえ、保管してください。',
  },
  received: {
    subject: '出演者が契約書の写しを受け取りました',
    text: '署名済みの契約書の写しを、出演者ご本人が受け取りました。撮影できる最初の日を、動画のページでご確認ください。',
  },
}

/**
 * Notifies the account that sent a contract; if it has left the organisation or may not receive mails, every 代表 of the
 * organisation. The letter names neither the performer nor the video.
 */
export async function mailSigningSender(
  services: MailServices,
  tx: Tx,
  signing: SentSigning,
  news: SigningNews,
): Promise<void> {
  const { subject, text } = letters[news]
  const page = `/videos/${signing.video_id}/signings/${signing.performer_id}`
  const letter: Letter = {
    subject,
    about: [signing.performer_id],
    parts: [text, { link: linkTo(services, page), label: '署名の依頼を開く' }],
  }
  for (const account of await recipientsOf(tx, signing)) await sendLetter(services, tx, account, letter)
}

async function recipientsOf(tx: Tx, { owner_id, sent_by }: SentSigning): Promise<string[]> {
  const { rows } = await sql<{ id: string; sent: boolean }>`
    SELECT account.id, account.id = ${sent_by}::uuid AS sent FROM account
    WHERE ${mayReceiveMails} AND (
      account.id = ${sent_by}::uuid AND account.role IN ('admin', 'superadmin')
      OR EXISTS (SELECT FROM active_membership m WHERE m.account_id = account.id AND m.organisation_id = ${owner_id}::uuid
        AND (m.role = 'representative' OR account.id = ${sent_by}::uuid)))
    ORDER BY account.id`.execute(tx)
  const sender = rows.filter(({ sent }) => sent)
  return (sender.length > 0 ? sender : rows).map(({ id }) => id)
}

import type { DocumentType, RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels, rejectionReasons } from '@kyc/contract/labels.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Letter } from './letter.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo } from './send-letter.ts'
import { type RecordEvent, sendToMembers } from './send-to-members.ts'

interface Decided {
  readonly ownerId: string
  readonly registeredBy: string
  readonly performerId: string
}

interface Rejection extends Decided {
  readonly documentType: DocumentType
  readonly codes: readonly RejectionCode[]
  /** For the members; the internal note is not part of the mail. */
  readonly message: string
}

/** Notifies the members that a document was rejected, with reasons and message (D13). */
export async function mailRejection(services: MailServices, tx: Tx, rejection: Rejection): Promise<void> {
  const { performerId, documentType, codes, message } = rejection
  const letter: Letter = {
    subject: '書類が差し戻されました',
    parts: [
      '登録された書類を確認した結果、差し戻しとなりました。内容をご確認のうえ、該当の書類を再提出してください。',
      {
        facts: [
          ['出演者', await nameOf(tx, performerId)],
          ['書類', documentTypeLabels[documentType]],
          ['理由', codes.map((code) => rejectionReasons[code].label).join('、')],
        ],
      },
      { quote: message },
      { link: linkTo(services, `/performers/${performerId}`), label: '出演者の詳細を開く' },
    ],
  }
  await send(services, tx, rejection, 'rejected', letter)
}

/** Notifies the members that the performer is approved: all required documents are verified (D12). */
export async function mailApproved(services: MailServices, tx: Tx, decided: Decided): Promise<void> {
  const { performerId } = decided
  const letter: Letter = {
    subject: '出演者が承認されました',
    parts: [
      '登録された出演者の書類の審査が終わり、承認されました。',
      { facts: [['出演者', await nameOf(tx, performerId)]] },
      { link: linkTo(services, `/performers/${performerId}`), label: '出演者の詳細を開く' },
    ],
  }
  await send(services, tx, decided, 'approved', letter)
}

function send(
  services: MailServices,
  tx: Tx,
  { ownerId, registeredBy, performerId }: Decided,
  kind: RecordEvent['kind'],
  letter: Letter,
): Promise<void> {
  const events = [{ performerId, registeredBy, kind }]
  return sendToMembers(services, tx, { organisation: ownerId, events }, () => letter)
}

/** Not private to the members, who see the record. */
async function nameOf(tx: Tx, performerId: string): Promise<string> {
  const { last_name, first_name } = await tx
    .selectFrom('performer')
    .select(['last_name', 'first_name'])
    .where('id', '=', performerId)
    .executeTakeFirstOrThrow()
  return `${last_name} ${first_name}`
}

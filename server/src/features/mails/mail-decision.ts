import type { DocumentType, PaperType, RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels, paperTypeLabels } from '@kyc/contract/labels.ts'
import type { PaperRejectionCode } from '@kyc/contract/paper-checks.ts'
import { reasonOf } from '@kyc/contract/rejection-reasons.ts'
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

export interface RejectedDocument {
  readonly documentType: DocumentType
  readonly codes: readonly RejectionCode[]
  /** For the members; the internal note is not part of the mail. */
  readonly message: string
}

interface Rejection extends Decided {
  /** What one call rejected. */
  readonly documents: readonly RejectedDocument[]
  /** The case accepts no resubmission (D78). */
  readonly closed: boolean
}

/** Notifies the members that documents were rejected, with reasons and messages (D13). */
export async function mailRejection(services: MailServices, tx: Tx, rejection: Rejection): Promise<void> {
  const { performerId, documents, closed } = rejection
  const name = await nameOf(tx, performerId)
  const letter: Letter = {
    subject: closed ? '書類が差し戻され、審査が終了しました' : '書類が差し戻されました',
    parts: [
      closed
        ? '登録された書類を確認した結果、差し戻しとなり、審査を終了しました。再提出はできません。ご不明な点は、お問い合わせください。'
        : '登録された書類を確認した結果、差し戻しとなりました。内容をご確認のうえ、該当の書類を再提出してください。',
      ...documents.flatMap(({ documentType, codes, message }, index) => [
        {
          facts: [
            ...(index === 0 ? [['出演者', name] as const] : []),
            ['書類', documentTypeLabels[documentType]] as const,
            ['理由', codes.map((code) => reasonOf(code)).join('、')] as const,
          ],
        },
        { quote: message },
      ]),
      { link: linkTo(services, `/performers/${performerId}`), label: '出演者の詳細を開く' },
      ...(closed ? [{ link: linkTo(services, '/contact'), label: 'お問い合わせ' }] : []),
    ],
  }
  await send(services, tx, rejection, 'rejected', letter)
}

/** Notifies the members that a contract or an explanation sheet was rejected (D91). */
export async function mailPaperRejection(
  services: MailServices,
  tx: Tx,
  rejection: Decided & {
    readonly videoId: string
    readonly paperType: PaperType
    readonly codes: readonly PaperRejectionCode[]
    readonly message: string
  },
): Promise<void> {
  const { performerId, videoId, paperType, codes, message } = rejection
  const { title } = await tx
    .selectFrom('video')
    .select('title')
    .where('id', '=', videoId)
    .executeTakeFirstOrThrow()
  const letter: Letter = {
    subject: `${paperTypeLabels[paperType]}が差し戻されました`,
    parts: [
      '提出された書類を確認した結果、差し戻しとなりました。内容をご確認のうえ、再提出してください。',
      {
        facts: [
          ['動画', title],
          ['出演者', await nameOf(tx, performerId)],
          ['書類', paperTypeLabels[paperType]],
          ['理由', codes.map((code) => reasonOf(code)).join('、')],
        ],
      },
      { quote: message },
      { link: linkTo(services, `/videos/${videoId}`), label: '動画を開く' },
    ],
  }
  await send(services, tx, rejection, 'rejected', letter)
}

/** Notifies the members that a rejected document was approved after all, with the reason (D11). */
export async function mailRevised(
  services: MailServices,
  tx: Tx,
  revised: Decided & { readonly documentType: DocumentType; readonly reason: string | null },
): Promise<void> {
  const { performerId, documentType, reason } = revised
  const letter: Letter = {
    subject: '書類の判断が変更されました',
    parts: [
      '差し戻した書類を確認し直した結果、承認となりました。この書類の再提出は必要ありません。',
      {
        facts: [
          ['出演者', await nameOf(tx, performerId)],
          ['書類', documentTypeLabels[documentType]],
        ],
      },
      ...(reason === null ? [] : [{ quote: reason }]),
      { link: linkTo(services, `/performers/${performerId}`), label: '出演者の詳細を開く' },
    ],
  }
  await send(services, tx, revised, 'revised', letter)
}

/**
 * Notifies the members that names or date of birth were changed and the approval of a document therefore ended (D117).
 */
export async function mailWithdrawn(
  services: MailServices,
  tx: Tx,
  withdrawn: Decided & { readonly documentType: DocumentType; readonly reason: string | null },
): Promise<void> {
  const { performerId, documentType, reason } = withdrawn
  const letter: Letter = {
    subject: '書類の承認が取り消されました',
    parts: [
      '氏名または生年月日が変更されたため、書類の承認を取り消しました。書類をもう一度確認します。再提出は必要ありません。',
      {
        facts: [
          ['出演者', await nameOf(tx, performerId)],
          ['書類', documentTypeLabels[documentType]],
        ],
      },
      ...(reason === null ? [] : [{ quote: reason }]),
      { link: linkTo(services, `/performers/${performerId}`), label: '出演者の詳細を開く' },
    ],
  }
  await send(services, tx, withdrawn, 'revised', letter)
}

/** Notifies the members that a closed case was reopened, with the reason. */
export async function mailReopened(
  services: MailServices,
  tx: Tx,
  reopened: Decided & { readonly reason: string },
): Promise<void> {
  const { performerId, reason } = reopened
  const letter: Letter = {
    subject: '審査が再開されました',
    parts: [
      '終了していた審査を再開しました。差し戻された書類は、再提出できます。',
      { facts: [['出演者', await nameOf(tx, performerId)]] },
      { quote: reason },
      { link: linkTo(services, `/performers/${performerId}`), label: '出演者の詳細を開く' },
    ],
  }
  await send(services, tx, reopened, 'reopened', letter)
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
  return sendToMembers(services, tx, { organisation: ownerId, events }, () => ({
    ...letter,
    about: [performerId],
  }))
}

/** The name of the performer. The mail may contain it, because the members see the record. */
async function nameOf(tx: Tx, performerId: string): Promise<string> {
  const { last_name, first_name } = await tx
    .selectFrom('performer')
    .select(['last_name', 'first_name'])
    .where('id', '=', performerId)
    .executeTakeFirstOrThrow()
  return `${last_name} ${first_name}`
}

import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import { type StatedDetail, statedDetailsText } from '@kyc/contract/performer-link-progress.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'

/** What the account still has to do after the performer has finished. */
interface LeftToDo {
  readonly missing: readonly DocumentType[]
  readonly differs: readonly StatedDetail[]
}

/**
 * Notifies the account that made a link that the performer has finished. Sends the mail at once, but none if another
 * account registered the record and the recipient has chosen no mails about such records.
 */
export async function mailLinkDone(
  services: MailServices,
  tx: Tx,
  { performer_id, created_by }: { readonly performer_id: string; readonly created_by: string },
  left: LeftToDo,
): Promise<void> {
  const { record_mails, registered_by } = await tx
    .selectFrom('account')
    .innerJoin('performer', (join) => join.on('performer.id', '=', performer_id))
    .select(['account.record_mails', 'performer.registered_by'])
    .where('account.id', '=', created_by)
    .executeTakeFirstOrThrow()
  const isOwn = registered_by === created_by
  if (record_mails === 'off' && !isOwn) return
  const wayOut = [
    'ほかのメンバーが登録した記録です。受け取り方は、アカウントの「お知らせメール」で変更できます。',
    { link: linkTo(services, '/account'), label: '受け取り方を変更する' },
  ]
  await sendLetter(services, tx, created_by, {
    subject: '出演者本人による提出が完了しました',
    about: [performer_id],
    parts: [
      'お送りいただいたリンクから、出演者ご本人が書類を提出し、手続きを完了しました。内容をご確認ください。',
      ...leftToDo(left),
      { link: linkTo(services, `/performers/${performer_id}`), label: '出演者の詳細を開く' },
      ...(isOwn ? [] : wayOut),
    ],
  })
}

function leftToDo({ missing, differs }: LeftToDo): string[] {
  const documents = missing.map((type) => documentTypeLabels[type]).join('、')
  const details = statedDetailsText(differs)
  return [
    ...(documents === '' ? [] : [`まだ提出されていない書類：${documents}`]),
    ...(details === ''
      ? []
      : [`ご本人が入力した${details}は、登録と異なります。ご本人に確認し、違っている方を直してください。`]),
  ]
}

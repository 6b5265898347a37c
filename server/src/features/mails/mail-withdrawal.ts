import type { Tx } from '../../platform/db/transaction.ts'
import { instantText } from './instant-text.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'
import { sendToOffice } from './send-to-office.ts'

interface Withdrawal {
  readonly organisationId: string
  readonly videoId: string
  readonly performerId: string
  readonly at: Date
}

/**
 * Mails every member of the organisation and the office that a performer has cancelled its contract (13条): all of them at once,
 * whatever they have chosen for other mails and also while the organisation is disabled, because publication must stop. The mail names
 * neither the person nor the title.
 */
export async function mailWithdrawal(
  services: MailServices,
  tx: Tx,
  { organisationId, videoId, performerId, at }: Withdrawal,
): Promise<void> {
  const letter = {
    subject: '契約の任意解除の通知がありました',
    about: [performerId],
    parts: [
      '出演者ご本人が、専用ページで作品の契約を解除しました（任意解除）。解除はすでに効力を生じています。理由をお尋ねになることはできません。',
      '公開中の場合は、すべての公開先での公開をただちに停止し、動画の画面に公開を終了した日を記録してください。新しい公開はできません。',
      { facts: [['受付日時', instantText(at)]] as const },
      { link: linkTo(services, `/videos/${videoId}`), label: '動画の詳細を開く' },
    ],
  }
  const members = await tx
    .selectFrom('membership')
    .innerJoin('account', 'account.id', 'membership.account_id')
    .select('account.id')
    .where('organisation_id', '=', organisationId)
    .where('left_at', 'is', null)
    .where('account.role', '=', 'user')
    .execute()
  for (const { id } of members) await sendLetter(services, tx, id, letter)
  await sendToOffice(services, tx, letter)
}

import { addDays, dateInWords } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { MailServices } from './mail-services.ts'
import { linkTo, sendLetter } from './send-letter.ts'

const texts = {
  cancelled: {
    subject: '解約を承りました',
    lead: '次の組織の解約を承りました。最終日までは、これまでと同じようにご利用いただけます。お心当たりのない場合は、お問い合わせください。',
  },
  withdrawn: {
    subject: '解約を取り消しました',
    lead: '次の組織の解約を取り消しました。続けてご利用いただけます。',
  },
  ending: {
    subject: 'まもなく組織の利用を停止します',
    lead: '解約された次の組織は、最終日を過ぎると利用を停止します。続けてご利用になる場合は、それまでにお問い合わせください。',
  },
  stopped: {
    subject: '組織の利用を停止しました',
    lead: '解約された次の組織の利用を停止しました。再びご利用になる場合は、お問い合わせください。',
  },
} as const

interface Cancellation {
  readonly id: string
  readonly name: string
  /** YYYY-MM-DD. */
  readonly cancelledOn: string
  readonly state: keyof typeof texts
}

/** Mails every 代表 of an organisation about its cancellation (D64). */
export async function mailCancellation(
  services: MailServices,
  tx: Tx,
  { id, name, cancelledOn, state }: Cancellation,
): Promise<void> {
  const representatives = await tx
    .selectFrom('membership')
    .select('account_id')
    .where('organisation_id', '=', id)
    .where('role', '=', 'representative')
    .where('left_at', 'is', null)
    .execute()
  const { subject, lead } = texts[state]
  const lastDay = dateInWords(addDays(cancelledOn, limits.policy.contentKeptDays))
  for (const { account_id } of representatives) {
    await sendLetter(services, tx, account_id, {
      subject,
      parts: [
        lead,
        {
          facts: [
            ['組織', name],
            ['解約日', dateInWords(cancelledOn)],
            ...(state === 'withdrawn' ? [] : [['ご利用の最終日', lastDay] as const]),
          ],
        },
        '利用を停止した後も、出演者の本人確認に関する記録は、法令上の期間が終わるまで保管します。',
        { link: linkTo(services, '/cancellation'), label: 'キャンセルポリシーを開く' },
      ],
    })
  }
}

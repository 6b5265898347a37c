import { dayInJapan } from '@kyc/contract/dates.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { mailWithdrawal } from '../../mails/mail-withdrawal.ts'
import type { SigningServices } from '../signing-services.ts'
import { changeOwnTitle } from './change-own-title.ts'
import { lockOwnTitle, type TitleAct } from './lock-own-title.ts'

/**
 * Cancels the contract of a title without a reason (13条, D104). It counts when it is made: the transaction closes the gate, so that a
 * publication is either recorded before it or refused, and mails the organisation and the office. A repeated call changes nothing, nor
 * does one about a contract that has ended otherwise. Whether the period of article 13 has ended is not asked: that is decided
 * afterwards, by an admin.
 */
export function withdrawAppearance(services: SigningServices, act: TitleAct): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const title = await lockOwnTitle(services, tx, act)
    if (title.facts.ended) return
    const at = services.clock.now()
    await changeOwnTitle(services, tx, title, {
      ip: act.ip,
      change: 'appearance_cancelled',
      facts: { ended: { kind: 'cancelled', on: dayInJapan(at) } },
    })
    const { ownerId, videoId, link } = title
    await mailWithdrawal(services, tx, {
      organisationId: ownerId,
      videoId,
      performerId: link.performer_id,
      at,
    })
  })
}

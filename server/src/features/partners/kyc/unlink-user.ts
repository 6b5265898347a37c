import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutAccount } from '../../audit/about.ts'
import type { PartnerAct } from '../act-on-partner.ts'
import { endWaitingAddresses } from '../api/address-repository.ts'
import { lockPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { endKycSessions } from './kyc-session-repository.ts'

/**
 * Undoes the link of a partner's user to an account, so that the user can link the own account. Open KYC sessions and one-time
 * addresses of the user end, since one of them would restore the link.
 */
export function unlinkUser(
  services: PartnerServices,
  { actor, id, ip, userId }: PartnerAct & { readonly userId: string },
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const partner = await lockPartner(tx, id)
    const link = await tx
      .deleteFrom('partner_user')
      .where('partner_id', '=', partner.id)
      .where('user_id', '=', userId)
      .returning('account_id')
      .executeTakeFirst()
    if (!link) throw new Problem('KYC_USER_NOT_LINKED', { field: 'userId' })
    await endWaitingAddresses(tx, partner.id, userId)
    await endKycSessions(tx, partner.id, userId)
    await services.audit.record(tx, { actor, ip }, 'update', aboutAccount(link.account_id), {
      before: { partnerUser: userId },
      after: { partnerUser: null },
      partnerName: partner.name,
    })
  })
}

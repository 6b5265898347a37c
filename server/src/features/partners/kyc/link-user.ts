import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { PartnerServices } from '../partner-services.ts'
import { bindVisit, type VisitRow } from './kyc-session-repository.ts'
import type { SignedInPerson } from './signed-in-person.ts'

/**
 * Makes the account the partner's user, and the visit the account's (D33). The same again changes nothing.
 * @throws Problem KYC_SESSION_MISMATCH if the visit is another account's; KYC_USER_LINKED if the partner's user is
 */
export async function linkUser(
  services: Pick<PartnerServices, 'audit' | 'clock'>,
  tx: Tx,
  { visit, person, ip }: { visit: VisitRow; person: SignedInPerson; ip: string | null },
): Promise<void> {
  const { accountId } = person
  if (visit.account_id !== null && visit.account_id !== accountId) throw new Problem('KYC_SESSION_MISMATCH')
  const link = { partner_id: visit.partner_id, user_id: visit.user_id, account_id: accountId }
  const made = await tx
    .insertInto('partner_user')
    .values({ ...link, created_at: services.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!made && (await linkedAccount(tx, visit)) !== accountId) throw new Problem('KYC_USER_LINKED')
  if (visit.account_id === null) await bindVisit(tx, visit.id, accountId)
  if (!made) return
  await services.audit.record(tx, {
    ...{
      actor: accountId,
      action: 'update',
      resourceType: 'user',
      resourceId: accountId,
      owner: accountId,
      ip,
    },
    details: {
      before: { partnerUser: null },
      after: { partnerUser: visit.user_id },
      partnerName: visit.partner_name,
    },
  })
}

async function linkedAccount(tx: Tx, { partner_id, user_id }: VisitRow): Promise<string | undefined> {
  const row = await tx
    .selectFrom('partner_user')
    .select('account_id')
    .where('partner_id', '=', partner_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.account_id
}

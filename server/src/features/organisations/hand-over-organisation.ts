import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { AccountId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { lockAsRepresentative, type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { getOrganisation } from './get-organisation.ts'
import { findMembership, setMemberRole } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/** Makes another member a representative in place of the actor, who becomes staff. */
export function handOverOrganisation(
  services: OrganisationServices,
  act: OrganisationAct,
  accountId: AccountId,
): Promise<Organisation> {
  return inTransaction(services.db, async (tx) => {
    await lockAsRepresentative(tx, act)
    const member = await findMembership(tx, act.id, accountId)
    if (!member || member.left) throw new Problem('MEMBER_NOT_FOUND')
    if (accountId === act.actor.id || member.disabled) throw new Problem('CONFLICT', { field: 'accountId' })
    await setMemberRole(tx, act.id, accountId, 'representative')
    await setMemberRole(tx, act.id, act.actor.id, 'staff')
    await recordOrganisation(services, tx, act, 'handed_over', { member: member.name, memberId: accountId })
    return getOrganisation(tx, act.actor, act.id)
  })
}

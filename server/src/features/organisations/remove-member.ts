import { inTransaction } from '../../platform/db/transaction.ts'
import type { AccountId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { lockAsMember, type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { requireOtherRepresentative } from './change-member-role.ts'
import { endMembership, findMembership } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/**
 * Removes a member; a member removes itself to leave. The records stay with the organisation. Removing a former
 * member again changes nothing.
 */
export function removeMember(
  services: OrganisationServices,
  act: OrganisationAct,
  accountId: AccountId,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const isLeaving = act.actor.id === accountId
    const { isRepresentative } = await lockAsMember(tx, act)
    if (!isLeaving && !isRepresentative) throw new Problem('ORGANISATION_ROLE')
    const member = await findMembership(tx, act.id, accountId)
    if (!member) throw new Problem('MEMBER_NOT_FOUND')
    if (member.left) return
    if (member.role === 'representative') await requireOtherRepresentative(tx, act.id, accountId)
    await endMembership(tx, { organisation: act.id, accountId, at: services.clock.now() })
    await recordOrganisation(services, tx, act, isLeaving ? 'member_left' : 'member_removed', {
      member: member.name,
      memberId: accountId,
      memberRole: member.role,
    })
  })
}

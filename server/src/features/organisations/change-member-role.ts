import type { Organisation } from '@kyc/contract/organisation-members.ts'
import type { MemberRole } from '@kyc/contract/organisations.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { AccountId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { lockAsRepresentative, type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { getOrganisation } from './get-organisation.ts'
import { findMembership, hasOtherRepresentative, setMemberRole } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/** Changes the role of a member, also of the actor. */
export function changeMemberRole(
  services: OrganisationServices,
  act: OrganisationAct,
  { accountId, role }: { readonly accountId: AccountId; readonly role: MemberRole },
): Promise<Organisation> {
  return inTransaction(services.db, async (tx) => {
    await lockAsRepresentative(tx, act)
    const member = await findMembership(tx, act.id, accountId)
    if (!member || member.left) throw new Problem('MEMBER_NOT_FOUND')
    if (member.role !== role) {
      if (member.role === 'representative') await requireOtherRepresentative(tx, act.id, accountId)
      await setMemberRole(tx, act.id, accountId, role)
      await recordOrganisation(services, tx, act, 'member_role', {
        member: member.name,
        memberId: accountId,
        before: { memberRole: member.role },
        after: { memberRole: role },
      })
    }
    return getOrganisation(tx, act.actor, act.id)
  })
}

/** Ensures that the organisation keeps a representative when the account stops being one. */
export async function requireOtherRepresentative(
  tx: Tx,
  organisation: string,
  accountId: AccountId,
): Promise<void> {
  if (!(await hasOtherRepresentative(tx, organisation, accountId))) throw new Problem('LAST_REPRESENTATIVE')
}

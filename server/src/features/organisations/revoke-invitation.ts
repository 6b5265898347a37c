import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { lockAsRepresentative, type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { deleteInvitation } from './invitations-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/** Revokes an invitation of the organisation. An account that it created stays. */
export function revokeInvitation(
  services: OrganisationServices,
  act: OrganisationAct,
  invitationId: string,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    await lockAsRepresentative(tx, act)
    const invitation = await deleteInvitation(tx, act.id, invitationId)
    if (!invitation) throw new Problem('INVITATION_NOT_FOUND')
    const { name, email, role } = invitation
    await recordOrganisation(services, tx, act, 'invitation_revoked', {
      member: name,
      email,
      memberRole: role,
    })
  })
}

import type { OwnInvitation } from '@kyc/contract/organisation-members.ts'
import type { Actor } from '../access/actor.ts'
import { findOwnInvitations } from './invitations-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/** The organisations that the actor may join. */
export async function listOwnInvitations(
  { db, clock }: OrganisationServices,
  actor: Actor,
): Promise<OwnInvitation[]> {
  const rows = await findOwnInvitations(db, actor, clock.now())
  return rows.map((row) => ({
    organisation: { id: row.organisation_id, name: row.organisation_name, kind: row.kind },
    role: row.role,
    invitedBy: row.invited_by,
    expiresAt: row.expires_at.toISOString(),
  }))
}

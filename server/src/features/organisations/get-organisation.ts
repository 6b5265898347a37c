import type { MemberInvitation, Organisation } from '@kyc/contract/organisation-members.ts'
import type { Db } from '../../platform/db/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { findInvitations, type InvitationRow } from './invitations-repository.ts'
import { findMembers, findOrganisation, type OrganisationRow } from './organisations-repository.ts'

export async function getVisibleOrganisation(db: Db, actor: Actor, id: string): Promise<OrganisationRow> {
  const row = await findOrganisation(db, actor, id)
  if (!row) throw new Problem('ORGANISATION_NOT_FOUND')
  return row
}

/** The organisation with its members and invitations, for its members and the office. */
export async function getOrganisation(db: Db, actor: Actor, id: string): Promise<Organisation> {
  const row = await getVisibleOrganisation(db, actor, id)
  const members = await findMembers(db, id)
  const invitations = await findInvitations(db, id)
  return {
    id,
    name: row.name,
    kind: row.kind,
    disabledReason: row.disabled_reason,
    createdAt: row.created_at.toISOString(),
    legalName: row.legal_name,
    contact: row.contact,
    signingWaitDays: row.signing_wait_days,
    approvedAt: row.approved_at?.toISOString() ?? null,
    cancelledOn: row.cancelled_on,
    version: row.version,
    members: members.map((member) => ({ ...member, joinedAt: member.joinedAt.toISOString() })),
    invitations: invitations.map(presentInvitation),
  }
}

export function presentInvitation(row: InvitationRow): MemberInvitation {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    invitedAt: row.invited_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}

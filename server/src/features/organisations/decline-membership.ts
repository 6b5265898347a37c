import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { findOwnInvitations, takeInvitation } from './invitations-repository.ts'
import { listOwn } from './list-own.ts'
import { lockOrganisation } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/** Declines the invitation of the own address. */
export function declineMembership(services: OrganisationServices, act: OrganisationAct): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const organisation = await lockOrganisation(tx, act.id)
    const invitation = organisation && (await takeInvitation(tx, act.actor, act.id, services.clock.now()))
    if (!invitation) throw new Problem('INVITATION_NOT_FOUND')
    await recordOrganisation(services, tx, act, 'invitation_declined', { email: invitation.email })
  })
}

/**
 * Throws the 404 of a path that needs an invitation of the actor. A membership counts as one, so that a repeated
 * acceptance gets the same reply.
 */
export async function requireOwnInvitation(
  services: OrganisationServices,
  actor: Actor,
  id: string,
): Promise<void> {
  const { db, clock } = services
  const invited = (await findOwnInvitations(db, actor, clock.now())).some(
    (each) => each.organisation_id === id,
  )
  if (!invited && !(await isMember(db, actor, id))) throw new Problem('INVITATION_NOT_FOUND')
}

async function isMember(db: Db, actor: Actor, id: string): Promise<boolean> {
  return (await listOwn(db, actor)).some((each) => each.id === id)
}

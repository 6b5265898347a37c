import type { OwnOrganisation } from '@kyc/contract/organisations.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { takeInvitation } from './invitations-repository.ts'
import { listOwn } from './list-own.ts'
import { addMember, lockOrganisation } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/**
 * Joins the organisation by the invitation of the own address, which must be verified. A repeated call
 * changes nothing.
 */
export function acceptMembership(
  services: OrganisationServices,
  act: OrganisationAct,
): Promise<OwnOrganisation> {
  const { actor, id } = act
  return inTransaction(services.db, async (tx) => {
    const organisation = await lockOrganisation(tx, id)
    const at = services.clock.now()
    const invitation = organisation && (await takeInvitation(tx, actor, id, at))
    if (!invitation) return getOwn(tx, actor, id)
    if (organisation.disabled_reason !== null) throw new Problem('ORGANISATION_DISABLED')
    await addMember(tx, { organisation: id, accountId: actor.id, role: invitation.role, at })
    const joined = await getOwn(tx, actor, id)
    await recordOrganisation(services, tx, act, 'member_joined', {
      member: invitation.name,
      memberId: actor.id,
      memberRole: joined.role,
    })
    return joined
  })
}

async function getOwn(db: Db, actor: Actor, id: string): Promise<OwnOrganisation> {
  const own = (await listOwn(db, actor)).find((each) => each.id === id)
  if (!own) throw new Problem('INVITATION_NOT_FOUND')
  return own
}

import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { organisationChangeLabels } from '@kyc/contract/organisation-labels.ts'
import { mayManageMembers } from '@kyc/contract/organisation-members.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, readsAll } from '../access/actor.ts'
import { aboutOrganisation } from '../audit/about.ts'
import { withMaskedAddresses } from '../audit/mask-address.ts'
import { findMembership, type LockedOrganisation, lockOrganisation } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/** An act on an organisation. */
export interface OrganisationAct {
  readonly actor: Actor
  readonly id: string
  readonly ip: string | null
}

/**
 * Locks the organisation for an act of one of its members, whose membership cannot end before the transaction.
 */
export async function lockAsMember(
  tx: Tx,
  { actor, id }: Pick<OrganisationAct, 'actor' | 'id'>,
): Promise<LockedOrganisation & { readonly isRepresentative: boolean }> {
  const organisation = await lockOrganisation(tx, id)
  if (!organisation) throw new Problem('ORGANISATION_NOT_FOUND')
  const own = await findMembership(tx, id, actor.id)
  if (!own || own.left) throw new Problem(readsAll(actor) ? 'ORGANISATION_ROLE' : 'ORGANISATION_NOT_FOUND')
  if (organisation.disabled_reason !== null) throw new Problem('ORGANISATION_DISABLED')
  return { ...organisation, isRepresentative: mayManageMembers(own.role) }
}

/** `lockAsMember` for an act that only the role 代表 permits. */
export async function lockAsRepresentative(
  tx: Tx,
  act: Pick<OrganisationAct, 'actor' | 'id'>,
): Promise<LockedOrganisation> {
  const { isRepresentative, ...organisation } = await lockAsMember(tx, act)
  if (!isRepresentative) throw new Problem('ORGANISATION_ROLE')
  return organisation
}

/** Records an act in its transaction; the members of the organisation may read the entry (D3). */
export function recordOrganisation(
  { audit }: OrganisationServices,
  tx: Tx,
  { actor, id, ip }: OrganisationAct,
  change: keyof typeof organisationChangeLabels,
  details: AuditDetails = {},
): Promise<void> {
  return audit.record(tx, { actor, ip }, 'update', aboutOrganisation(id), {
    change,
    ...withMaskedAddresses(details),
  })
}

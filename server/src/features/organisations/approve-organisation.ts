import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { getOrganisation } from './get-organisation.ts'
import { lockOrganisation } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/**
 * Approves the name, kind and contact that the office has read: the organisation may write to people outside. A
 * repeated call changes nothing.
 */
export function approveOrganisation(
  services: OrganisationServices,
  act: OrganisationAct,
  version: number,
): Promise<Organisation> {
  return inTransaction(services.db, async (tx) => {
    const organisation = await lockOrganisation(tx, act.id)
    if (!organisation) throw new Problem('ORGANISATION_NOT_FOUND')
    if (organisation.version !== version) throw new Problem('CONFLICT')
    const { kind, legal_name, contact, name } = organisation
    if (kind !== 'personal' && (legal_name === null || contact === null))
      throw new Problem('ORGANISATION_INCOMPLETE')
    if (organisation.approved_at === null) {
      const at = services.clock.now()
      await tx
        .updateTable('organisation')
        .set({ approved_at: at, approved_by: act.actor.id, updated_at: at })
        .where('id', '=', act.id)
        .execute()
      await recordOrganisation(services, tx, act, 'approved', {
        organisation: name,
        kind,
        ...(legal_name === null ? {} : { legalName: legal_name }),
        ...(contact === null ? {} : { contact }),
      })
    }
    return getOrganisation(tx, act.actor, act.id)
  })
}

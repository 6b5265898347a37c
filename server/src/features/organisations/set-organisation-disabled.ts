import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { getOrganisation } from './get-organisation.ts'
import { lockOrganisation } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/**
 * Disables the organisation for the reason that its members see, or enables it for null. Records and memberships
 * stay. Disabling it again replaces the reason. Enabling it ends a cancellation, which would stop it again.
 */
export function setOrganisationDisabled(
  services: OrganisationServices,
  act: OrganisationAct,
  reason: string | null,
): Promise<Organisation> {
  return inTransaction(services.db, async (tx) => {
    const organisation = await lockOrganisation(tx, act.id)
    if (!organisation) throw new Problem('ORGANISATION_NOT_FOUND')
    if (organisation.disabled_reason !== reason) {
      const at = services.clock.now()
      await tx
        .updateTable('organisation')
        .set({ disabled_at: reason === null ? null : at, disabled_reason: reason, updated_at: at })
        .$if(reason === null, (query) => query.set({ cancelled_on: null, cancellation_reminded_at: null }))
        .where('id', '=', act.id)
        .execute()
      await recordOrganisation(services, tx, act, reason === null ? 'enabled' : 'disabled', {
        before: { disabled: organisation.disabled_reason !== null },
        after: { disabled: reason !== null },
        ...(reason !== null && { reason }),
      })
    }
    return getOrganisation(tx, act.actor, act.id)
  })
}

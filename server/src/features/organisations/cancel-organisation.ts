import { addDays, addYears, dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { Organisation } from '@kyc/contract/organisation-members.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { Problem } from '../../platform/problem.ts'
import { isAdmin } from '../access/actor.ts'
import { mailCancellation } from '../mails/mail-cancellation.ts'
import { lockAsRepresentative, type OrganisationAct, recordOrganisation } from './act-on-organisation.ts'
import { getOrganisation } from './get-organisation.ts'
import { type LockedOrganisation, lockOrganisation } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

/**
 * Records the day (YYYY-MM-DD) of the cancellation. A 代表 sets it once, from today on. The office may also change it,
 * and set it up to 30 days back. The organisation works for 30 days after it; then `stopCancelled` stops it (D64). A
 * repeated call changes nothing.
 */
export function cancelOrganisation(
  services: OrganisationServices,
  act: OrganisationAct,
  day: string,
): Promise<Organisation> {
  return inTransaction(services.db, async (tx) => {
    const byOffice = isAdmin(act.actor)
    const organisation = byOffice ? await lockInUse(tx, act.id) : await lockAsRepresentative(tx, act)
    const before = organisation.cancelled_on
    if (before !== day) {
      if (before !== null && !byOffice) throw new Problem('ORGANISATION_CANCELLED')
      const today = dayInJapan(services.clock.now())
      const earliest = byOffice ? addDays(today, -limits.policy.contentKeptDays) : today
      if (day < earliest || day > addYears(today, 1))
        throw fieldProblem(
          'cancelledOn',
          byOffice
            ? '解約日は30日前から1年後までの日付にしてください。'
            : '解約日は今日から1年後までの日付にしてください。',
        )
      await setCancelledOn(services, tx, act.id, day)
      await recordOrganisation(services, tx, act, 'cancelled', {
        before: { cancelledOn: before },
        after: { cancelledOn: day },
      })
      await mailCancellation(services, tx, {
        id: act.id,
        name: organisation.name,
        cancelledOn: day,
        state: 'cancelled',
      })
    }
    return getOrganisation(tx, act.actor, act.id)
  })
}

/** Ends a cancellation that has not stopped the organisation yet. A repeated call changes nothing. */
export function withdrawCancellation(
  services: OrganisationServices,
  act: OrganisationAct,
): Promise<Organisation> {
  return inTransaction(services.db, async (tx) => {
    const { cancelled_on: before, name } = await lockInUse(tx, act.id)
    if (before !== null) {
      await setCancelledOn(services, tx, act.id, null)
      await recordOrganisation(services, tx, act, 'cancellation_withdrawn', {
        before: { cancelledOn: before },
        after: { cancelledOn: null },
      })
      await mailCancellation(services, tx, { id: act.id, name, cancelledOn: before, state: 'withdrawn' })
    }
    return getOrganisation(tx, act.actor, act.id)
  })
}

async function lockInUse(tx: Tx, id: string): Promise<LockedOrganisation> {
  const organisation = await lockOrganisation(tx, id)
  if (!organisation) throw new Problem('ORGANISATION_NOT_FOUND')
  if (organisation.disabled_reason !== null) throw new Problem('ORGANISATION_DISABLED')
  return organisation
}

async function setCancelledOn(
  { clock }: OrganisationServices,
  tx: Tx,
  id: string,
  day: string | null,
): Promise<void> {
  await tx
    .updateTable('organisation')
    .set({ cancelled_on: day, cancellation_reminded_at: null, updated_at: clock.now() })
    .where('id', '=', id)
    .execute()
}

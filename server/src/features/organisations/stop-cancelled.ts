import { addDays, dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { limits } from '@kyc/contract/limits.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { aboutOrganisation, byJob } from '../audit/about.ts'
import { mailCancellation } from '../mails/mail-cancellation.ts'
import { lockOrganisation } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

const kept = limits.policy.contentKeptDays

/**
 * Stops the organisations whose cancellation is more than 30 days ago, and reminds the 代表 of the others a week before.
 * Safe to run in several processes at once, and after days without a run.
 */
export async function stopCancelled(services: OrganisationServices): Promise<void> {
  const today = dayInJapan(services.clock.now())
  const due = await services.db
    .selectFrom('organisation')
    .select('id')
    .where('disabled_at', 'is', null)
    .where('cancelled_on', '<=', addDays(today, limits.cancellationMailDays - kept))
    .execute()
  for (const { id } of due) {
    await inTransaction(services.db, async (tx) => {
      const organisation = await lockOrganisation(tx, id)
      // The cancellation was withdrawn, or the organisation stopped, since the list was read.
      if (!organisation?.cancelled_on || organisation.disabled_reason !== null) return
      const { name, cancelled_on: cancelledOn } = organisation
      if (addDays(cancelledOn, kept) < today) await stop(services, tx, { id, name, cancelledOn })
      else if (addDays(cancelledOn, kept - limits.cancellationMailDays) <= today)
        await remind(services, tx, { id, name, cancelledOn })
    })
  }
}

interface Cancelled {
  readonly id: string
  readonly name: string
  readonly cancelledOn: string
}

async function stop(services: OrganisationServices, tx: Tx, cancelled: Cancelled): Promise<void> {
  const { id, cancelledOn } = cancelled
  const at = services.clock.now()
  const reason = `${dateInWords(cancelledOn)}の解約から${kept}日間が過ぎたため`
  await mailCancellation(services, tx, { ...cancelled, state: 'stopped' })
  await tx
    .updateTable('organisation')
    .set({ disabled_at: at, disabled_reason: reason, updated_at: at })
    .where('id', '=', id)
    .execute()
  await services.audit.record(tx, byJob, 'update', aboutOrganisation(id), {
    change: 'disabled',
    before: { disabled: false },
    after: { disabled: true },
    reason,
  })
}

async function remind(services: OrganisationServices, tx: Tx, cancelled: Cancelled): Promise<void> {
  const reminded = await tx
    .updateTable('organisation')
    .set({ cancellation_reminded_at: services.clock.now() })
    .where('id', '=', cancelled.id)
    .where('cancellation_reminded_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (reminded) await mailCancellation(services, tx, { ...cancelled, state: 'ending' })
}

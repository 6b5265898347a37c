import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Actor } from '../../access/actor.ts'
import { mailBulkViews } from '../../mails/mail-bulk-views.ts'
import { claimAlert, type ViewServices } from './record-view.ts'

const { within, listed } = attemptLimits.bulkViewAlert

/** The performers that each account has received in lists since the first list of its hour, in this process (D120). */
export type ListedRecords = Map<
  string,
  { readonly since: number; readonly ids: Set<string>; alerted: boolean }
>

export type ListedServices = ViewServices & { readonly listedRecords: ListedRecords }

/**
 * Counts the records of a page before it is sent. If the account has now received more different ones within an hour
 * than `listed` times the setting, all superadmins are alerted, once per account and hour. Counted in memory:
 * lists are the most frequent reads, and only the page that exceeds the limit writes.
 */
export async function countListed(
  services: ListedServices,
  actor: Actor,
  page: readonly { readonly id: string }[],
): Promise<void> {
  const bounds = services.config.bulkViewAlert
  if (!bounds) return
  const hour = hourOf(services.listedRecords, actor.id, services.clock.now().getTime())
  if (hour.alerted) return
  for (const { id } of page) hour.ids.add(id)
  const received = hour.ids.size
  if (received <= listed * bounds.performers) return
  await inTransaction(services.db, async (tx) => {
    if (await claimAlert(services, tx, actor))
      await mailBulkViews(services, tx, { accountId: actor.id, listed: received })
  })
  hour.alerted = true
  hour.ids.clear()
}

function hourOf(records: ListedRecords, accountId: string, now: number) {
  // In the order of their start, so that the hours that have ended are the first ones.
  for (const [id, { since }] of records) {
    if (now - since < within) break
    records.delete(id)
  }
  const current = records.get(accountId)
  if (current) return current
  const started = { since: now, ids: new Set<string>(), alerted: false }
  records.set(accountId, started)
  return started
}

import { addDays, dayInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { OrganisationId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { DocumentServices } from '../document-services.ts'

/** The cost of one attempt; a replacement counts as no registration, an import as several. */
export interface Charge {
  readonly registrations: number
  readonly bytes: number
}

/**
 * Counts an attempt against the quotas of its organisation for this day in Japan. A single upsert, so that
 * concurrent attempts can't exceed the quotas. Attempts that fail later remain counted, because they cost as
 * much.
 */
export async function chargeQuota(
  { clock, config }: DocumentServices,
  tx: Tx,
  organisation: OrganisationId,
  { registrations, bytes }: Charge,
): Promise<void> {
  const now = clock.now()
  const day = dayInJapan(now)
  const row = await tx
    .insertInto('upload_quota')
    .values({ day, organisation_id: organisation, registrations, bytes })
    .onConflict((conflict) =>
      conflict.columns(['day', 'organisation_id']).doUpdateSet({
        registrations: sql`upload_quota.registrations + excluded.registrations`,
        bytes: sql`upload_quota.bytes + excluded.bytes`,
      }),
    )
    .returning(['registrations', 'bytes', isApproved.as('approved')])
    .executeTakeFirstOrThrow()
  // Throwing rolls the increment back.
  const { registrationsPerDay, mebibytesPerDay } = quotaOf(config, row.approved)
  const retryAfterSeconds = Math.ceil((startOfDayInJapan(addDays(day, 1)).getTime() - now.getTime()) / 1000)
  if (registrations > 0 && row.registrations > registrationsPerDay) {
    throw new Problem('DAILY_REGISTRATIONS', { retryAfterSeconds, fill: { limit: `${registrationsPerDay}` } })
  }
  if (Number(row.bytes) > mebibytesPerDay * 1024 * 1024) {
    throw new Problem('DAILY_BYTES', { retryAfterSeconds, fill: { limit: `${mebibytesPerDay}` } })
  }
}

/** Sign-ups are free, so an organisation that the office has not approved gets a tenth (D115). */
function quotaOf(
  { quota }: DocumentServices['config'],
  approved: boolean,
): DocumentServices['config']['quota'] {
  if (approved) return quota
  const tenth = (limit: number) => Math.ceil(limit / 10)
  return {
    ...quota,
    registrationsPerDay: tenth(quota.registrationsPerDay),
    mebibytesPerDay: tenth(quota.mebibytesPerDay),
  }
}

const isApproved = sql<boolean>`EXISTS (SELECT FROM organisation o
  WHERE o.id = upload_quota.organisation_id AND o.approved_at IS NOT NULL)`

/** The registrations that an organisation may still make on this day in Japan. */
export async function registrationsLeft(
  { clock, config }: DocumentServices,
  db: Db,
  organisation: OrganisationId,
): Promise<number> {
  const { rows } = await sql<{ approved: boolean; registrations: number | null }>`
    SELECT o.approved_at IS NOT NULL AS approved, q.registrations FROM organisation o
    LEFT JOIN upload_quota q ON q.organisation_id = o.id AND q.day = ${dayInJapan(clock.now())}::date
    WHERE o.id = ${organisation}`.execute(db)
  const { registrationsPerDay } = quotaOf(config, rows[0]?.approved ?? false)
  return Math.max(0, registrationsPerDay - (rows[0]?.registrations ?? 0))
}

/** Deletes the counts of past days. */
export async function deletePastQuotas({ db, clock }: DocumentServices): Promise<void> {
  await db.deleteFrom('upload_quota').where('day', '<', dayInJapan(clock.now())).execute()
}

import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import type { AnyDocumentType } from '@kyc/contract/document-vocabulary.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import type { Actor } from '../../access/actor.ts'
import { mailBulkViews } from '../../mails/mail-bulk-views.ts'
import type { DocumentServices } from '../document-services.ts'

interface View {
  readonly actor: Actor
  readonly performerId: string
  /** Absent when the performer itself is opened. */
  readonly type?: AnyDocumentType
  /** Whether the view repeats one that has its entry: `isRecentView`. */
  readonly repeated?: RawBuilder<boolean> | undefined
}

export type ViewServices = Pick<DocumentServices, 'db' | 'clock' | 'mails'> & {
  readonly config: Pick<DocumentServices['config'], 'bulkViewAlert' | 'publicUrl'>
}

/**
 * Runs `insertEntry` unless the view is repeated: it inserts the entry of a view or download, or throws if the record no longer
 * exists. If the actor has now opened more records within an hour than the setting allows, the same transaction enqueues an
 * alert to all superadmins, once per account and hour.
 */
export async function recordView(
  services: ViewServices,
  view: View,
  insertEntry: (db: Db) => Promise<void>,
): Promise<void> {
  const { repeated, exceeded } = await countViews(services, view.actor, view)
  if (repeated) return
  if (!exceeded) return insertEntry(services.db)
  await inTransaction(services.db, async (tx) => {
    await insertEntry(tx)
    if (await claimAlert(services, tx, view.actor))
      await mailBulkViews(services, tx, { accountId: view.actor.id, ...exceeded })
  })
}

/**
 * Counts the performers of an export of a list or of the log in the transaction of its entry, and alerts all superadmins if the
 * exports and views of the account within the hour contain more than the setting allows, once per account and hour.
 */
export async function alertOfExport(
  services: ViewServices,
  tx: Tx,
  actor: Actor,
  performers: number,
): Promise<void> {
  if (!services.config.bulkViewAlert || performers === 0) return
  const at = services.clock.now()
  await tx.deleteFrom('exported_performers').where('at', '<=', oneHourBefore(at)).execute()
  await tx.insertInto('exported_performers').values({ account_id: actor.id, at, performers }).execute()
  const { exceeded } = await countViews({ ...services, db: tx }, actor)
  if (exceeded && (await claimAlert(services, tx, actor)))
    await mailBulkViews(services, tx, { accountId: actor.id, ...exceeded })
}

interface ViewCounts {
  readonly performers: number
  readonly documents: number
}

/** Views of the same record count once, but only up to this many on average; a review needs fewer. */
const entriesPerRecord = 10

/** Whether the view is repeated, and what the actor has opened and exported within the hour, this view included, if it exceeds the limits. */
async function countViews(
  { db, clock, config }: Omit<ViewServices, 'db'> & { readonly db: Db },
  actor: Actor,
  view?: View,
): Promise<{ readonly repeated: boolean; readonly exceeded: ViewCounts | undefined }> {
  const bounds = config.bulkViewAlert
  const since = oneHourBefore(clock.now())
  // Without the alert, nothing is read.
  const entries = bounds ? entriesPerRecord * Math.max(bounds.performers, bounds.documents) : 0
  const range = (action: string, rtype: string) => sql`(
    SELECT rid, subject FROM audit_event
    WHERE actor = ${actor.id} AND action = ${sql.lit(action)} AND rtype = ${sql.lit(rtype)}
      AND id >= ${lowestIdAt(since)}
    ORDER BY id DESC LIMIT ${entries})`
  const opened = view
    ? sql`UNION ALL SELECT ${view.type === undefined ? view.performerId : `${view.performerId}/${view.type}`}::text,
        ${view.type === undefined ? null : view.performerId}::uuid`
    : sql``
  const notAlerted = sql`NOT EXISTS (SELECT 1 FROM looks_alert WHERE account_id = ${actor.id} AND at > ${since})`
  const { rows } = await sql<ViewCounts & { entries: number; repeated: boolean }>`${prepared}
    WITH known AS MATERIALIZED (SELECT ${view?.repeated ?? sql`false`} AS repeated)
    SELECT (SELECT repeated FROM known) AS repeated,
      count(DISTINCT coalesce(subject::text, rid)) + coalesce((SELECT sum(performers) FROM exported_performers
        WHERE account_id = ${actor.id} AND at > ${since} AND ${notAlerted}), 0)::int AS performers,
      count(DISTINCT rid) FILTER (WHERE subject IS NOT NULL) AS documents, count(*) AS entries
    FROM (${range('read', 'performer')} UNION ALL ${range('read', 'document')} UNION ALL ${range('download', 'document')}
      UNION ALL ${range('export', 'performer')}
      ${opened}) views
    WHERE NOT (SELECT repeated FROM known) AND ${notAlerted}`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('an aggregate has one row')
  const { repeated, performers, documents } = counts
  const exceeds =
    bounds && (performers > bounds.performers || documents > bounds.documents || counts.entries > entries)
  return { repeated, exceeded: exceeds ? { performers, documents } : undefined }
}

/** Claims the alert of this hour. Exactly one of several concurrent callers gets true. */
export async function claimAlert(
  { clock }: Pick<ViewServices, 'clock'>,
  tx: Tx,
  actor: Actor,
): Promise<boolean> {
  const at = clock.now()
  const claimed = await tx
    .insertInto('looks_alert')
    .values({ account_id: actor.id, at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ at }).where('looks_alert.at', '<=', oneHourBefore(at)),
    )
    .returning('account_id')
    .executeTakeFirst()
  return claimed !== undefined
}

function oneHourBefore(now: Date): Date {
  return new Date(now.getTime() - attemptLimits.bulkViewAlert.within)
}

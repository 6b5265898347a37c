import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { prepared } from '../../../platform/db/prepared.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import type { Actor } from '../../access/actor.ts'
import { mailManyLooks } from '../../mails/mail-many-looks.ts'
import type { DocumentServices } from '../document-services.ts'

export interface Look {
  readonly actor: Actor
  readonly performerId: string
  /** Absent when the performer itself is opened. */
  readonly slot?: string
}

type LookServices = Pick<DocumentServices, 'db' | 'clock' | 'mails'> & {
  readonly config: Pick<DocumentServices['config'], 'looksAlert' | 'publicUrl'>
}

/**
 * Runs `leave`, the statement that leaves the entry of a view or download. When the actor has thereby opened more
 * records within an hour than the setting allows, the same transaction writes the alert to all superadmins, once per
 * person and hour (D38). `leave` returns undefined when there was nothing to open.
 */
export async function recordLook<T>(
  services: LookServices,
  look: Look,
  leave: (db: Db) => Promise<T>,
): Promise<T> {
  const counts = await countLooks(services, look)
  if (!counts) return leave(services.db)
  return inTransaction(services.db, async (tx) => {
    const left = await leave(tx)
    if (left !== undefined && (await claimAlert(services, tx, look.actor))) {
      await mailManyLooks(services, tx, { accountId: look.actor.id, ...counts })
    }
    return left
  })
}

export interface LookCounts {
  readonly performers: number
  readonly documents: number
}

/** Views of the same record count once, but not without end: so many entries are more than reviewing takes. */
const entriesPerRecord = 10

/** What the actor has opened within the hour, this look included; undefined unless it calls for an alert. */
async function countLooks(
  { db, clock, config }: LookServices,
  { actor, performerId, slot }: Look,
): Promise<LookCounts | undefined> {
  const bounds = config.looksAlert
  if (!bounds) return undefined
  const since = beginOfHour(clock.now())
  const entries = entriesPerRecord * Math.max(bounds.performers, bounds.documents)
  const range = (action: string, rtype: string) => sql`(
    SELECT rid, subject FROM audit_event
    WHERE actor = ${actor.id} AND action = ${sql.lit(action)} AND rtype = ${sql.lit(rtype)}
      AND id >= ${lowestIdAt(since)}
    ORDER BY id DESC LIMIT ${entries})`
  const { rows } = await sql<LookCounts & { entries: number }>`${prepared}
    SELECT count(DISTINCT coalesce(subject::text, rid)) AS performers,
      count(DISTINCT rid) FILTER (WHERE subject IS NOT NULL) AS documents, count(*) AS entries
    FROM (${range('read', 'performer')} UNION ALL ${range('read', 'document')} UNION ALL ${range('download', 'document')}
      UNION ALL SELECT ${slot === undefined ? performerId : `${performerId}/${slot}`}::text,
        ${slot === undefined ? null : performerId}::uuid) looks
    WHERE NOT EXISTS (SELECT 1 FROM looks_alert WHERE account_id = ${actor.id} AND at > ${since})`.execute(db)
  const [found] = rows
  const over =
    found &&
    (found.performers > bounds.performers || found.documents > bounds.documents || found.entries > entries)
  return over ? { performers: found.performers, documents: found.documents } : undefined
}

/** Whether the alert of this hour is this caller's to send: of several at once exactly one gets true. */
async function claimAlert({ clock }: LookServices, tx: Tx, actor: Actor): Promise<boolean> {
  const at = clock.now()
  const claimed = await tx
    .insertInto('looks_alert')
    .values({ account_id: actor.id, at })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet({ at }).where('looks_alert.at', '<=', beginOfHour(at)),
    )
    .returning('account_id')
    .executeTakeFirst()
  return claimed !== undefined
}

function beginOfHour(now: Date): Date {
  return new Date(now.getTime() - limits.looksAlert.within)
}

import { minute } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { ago } from '../../platform/db/time.ts'
import type { NoteVerifier } from '../../platform/transparency/signed-note.ts'
import { openCheckpoint } from '../audit/tree/checkpoint.ts'
import { currentDatabase, findNewestCheckpoint } from '../audit/tree/tree-repository.ts'

/** The largest number that is counted exactly: a longer queue costs no more to read. */
const counted = 100_000

const since = sql.raw("now() - interval '1 day'")

export interface QueueState {
  readonly queue: string
  readonly items: number
  /** The age of the oldest item in seconds. */
  readonly oldest: number
}

/** The queues that are not empty. Each part reads an index of its queue, or a table without other rows. */
export async function findQueues(db: Db): Promise<QueueState[]> {
  const { rows } = await sql<QueueState>`
    SELECT queue, count(*) AS items, extract(epoch FROM clock_timestamp() - min(since))::float8 AS oldest FROM (
      (SELECT 'callbacks' AS queue, created_at AS since FROM delivery
        WHERE next_attempt_at IS NOT NULL AND webhook_mode IS DISTINCT FROM 'test' LIMIT ${sql.lit(counted)})
      UNION ALL (SELECT 'callbacks.dead', ended_at FROM delivery
        WHERE payload_enc IS NOT NULL AND ended_at > ${since} AND state = 'dead' LIMIT ${sql.lit(counted)})
      UNION ALL (SELECT 'callbacks.dead', ended_at FROM delivery
        WHERE event_id IS NOT NULL AND ended_at > ${since} AND state = 'dead' AND webhook_mode = 'live'
        LIMIT ${sql.lit(counted)})
      UNION ALL (SELECT 'uploads', created_at FROM upload_intent
        WHERE state IN ('pending', 'aborting') LIMIT ${sql.lit(counted)})
      UNION ALL (SELECT 'deletions', queued_at FROM object_deletion LIMIT ${sql.lit(counted)})
      UNION ALL (SELECT 'reviews', pending_since FROM performer
        WHERE sealed_at IS NULL AND pending_since IS NOT NULL
        ORDER BY pending_since LIMIT ${sql.lit(counted)})
      UNION ALL (SELECT queue, created_at FROM outbox WHERE next_attempt_at IS NOT NULL LIMIT ${sql.lit(counted)})
      UNION ALL (SELECT queue || '.dead', ended_at FROM outbox WHERE ended_at > ${since} LIMIT ${sql.lit(counted)})
    ) items GROUP BY queue`.execute(db)
  return rows
}

interface Facts {
  readonly locked: number
  readonly bulk_views: number
  readonly sealed: number
  /** The last verification with a result; null if there is none. */
  readonly verified: number | null
  /** The last complete backup; null if there is none. */
  readonly backed_up: number | null
  /** The last reconciliation; null before the first. */
  readonly missing: number | null
}

/** Single numbers. Ages are in seconds. */
export async function findFacts(db: Db): Promise<Facts> {
  const { rows } = await sql<Facts>`
    SELECT (SELECT count(*) FROM (SELECT FROM attempt_bucket WHERE locked_until > now()
        AND (bucket LIKE 'account:%' OR bucket LIKE 'device:%')
        AND failed_at[cardinality(failed_at)] > ${ago(10 * minute)} LIMIT ${sql.lit(counted)}) b) AS locked,
      (SELECT count(*) FROM looks_alert WHERE at > ${ago(60 * minute)}) AS bulk_views,
      (SELECT coalesce(max(size), 0) FROM audit_checkpoint) AS sealed,
      extract(epoch FROM clock_timestamp() - verification.finished_at)::float8 AS verified,
      (SELECT extract(epoch FROM clock_timestamp() - at)::float8 FROM installation
        WHERE name = 'backed-up') AS backed_up,
      (SELECT faults FROM installation WHERE name = 'reconciled') AS missing
    FROM (VALUES (true)) one LEFT JOIN LATERAL (SELECT finished_at FROM log_verification
      WHERE report IS NOT NULL ORDER BY started_at DESC LIMIT 1) verification ON true`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a SELECT without a row')
  return row
}

/**
 * The age of the oldest entry without a seal in seconds, 0 if there is none. Undefined after a restore until the first new
 * entry is sealed: the order of its transactions is unknown (`seal-entries.ts`).
 */
export async function findSealingLag(db: Db, verifier: NoteVerifier): Promise<number | undefined> {
  const newest = await findNewestCheckpoint(db, verifier)
  const sealedUpTo = newest && openCheckpoint(verifier, newest.note)?.sealedUpTo
  if (newest && sealedUpTo?.database !== (await currentDatabase(db))) return undefined
  const after = sealedUpTo
    ? sql`WHERE (e.xid, e.id) > (${sealedUpTo.xid}::text::xid8, ${sealedUpTo.id}::uuid)
        AND NOT EXISTS (SELECT FROM audit_leaf l WHERE l.event_id = e.id)`
    : sql``
  const { rows } = await sql<{ lag: number }>`
    SELECT extract(epoch FROM clock_timestamp())::float8 - e.at_us / 1e6::float8 AS lag
    FROM audit_event e ${after} ORDER BY e.xid, e.id LIMIT 1`.execute(db)
  return Math.max(0, rows[0]?.lag ?? 0)
}

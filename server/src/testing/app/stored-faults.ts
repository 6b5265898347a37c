import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { sweepIntents } from '../../features/documents/intake/sweep-intents.ts'
import { deleteQueuedObjects } from '../../features/records/destruction/delete-objects.ts'
import { destroyEnded } from '../../features/records/destruction/destroy-ended.ts'
import { examine } from '../../operations/doctor/examine.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Services } from '../../services.ts'

const twoHours = 2 * 60 * 60 * 1000

/**
 * Runs the jobs that recover from failures, as at their next schedule, and returns what is inconsistent afterwards: doctor's
 * faults, acts without exactly one entry, entries without their act, wrong totals, and remains of destroyed records. No
 * call may be running, and the log must be sealed by others.
 */
export async function storedFaults(services: Services): Promise<string[]> {
  const { db } = services
  await expireLeases(db)
  await sweepIntents(services)
  await destroyEnded(services)
  while ((await deleteQueuedObjects(services)) > 0);
  const clock = { now: () => new Date(services.clock.now().getTime() + twoHours) }
  await services.store.sweepLeftovers(clock.now())
  const { faults } = await examine({ ...services, clock }, { fix: false, onProgress: () => undefined })
  return [
    ...faults.map(({ check, fault, id }) => `${check} ${fault} ${id}`),
    ...(await unaudited(db)),
    ...(await wrongTotals(db)),
    ...(await notDestroyed(db)),
    ...(await openAttempts(db)),
  ]
}

/** Ends the leases of calls that failed, instead of waiting. */
export async function expireLeases(db: Db): Promise<void> {
  const age = sql`make_interval(secs => ${(2 * limits.intentLease) / 1000})`
  await sql`UPDATE upload_intent SET heartbeat_at = heartbeat_at - ${age} WHERE state = 'pending'`.execute(db)
  await sql`UPDATE idempotency_key SET heartbeat_at = heartbeat_at - ${age} WHERE status IS NULL`.execute(db)
}

/** Registrations, deletions, destructions, decisions and videos have one entry each. */
async function unaudited(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    WITH expected AS (
      SELECT id::text AS rid, 'create' AS action FROM performer
      UNION ALL SELECT id::text, 'delete' FROM performer WHERE sealed_at IS NOT NULL
      UNION ALL SELECT id::text, 'shred' FROM performer WHERE destroyed_at IS NOT NULL
      UNION ALL SELECT performer_id || '/' || type, 'verify' FROM document_version WHERE status = 'verified'
      UNION ALL SELECT id::text, 'create' FROM video),
    found AS (SELECT rid, action FROM audit_event
      WHERE (rtype IN ('performer', 'video') AND action IN ('create', 'delete', 'shred'))
        OR (rtype = 'document' AND action = 'verify'))
    SELECT action || ' ' || rid AS fault FROM
      (SELECT rid, action, 1 AS n FROM expected UNION ALL SELECT rid, action, -1 FROM found) AS both_lists
    GROUP BY rid, action HAVING sum(n) <> 0`.execute(db)
  return rows.map(({ fault }) => `entry ${fault}`)
}

/** The totals of lists equal the numbers of rows. */
async function wrongTotals(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    WITH counted AS (
      SELECT owner_id, 'performer.' || status AS name, count(*) AS n FROM performer WHERE sealed_at IS NULL GROUP BY 1, 2
      UNION ALL SELECT owner_id, 'performer.waiting', count(*) FROM performer
        WHERE sealed_at IS NULL AND pending_since IS NOT NULL GROUP BY 1
      UNION ALL SELECT p.owner_id, 'document', count(*) FROM document_version d JOIN performer p ON p.id = d.performer_id
        WHERE d.is_current AND p.sealed_at IS NULL GROUP BY 1),
    totals AS (SELECT owner_id, name, sum(n) AS n FROM counter
      WHERE (name LIKE 'performer.%' OR name = 'document') AND owner_id <> '00000000-0000-0000-0000-000000000000'
      GROUP BY 1, 2)
    SELECT name || ' of ' || owner_id || ': ' || coalesce(t.n, 0) || ' instead of ' || coalesce(c.n, 0) AS fault
    FROM counted c FULL JOIN totals t USING (owner_id, name) WHERE coalesce(t.n, 0) <> coalesce(c.n, 0)`.execute(
    db,
  )
  return rows.map(({ fault }) => `total ${fault}`)
}

/** The key of a destroyed record is gone, and nothing of it is left in its rows. */
async function notDestroyed(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM performer p JOIN performer_key k ON k.performer_id = p.id
    WHERE (p.destroyed_at IS NOT NULL OR k.destroyed_at IS NOT NULL)
      AND (p.destroyed_at IS NULL OR k.wrapped IS NOT NULL OR p.sealed_box IS NOT NULL
        OR EXISTS (SELECT FROM document_version d WHERE d.performer_id = p.id AND d.destroyed_at IS NULL)
        OR EXISTS (SELECT FROM idempotency_key i WHERE i.about = p.id))`.execute(db)
  return rows.map(({ id }) => `destroyed record ${id}`)
}

/** No upload is left open after the sweep. */
async function openAttempts(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string; state: string }>`
    SELECT id, state FROM upload_intent WHERE state IN ('pending', 'aborting')`.execute(db)
  return rows.map(({ id, state }) => `${state} upload ${id}`)
}

import { setTimeout as wait } from 'node:timers/promises'
import { limits } from '@kyc/contract/limits.ts'
import { examine } from '@kyc/server/features/doctor/examine.ts'
import { deleteQueuedObjects } from '@kyc/server/features/documents/delete-objects.ts'
import { sweepIntents } from '@kyc/server/features/documents/intake/sweep-intents.ts'
import { destroyEnded } from '@kyc/server/features/performers/sealed/destroy-ended.ts'
import { systemClock } from '@kyc/server/platform/clock.ts'
import { readConfig } from '@kyc/server/platform/config.ts'
import type { Db } from '@kyc/server/platform/db/database.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { createServices } from '@kyc/server/services.ts'
import { sql } from 'kysely'
import { onDatabase } from '../setup/database.ts'
import type { Installation } from './installation.ts'
import type { Acknowledged, RegistrationClient } from './registration-client.ts'
import type { ReviewClient } from './review-client.ts'

/** Faults after a number of crashes; all lists must be empty. */
export interface Findings {
  /** Acknowledged registrations, decisions and deletions without their effect. */
  readonly lost: string[]
  /** Performers that exist more than once. */
  readonly duplicated: string[]
  /** Documents of acknowledged registrations that cannot be read. */
  readonly unreadable: string[]
  /** Acts without exactly one entry in the audit log, or entries without their act. */
  readonly unaudited: string[]
  /** Destroyed records of which anything can still be opened. */
  readonly undestroyed: string[]
  /** What doctor finds: objects without a row, rows without an object, other contents, keys, and faults of the log. */
  readonly faults: unknown[]
}

const twoHours = 2 * 60 * 60 * 1000
/** Documents are read through the product for this many performers only; doctor compares the hashes of all. */
const readMaximum = 100

/** Lets the installation recover, and compares what the clients know with what is stored. */
export async function inspect(
  { databaseDir, env }: Installation,
  clients: readonly RegistrationClient[],
  reviewer: ReviewClient,
): Promise<{ readonly destroyed: number; readonly findings: Findings }> {
  const faults = await recover(env(), databaseDir)
  return onDatabase(async (db) => {
    const performers = await readPerformers(db)
    const destroyed = [...performers.values()].filter((performer) => performer.destroyed)
    const findings = {
      lost: lostOf(performers, clients, reviewer),
      duplicated: duplicatesOf(performers, clients),
      unreadable: await unreadableOf(clients, reviewer),
      unaudited: await unauditedOf(db),
      undestroyed: await undestroyedOf(db),
      faults,
    }
    return { destroyed: destroyed.length, findings }
  }, databaseDir)
}

/** Runs the jobs that the installation runs at its schedule, waits for its sequencer, and returns the faults of doctor. */
async function recover(env: Record<string, string>, databaseDir: string): Promise<unknown[]> {
  const services = await createServices(readConfig(env), silentLog(), env.DATABASE_URL ?? '')
  try {
    await onDatabase(expireIntents, databaseDir)
    await sweepIntents(services)
    await destroyEnded(services)
    while ((await deleteQueuedObjects(services)) > 0);
    await untilSealed(services.db)
    const clock = { now: () => new Date(systemClock.now().getTime() + twoHours) }
    const { faults } = await examine({ ...services, clock }, { fix: false, onProgress: () => undefined })
    return faults
  } finally {
    await services.close()
  }
}

/** Expires the upload intents of killed processes instead of waiting. No upload is in progress. */
async function expireIntents(db: Db): Promise<void> {
  const age = sql`make_interval(secs => ${(2 * limits.intentLease) / 1000})`
  await sql`
    UPDATE upload_intent SET heartbeat_at = heartbeat_at - ${age} WHERE state = 'pending'`.execute(db)
}

/** Waits up to half a minute for a sequencer of the installation; doctor names what it has left. */
async function untilSealed(db: Db): Promise<void> {
  for (let attempt = 0; attempt < 60; attempt++) {
    const { rows } = await sql`
      SELECT FROM audit_event e WHERE NOT EXISTS (SELECT FROM audit_leaf l WHERE l.event_id = e.id) LIMIT 1`.execute(
      db,
    )
    if (rows.length === 0) return
    await wait(500)
  }
}

interface StoredPerformer {
  readonly id: string
  readonly lastName: string
  readonly sealed: boolean
  readonly destroyed: boolean
  /** The status of the selfie. */
  readonly selfie: string
}

async function readPerformers(db: Db): Promise<ReadonlyMap<string, StoredPerformer>> {
  const { rows } = await sql<StoredPerformer>`
    SELECT p.id, p.last_name AS "lastName", p.sealed_at IS NOT NULL AS sealed,
      p.destroyed_at IS NOT NULL AS destroyed, d.status AS selfie
    FROM performer p LEFT JOIN document_version d
      ON d.performer_id = p.id AND d.type = 'selfie' AND d.version = 1`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

function acknowledgedBy(clients: readonly RegistrationClient[]): Acknowledged[] {
  return clients.flatMap((client) => client.acknowledged)
}

function lostOf(
  performers: ReadonlyMap<string, StoredPerformer>,
  clients: readonly RegistrationClient[],
  { decided, deleted }: ReviewClient,
): string[] {
  return acknowledgedBy(clients).flatMap(({ id, lastName }) => {
    const stored = performers.get(id)
    if (!stored) return [`registration ${id}`]
    if (!stored.sealed && stored.lastName !== lastName) return [`name of ${id}`]
    if (decided.has(id) && stored.selfie !== 'verified') return [`decision on ${id}`]
    return deleted.has(id) && !stored.sealed ? [`deletion of ${id}`] : []
  })
}

/** Another performer with the name of an acknowledged one, also of one that was deleted since, or with the same name. */
function duplicatesOf(
  performers: ReadonlyMap<string, StoredPerformer>,
  clients: readonly RegistrationClient[],
): string[] {
  const idOf = new Map(acknowledgedBy(clients).map(({ id, lastName }) => [lastName, id]))
  const open = [...performers.values()].filter(({ sealed }) => !sealed)
  const names = open.map(({ lastName }) => lastName)
  return open
    .filter(
      ({ id, lastName }) =>
        (idOf.get(lastName) ?? id) !== id || names.indexOf(lastName) !== names.lastIndexOf(lastName),
    )
    .map(({ id }) => id)
}

async function unreadableOf(
  clients: readonly RegistrationClient[],
  { deleted }: ReviewClient,
): Promise<string[]> {
  const faults: string[] = []
  for (const client of clients) {
    const open = client.acknowledged.filter(({ id }) => !deleted.has(id))
    for (const { id } of open.slice(-readMaximum / clients.length)) {
      const path = `/api/performers/${id}/documents`
      const list = await client.client.get(path)
      const documents = list.json as { type: string; size: number }[] // the reply of the contract
      if (documents.length !== 3) faults.push(`${id}: ${documents.length} documents`)
      for (const { type, size } of documents) {
        const file = await client.client.get(`${path}/${type}`)
        if (file.status !== 200 || file.bytes.length !== size) faults.push(`${id}/${type}: ${file.status}`)
      }
    }
  }
  return faults
}

/** Each performer has one entry of its registration, and one of its decision, deletion and destruction if they happened. */
async function unauditedOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    WITH expected AS (
      SELECT id::text AS rid, 'create' AS action FROM performer
      UNION ALL SELECT id::text, 'delete' FROM performer WHERE sealed_at IS NOT NULL
      UNION ALL SELECT id::text, 'shred' FROM performer WHERE destroyed_at IS NOT NULL
      UNION ALL SELECT performer_id || '/' || type, 'verify' FROM document_version WHERE status = 'verified'),
    found AS (SELECT rid, action FROM audit_event
      WHERE (rtype = 'performer' AND action IN ('create', 'delete', 'shred')) OR (rtype = 'document' AND action = 'verify'))
    SELECT action || ' ' || rid AS fault FROM
      (SELECT rid, action, 1 AS n FROM expected UNION ALL SELECT rid, action, -1 FROM found) AS both_lists
    GROUP BY rid, action HAVING sum(n) <> 0`.execute(db)
  return rows.map(({ fault }) => fault)
}

/** The key of a destroyed record must be gone, and nothing of it may be left in its rows. */
async function undestroyedOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT p.id FROM performer p JOIN performer_key k ON k.performer_id = p.id
    WHERE (p.destroyed_at IS NOT NULL OR k.destroyed_at IS NOT NULL)
      AND (p.destroyed_at IS NULL OR k.wrapped IS NOT NULL OR p.sealed_box IS NOT NULL
        OR EXISTS (SELECT FROM document_version d WHERE d.performer_id = p.id AND d.destroyed_at IS NULL)
        OR EXISTS (SELECT FROM idempotency_key i WHERE i.about = p.id))`.execute(db)
  return rows.map(({ id }) => id)
}

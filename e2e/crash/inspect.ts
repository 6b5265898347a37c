import { setTimeout as wait } from 'node:timers/promises'
import { readConfig } from '@kyc/server/platform/config.ts'
import type { Db } from '@kyc/server/platform/db/database.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { createServices } from '@kyc/server/services.ts'
import { storedFaults } from '@kyc/server/testing/app/stored-faults.ts'
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
  /** What `storedFaults` finds: rows, objects, keys, entries, totals, destroyed records and the log. */
  readonly faults: string[]
}

/** Documents are read through the product for this many performers only; doctor compares the hashes of all. */
const readMaximum = 100

/** Lets the installation recover, and compares what it acknowledged to the clients with what is stored. */
export async function inspect(
  { databaseDir, env }: Installation,
  clients: readonly RegistrationClient[],
  reviewer: ReviewClient,
): Promise<{ readonly destroyed: number; readonly findings: Findings }> {
  const faults = await recover(env())
  return onDatabase(async (db) => {
    const performers = await readPerformers(db)
    const destroyed = [...performers.values()].filter((performer) => performer.destroyed)
    const findings = {
      lost: lostOf(performers, clients, reviewer),
      duplicated: duplicatesOf(performers, clients),
      unreadable: await unreadableOf(clients, reviewer),
      faults,
    }
    return { destroyed: destroyed.length, findings }
  }, databaseDir)
}

/** Waits until the log is sealed, and returns the faults in what is stored. */
async function recover(env: Record<string, string>): Promise<string[]> {
  const services = await createServices(readConfig(env), silentLog(), env.DATABASE_URL ?? '')
  try {
    await untilSealed(services.db)
    return await storedFaults(services)
  } finally {
    await services.close()
  }
}

/** Waits up to half a minute until all entries are sealed; `storedFaults` reports those that are not sealed by then. */
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

/**
 * The performers that have the name of another one: of an acknowledged registration, even if its performer was deleted
 * since, or of any other performer.
 */
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

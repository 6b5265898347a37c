import { join } from 'node:path'
import { listDocuments } from '@kyc/contract/documents.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sweepIntents } from '@kyc/server/features/documents/intake/sweep-intents.ts'
import { reconcile } from '@kyc/server/features/documents/reconcile.ts'
import { systemClock } from '@kyc/server/platform/clock.ts'
import type { Db } from '@kyc/server/platform/db/database.ts'
import { folderStore } from '@kyc/server/platform/storage/folder-store.ts'
import { sql } from 'kysely'
import { onDatabase } from '../setup/database.ts'
import type { Acknowledged, RegistrationClient } from './registration-client.ts'

/** Faults after a number of crashes; all lists must be empty. */
export interface Findings {
  /** Acknowledged registrations without a performer of that id. */
  readonly lost: string[]
  /** Performers that exist more than once. */
  readonly duplicated: string[]
  /** Documents of acknowledged registrations that cannot be read. */
  readonly unreadable: string[]
  /** Performers without their entry in the audit log, or entries without their performer. */
  readonly unaudited: string[]
  /** Stored objects that no row references after the sweep. */
  readonly orphans: string[]
  /** Rows without their object. */
  readonly missing: string[]
}

const twoHours = 2 * 60 * 60 * 1000

export function inspect(dataDir: string, clients: readonly RegistrationClient[]): Promise<Findings> {
  return onDatabase((db) => findingsOf(db, dataDir, clients), dataDir)
}

async function findingsOf(
  db: Db,
  dataDir: string,
  clients: readonly RegistrationClient[],
): Promise<Findings> {
  const store = folderStore(join(dataDir, 'files'))
  await expireIntents(db)
  await sweepIntents({ db, store })
  const acknowledged = clients.flatMap((client) => client.acknowledged)
  const { rows } = await sql<{
    id: string
    last_name: string
  }>`SELECT id, last_name FROM performer`.execute(db)
  const idOf = new Map(rows.map((row) => [row.last_name, row.id]))
  const later = { now: () => new Date(systemClock.now().getTime() + twoHours) }
  const { orphans, missing } = await reconcile({ db, store, clock: later })
  const { rows: unaudited } = await sql<{ id: string }>`
    SELECT p.id::text AS id FROM performer p LEFT JOIN audit_event e ON e.rid = p.id::text AND e.action = 'create'
    GROUP BY p.id HAVING count(e.id) <> 1
    UNION ALL SELECT e.rid FROM audit_event e LEFT JOIN performer p ON p.id::text = e.rid
    WHERE e.action = 'create' AND e.rtype = 'performer' AND p.id IS NULL`.execute(db)
  return {
    lost: acknowledged.filter(({ lastName, id }) => idOf.get(lastName) !== id).map(({ id }) => id),
    duplicated: rows.map((row) => row.last_name).filter((name, at, names) => names.indexOf(name) !== at),
    unreadable: await unreadableOf(acknowledged),
    unaudited: unaudited.map((row) => row.id),
    orphans,
    missing: missing.map(({ objectKey }) => objectKey),
  }
}

/** Expires the upload intents of killed processes instead of waiting. No upload is in progress. */
async function expireIntents(db: Db): Promise<void> {
  const age = sql`make_interval(secs => ${(2 * limits.intentLease) / 1000})`
  await sql`
    UPDATE upload_intent SET heartbeat_at = heartbeat_at - ${age} WHERE state = 'pending'`.execute(db)
}

async function unreadableOf(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const faults: string[] = []
  for (const { id, client } of acknowledged) {
    const path = `/api/performers/${id}/documents`
    const list = await client.send(listDocuments, { params: { id } })
    if (list.length !== 3) faults.push(`${id}: ${list.length} documents`)
    for (const { type, size } of list) {
      const file = await client.get(`${path}/${type}`)
      if (file.status !== 200 || file.bytes.length !== size) faults.push(`${id}/${type}: ${file.status}`)
    }
  }
  return faults
}

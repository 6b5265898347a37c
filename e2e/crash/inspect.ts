import { join } from 'node:path'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sweepIntents } from '@kyc/server/features/documents/intake/sweep-intents.ts'
import { reconcile } from '@kyc/server/features/documents/reconcile.ts'
import { systemClock } from '@kyc/server/platform/clock.ts'
import type { Db } from '@kyc/server/platform/db/database.ts'
import { folderStore } from '@kyc/server/platform/storage/folder-store.ts'
import { sql } from 'kysely'
import { onDatabase } from '../setup/database.ts'
import type { Acknowledged, Registrar } from './registrars.ts'

/** What must all be empty after any number of crashes. */
export interface Findings {
  /** Acknowledged, but not there under the acknowledged id. */
  readonly lost: string[]
  /** There more than once. */
  readonly doubled: string[]
  /** Documents of acknowledged registrations that do not open. */
  readonly unreadable: string[]
  /** Performers without their entry in the audit log, or entries without their performer. */
  readonly unaudited: string[]
  /** Stored objects that nothing names, after the sweep. */
  readonly orphans: string[]
  /** Rows without their object. */
  readonly missing: string[]
}

const twoHours = 2 * 60 * 60 * 1000

export function inspect(dataDir: string, people: readonly Registrar[]): Promise<Findings> {
  return onDatabase((db) => findingsOf(db, dataDir, people), dataDir)
}

async function findingsOf(db: Db, dataDir: string, people: readonly Registrar[]): Promise<Findings> {
  const store = folderStore(join(dataDir, 'files'))
  await expireIntents(db)
  await sweepIntents({ db, store })
  const acknowledged = people.flatMap((person) => person.acknowledged)
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
    doubled: rows.map((row) => row.last_name).filter((name, at, names) => names.indexOf(name) !== at),
    unreadable: await unreadableOf(acknowledged),
    unaudited: unaudited.map((row) => row.id),
    orphans,
    missing: missing.map(({ objectKey }) => objectKey),
  }
}

/** Ages what killed processes left instead of waiting until it is stale. No upload is under way any more. */
async function expireIntents(db: Db): Promise<void> {
  const age = sql`make_interval(secs => ${(2 * limits.intentStale) / 1000})`
  await sql`
    UPDATE upload_intent SET heartbeat_at = heartbeat_at - ${age} WHERE state = 'pending'`.execute(db)
}

async function unreadableOf(acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const faults: string[] = []
  for (const { id, registrar } of acknowledged) {
    const path = `/api/performers/${id}/documents`
    const list = (await registrar.get(path)).json as PerformerDocument[] // parsed by the server against the contract
    if (list.length !== 3) faults.push(`${id}: ${list.length} documents`)
    for (const { type, size } of list) {
      const file = await registrar.get(`${path}/${type}`)
      if (file.status !== 200 || file.bytes.length !== size) faults.push(`${id}/${type}: ${file.status}`)
    }
  }
  return faults
}

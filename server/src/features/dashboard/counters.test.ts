import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import {
  insertAccountRow,
  insertPerformerRows,
  performerRow,
  sealedColumns,
} from '../../testing/app/performer-rows.ts'
import { useDatabase } from '../../testing/app/test-database.ts'

const database = useDatabase()
let owners: string[]

beforeAll(async () => {
  owners = await Promise.all([0, 1].map(() => insertAccountRow(database.db)))
})

// Only servers of the previous release read these counters, until an upgrade has replaced them (docs/decisions/0015).

/** The values that the triggers maintain, counted from the rows. */
async function countRows(owner: string | undefined): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`
    WITH p AS (SELECT * FROM performer WHERE sealed_at IS NULL ${owner ? sql`AND owner_id = ${owner}` : sql``})
    SELECT 'performer.' || status AS name, count(*) AS n FROM p GROUP BY 1
    UNION ALL SELECT 'performer.waiting', count(*) FROM p WHERE pending_since IS NOT NULL
    UNION ALL SELECT 'document', count(*) FROM document_version d JOIN p ON p.id = d.performer_id WHERE d.is_current`.execute(
    database.db,
  )
  return Object.fromEntries(rows.filter((row) => row.n > 0).map((row) => [row.name, row.n]))
}

/** The counters of an owner; with the zero uuid, those of all owners together. */
async function readCounters(owner: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string; n: number }>`SELECT name, sum(n)::bigint AS n FROM counter
    WHERE owner_id = ${owner} GROUP BY name HAVING sum(n) <> 0`.execute(database.db)
  return Object.fromEntries(rows.map(({ name, n }) => [name, n]))
}
const all = '00000000-0000-0000-0000-000000000000'

async function addDocument(performerId: string, type: string, version: number): Promise<void> {
  await sql`UPDATE document_version SET is_current = false
    WHERE performer_id = ${performerId} AND type = ${type} AND is_current`.execute(database.db)
  await sql`INSERT INTO document_version (id, performer_id, type, version, is_current, filename, mime_type, size,
      received_size, received_sha256, stored_sha256, object_key, object_bytes, uploaded_by, uploaded_at)
    SELECT ${newId()}, id, ${type}, ${version}, true, 'x', 'image/png', 1, 1, '', '', ${newId()}, 1, owner_id, now()
    FROM performer WHERE id = ${performerId}`.execute(database.db)
}

/** Changes a performer unless it is sealed: the database refuses changes of sealed performers. */
async function change(id: string, columns: Partial<ReturnType<typeof performerRow>>): Promise<void> {
  await database.db
    .updateTable('performer')
    .set(columns)
    .where('id', '=', id)
    .where('sealed_at', 'is', null)
    .execute()
}

const step = fc.record({
  kind: fc.constantFrom('add', 'add', 'status', 'status', 'waiting', 'seal', 'document', 'replace'),
  which: fc.nat(),
  status: fc.constantFrom('pending', 'rejected', 'approved', 'draft'),
})

test('the counters equal the rows after any sequence of changes', async () => {
  const ids: string[] = []
  let version = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      for (const { kind, which, status } of steps) {
        const id = ids[which % Math.max(1, ids.length)]
        if (kind === 'add' || !id) {
          const row = performerRow(owners[which % 2]!, { status })
          ids.push(row.id)
          await insertPerformerRows(database.db, [row])
        } else if (kind === 'seal') {
          await change(id, sealedColumns())
        } else if (kind === 'waiting') {
          await change(id, { pending_since: which % 3 ? new Date() : null })
        } else if (kind === 'status') {
          await change(id, { status })
        } else {
          await addDocument(id, kind === 'document' ? 'selfie' : 'idFront', ++version)
        }
      }
      expect(await readCounters(all)).toEqual(await countRows(undefined))
      for (const owner of owners) expect(await readCounters(owner)).toEqual(await countRows(owner))
    }),
    { numRuns: 30 },
  )
})

test('concurrent transactions that count in different orders neither deadlock nor lose counts', async () => {
  const owner = owners[0]!
  const rows = Array.from({ length: 40 }, () => performerRow(owner))
  await insertPerformerRows(database.db, rows)
  const write = async (id: string, n: number) =>
    database.db.transaction().execute(async (tx) => {
      const status = () =>
        tx.updateTable('performer').set({ status: 'approved' }).where('id', '=', id).execute()
      const registration = () => insertPerformerRows(tx, [performerRow(owner, { status: 'rejected' })])
      for (const act of n % 2 ? [status, registration] : [registration, status]) await act()
    })
  await Promise.all(rows.map((row, n) => write(row.id, n)))
  expect(await readCounters(all)).toEqual(await countRows(undefined))
})

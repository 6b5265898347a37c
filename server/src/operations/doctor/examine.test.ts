import { randomBytes, randomUUID } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditRollback } from '../../features/audit/tree/check-head.ts'
import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import { deleteQueuedObjects } from '../../features/records/destruction/delete-objects.ts'
import { newObjectKey } from '../../platform/storage/object-store.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { registerPartner } from '../../testing/app/partners.ts'
import { insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { destroyKeyOnly } from '../../testing/app/sealed-records.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { type Examination, examine } from './examine.ts'

const { app } = useStage()
let sequencer: ReturnType<typeof startSequencer>
beforeAll(async () => {
  sequencer = startSequencer(app.services, app.services.databaseUrl)
})
afterAll(async () => {
  await sequencer.stop()
})

/** A clock two hours ahead, at which no object is young: only their intents protect uploads in progress. */
const clock = { now: () => new Date(Date.now() + 7_200_000) }
const run = (fix = false): Promise<Examination> =>
  examine({ ...app.services, clock }, { fix, onProgress: () => undefined })
const pathOf = (key: string) => join(app.dataDir, 'files', key.slice(0, 2), key)

test('the doctor names every fault of keys, boxes, files, store and log, and with fix changes only objects without a row', async () => {
  const user = await app.signedIn('user')
  const [first, second] = [await registerPerformer(user), await registerPerformer(user)]
  const withoutKey = performerRow(user.accountId)
  const examined = { keys: 0, files: 0 }
  const clean = await examine(
    { ...app.services, clock },
    { fix: true, onProgress: (check, n) => Object.assign(examined, { [check]: n }) },
  )
  expect(clean).toEqual({ faults: [], count: 0, fixed: 0 })
  const [{ files } = { files: 0 }] = await app.sql<{ files: number }>(
    'SELECT count(*)::int + count(screen_key)::int + count(thumbnail_key)::int AS files FROM document_version',
  )
  expect(examined).toMatchObject({ keys: 2, files })

  const rows = await app.sql<{ id: string; object_key: string; screen_key: string | null }>(
    'SELECT id, object_key, screen_key FROM document_version WHERE performer_id = $1 ORDER BY screen_key NULLS FIRST',
    [first.id],
  )
  const [damaged, missing, changed] = rows
  if (!damaged || !missing || !changed) throw new Error('a PDF and two pictures are registered')
  const bytes = await readFile(pathOf(damaged.object_key))
  bytes[bytes.length - 20]! ^= 1
  await writeFile(pathOf(damaged.object_key), bytes)
  await rm(pathOf(missing.screen_key ?? ''))
  await app.sql(
    'UPDATE document_version SET stored_sha256 = $2, screen_size = screen_size + 1 WHERE id = $1',
    [changed.id, randomBytes(32)],
  )
  await destroyKeyOnly(app, second.id)
  await insertPerformerRows(app.services.db, [withoutKey])
  const { partner } = await registerPartner(app.services, 'https://partner.example.com')
  await app.sql('UPDATE partner_secret SET secret_enc = $2 WHERE partner_id = $1', [partner.id, Buffer.of(1)])
  const [orphan, uploading] = [newObjectKey(), newObjectKey()]
  for (const key of [orphan, uploading])
    await app.services.store.put(key, Readable.from([Buffer.from('left over')]))
  await app.sql(
    `INSERT INTO upload_intent (id, account_id, object_keys, worker_id, state) VALUES ($1, $2, $3, $1, 'pending')`,
    [randomUUID(), user.accountId, [uploading]],
  )

  const leftover = '.check-0123456789ab'
  await writeFile(join(app.dataDir, 'files', leftover), 'check')

  await sequencer.stop()
  await app.sql('SET session_replication_role = replica')
  const [entry] = await app.sql<{ id: string }>(
    "UPDATE audit_event SET action = 'read' WHERE rtype = 'partner' RETURNING id",
  )

  const found = await run()
  const [secret] = await app.sql<{ id: string }>('SELECT id FROM partner_secret')
  const unreadable = await app.sql<{ id: string }>(
    `SELECT id || '/' || key AS id FROM document_version, unnest(ARRAY[object_key, screen_key, thumbnail_key]) AS key
     WHERE performer_id = $1 AND key IS NOT NULL`,
    [second.id],
  )
  expect(found.faults).toContainEqual({ check: 'log', fault: 'entry', id: entry?.id })
  expect(found.faults.filter(({ check }) => check !== 'log').toSorted(byText)).toEqual(
    [
      { check: 'keys', fault: 'destroyed', id: second.id },
      { check: 'keys', fault: 'missing', id: withoutKey.id },
      { check: 'boxes', fault: 'damaged', id: `partner-secret:${secret?.id}` },
      { check: 'files', fault: 'damaged', id: `${damaged.id}/${damaged.object_key}` },
      { check: 'files', fault: 'missing', id: `${missing.id}/${missing.screen_key}` },
      { check: 'files', fault: 'hash', id: `${changed.id}/${changed.object_key}` },
      { check: 'files', fault: 'size', id: `${changed.id}/${changed.screen_key}` },
      ...unreadable.map(({ id }) => ({ check: 'files', fault: 'key', id })),
      { check: 'store', fault: 'without a document', id: orphan },
      { check: 'store', fault: 'left by a crash', id: leftover },
    ].toSorted(byText),
  )
  expect(found).toMatchObject({ count: found.faults.length, fixed: 0 })
  expect(await run()).toEqual(found)
  expect(await app.sql('SELECT FROM object_deletion')).toEqual([])
  expect(await run(true)).toMatchObject({ count: found.count - 2, fixed: 2 })
  await deleteQueuedObjects(app.services)
  expect(await app.services.store.exists(orphan)).toBe(false)
  expect(await app.services.store.exists(uploading)).toBe(true)
})

// In a database at an earlier time, the files of lost rows seem to be orphans, and may be their only copies.
test('the doctor fixes nothing while the database lacks published entries whose loss is not accepted', async () => {
  const copy = newObjectKey()
  await app.services.store.put(copy, Readable.from([Buffer.from('of a lost row')]))
  for (const table of ['audit_leaf', 'audit_node', 'audit_checkpoint']) await app.sql(`DELETE FROM ${table}`)
  await expect(run(true)).rejects.toThrow(AuditRollback)
  expect(await app.sql('SELECT FROM object_deletion')).toEqual([])
})

const byText = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1)

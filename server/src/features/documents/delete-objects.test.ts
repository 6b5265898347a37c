import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { hour } from '@kyc/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { createLog } from '../../platform/log.ts'
import { newObjectKey } from '../../platform/storage/object-store.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { passUndo } from '../../testing/app/sealed-records.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { deleteQueuedObjects, queueDeletion } from '../records/destruction/delete-objects.ts'
import { destroyVersions } from '../records/destruction/destroy-versions.ts'
import { sweepIntents } from './intake/sweep-intents.ts'
import { abortIntent } from './intake/upload-intents.ts'
import { findOrphans } from './reconcile.ts'

const { app, user } = useStage({ user: 'user' })

const put = async () => {
  const key = newObjectKey()
  await app.services.store.put(key, Readable.from(['x']))
  return key
}
const queue = (keys: readonly string[]) => inTransaction(app.services.db, (tx) => queueDeletion(tx, keys))
const queued = async () =>
  (await app.sql<{ object_key: string }>('SELECT object_key FROM object_deletion')).map(
    (row) => row.object_key,
  )

/** An upload that is in progress and has stored one object. */
async function startUpload(): Promise<{ id: string; key: string }> {
  const [id, key] = [randomUUID(), await put()]
  await app.sql(
    `INSERT INTO upload_intent (id, account_id, object_keys, worker_id, state) VALUES ($1, $2, $3, $1, 'pending')`,
    [id, user.accountId, [key]],
  )
  return { id, key }
}

/** A registered performer with the key of its agreement. */
async function registerAgreement(): Promise<{ performerId: string; key: string }> {
  const { id } = await registerPerformer(user)
  const [row] = await app.sql<{ object_key: string }>(
    "SELECT object_key FROM document_version WHERE performer_id = $1 AND type = 'agreementFile'",
    [id],
  )
  return { performerId: id, key: row?.object_key ?? '' }
}

test('the object of an upload in progress is no orphan, even if the clock of the process is ahead', async () => {
  const clock = { now: () => new Date(Date.now() + 2 * hour) }
  const { id, key } = await startUpload()
  expect(await findOrphans({ ...app.services, clock })).toEqual([])
  await app.sql("UPDATE upload_intent SET state = 'aborted' WHERE id = $1", [id])
  expect(await findOrphans({ ...app.services, clock })).toEqual([key])
  await app.services.store.delete(key)
})

test('a queued object that a version or an upload in progress names is kept, logged and removed from the queue', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: (line) => void lines.push(line) })
  const { store } = app.services
  const kept = [(await registerAgreement()).key, (await startUpload()).key]
  const unnamed = await put()
  await queue([...kept, unnamed])
  expect(await deleteQueuedObjects({ ...app.services, log })).toBe(1)
  for (const key of kept) expect(await store.exists(key)).toBe(true)
  expect(await store.exists(unnamed)).toBe(false)
  expect(await queued()).toEqual([])
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 40,
      count: 2,
      objects: expect.arrayContaining(kept),
      msg: 'queued files are in use and were kept',
    },
  ])
})

test('an object that the store refuses to delete does not prevent the deletion of others, of the queue or of uploads', async () => {
  const { services } = app
  const refused = [await put(), (await startUpload()).key]
  const others = [await put(), (await startUpload()).key]
  const remove = async (key: string) => {
    if (refused.includes(key)) throw new Error('EIO')
    await services.store.delete(key)
  }
  await queue([refused[0] ?? ''])
  await queue([others[0] ?? ''])
  await app.sql("UPDATE upload_intent SET state = 'aborting' WHERE state = 'pending'")
  const failing = { ...services, store: { ...services.store, delete: remove } }
  await expect(deleteQueuedObjects(failing)).rejects.toThrow('EIO')
  await expect(sweepIntents(failing)).rejects.toThrow('EIO')
  for (const key of others) expect(await services.store.exists(key)).toBe(false)
  expect(await queued()).toEqual([refused[0]])
  await deleteQueuedObjects(services)
  await sweepIntents(services)
})

test('an object that a worker stores while its expired upload is swept is deleted by the next sweep', async () => {
  const { services } = app
  const { id, key } = await startUpload()
  await app.sql("UPDATE upload_intent SET state = 'aborting' WHERE id = $1", [id])
  const remove = async (removed: string) => {
    await services.store.delete(removed)
    await services.store.put(key, Readable.from(['x']))
    await abortIntent(services.db, id)
  }
  await sweepIntents({ ...services, store: { ...services.store, delete: remove } })
  expect(await services.store.exists(key)).toBe(true)
  await sweepIntents(services)
  expect(await services.store.exists(key)).toBe(false)
})

test('an object whose version is destroyed while it is removed from the queue is deleted', async () => {
  const { services } = app
  const { performerId, key } = await registerAgreement()
  await passUndo(app, { performerId, type: 'agreementFile' })
  await queue([key])
  let removing: Promise<number> | undefined
  await inTransaction(services.db, async (tx) => {
    await destroyVersions(tx, { performerId, type: 'agreementFile' }, new Date())
    removing = deleteQueuedObjects(services)
    const outcome = removing.then(() => 'done')
    await expect.poll(() => Promise.race([outcome, waitsForLock()]), { interval: 20 }).not.toBe('running')
  })
  await removing
  await deleteQueuedObjects(services)
  expect(await services.store.exists(key)).toBe(false)
  expect(await queued()).toEqual([])
})

async function waitsForLock(): Promise<'blocked' | 'running'> {
  const waiting = await app.sql(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
  return waiting.length > 0 ? 'blocked' : 'running'
}

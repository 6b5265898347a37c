import { hour } from '@kyc/contract/durations.ts'
import { updatePerformer } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { createSharedLimits } from '../../platform/db/shared-limits.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { checkStoredFiles } from './check-stored-files.ts'
import { encryptWithheld } from './encrypt-withheld.ts'
import { sweepIntents } from './intake/sweep-intents.ts'
import { reconcile, reconcileDaily } from './reconcile.ts'

const { app, user, admin } = useStage({ user: 'user', admin: 'admin' })
const clock = { now: () => new Date(Date.now() + 2 * hour) }

/** Withholds the back of an ID, and returns the keys of its objects. */
async function withholdBack(): Promise<string[]> {
  const { id } = await registerPerformer(user, {
    files: { idBack: { name: 'back.png', bytes: await samplePng(30, 30) } },
  })
  await admin.send(updatePerformer, {
    params: { id },
    body: { idKind: 'my_number_card', reason: '個人番号' },
  })
  const rows = await app.sql<{ key: string }>(
    `SELECT unnest(ARRAY[object_key, screen_key, thumbnail_key]) AS key FROM document_version
     WHERE performer_id = $1 AND undo_until IS NOT NULL`,
    [id],
  )
  return rows.map(({ key }) => key)
}
const existing = async (keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => app.services.store.exists(key)))).filter(Boolean).length

test('the files of a withheld version are no orphans, and the doctor examines them', async () => {
  const [key = ''] = await withholdBack()
  await sweepIntents(app.services)
  expect(await reconcile({ ...app.services, clock })).toEqual({ orphans: [], missing: [] })
  const content = await app.services.store.get(key)
  await app.services.store.delete(key)
  const faults = []
  for await (const fault of checkStoredFiles(app.services, () => undefined)) faults.push(fault)
  expect(faults).toMatchObject([{ objectKey: key, fault: 'missing' }])
  expect((await reconcile(app.services)).missing).toMatchObject([{ objectKey: key }])
  await app.services.store.put(key, content)
})

test.each(['list', 'exists', 'get'] as const)(
  'objects that are deleted while the store is compared are no differences, in the middle of %s',
  async (during) => {
    const old = await withholdBack()
    const { store } = app.services
    const encryptAll = async () => {
      await encryptWithheld(app.services)
      await expect.poll(() => existing(old)).toBe(0)
    }
    let encrypting: Promise<void> | undefined
    /** Replaces the objects of the withheld version by others, once. */
    const encrypt = async (call: typeof during) => {
      if (call !== during) return
      encrypting ??= encryptAll()
      await encrypting
    }
    const list = async function* () {
      yield* store.list()
      await encrypt('list')
    }
    const exists = (key: string) => encrypt('exists').then(() => store.exists(key))
    const get = (key: string) => encrypt('get').then(() => store.get(key))
    const services = { ...app.services, store: { ...store, list, exists, get }, clock }
    expect(await reconcile(services)).toEqual({ orphans: [], missing: [] })
    for await (const fault of checkStoredFiles(services, () => undefined)) expect(fault).toBeUndefined()
    expect(await existing(old)).toBe(0)
  },
)

test('a daily comparison whose process was killed is repeated at the next start', async () => {
  const sharedLimits = createSharedLimits(app.services)
  const reached = Promise.withResolvers<void>()
  const list = async function* () {
    reached.resolve()
    yield await new Promise<never>(() => undefined)
  }
  void reconcileDaily({ ...app.services, sharedLimits, store: { ...app.services.store, list } })
  await reached.promise
  sharedLimits.close()
  await app.sql("UPDATE limit_use SET ends_at = now() WHERE name = 'reconcile'")
  await reconcileDaily(app.services)
  expect(await app.sql("SELECT faults FROM installation WHERE name = 'reconciled'")).toEqual([{ faults: 0 }])
})

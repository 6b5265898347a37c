/** @module-tag long */

import { mkdir, readdir, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { day } from '@kyc/contract/durations.ts'
import { expect, test } from 'vitest'
import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import { deleteQueuedObjects } from '../../features/records/destruction/delete-objects.ts'
import { publishEnded } from '../../features/records/destruction/publish-ended.ts'
import { readIdentityFile } from '../../platform/archive/age-identity.ts'
import { silentLog } from '../../platform/log.ts'
import { Secret } from '../../platform/settings/secret.ts'
import { folderStore } from '../../platform/storage/folder-store.ts'
import { backupStage, faultsOf, newest, pooled, sqlOf } from '../../testing/app/backup-stage.ts'
import { registerPerformer } from '../../testing/app/factories.ts'
import { sealing } from '../../testing/app/performer-rows.ts'
import { sealLog } from '../../testing/app/seal-log.ts'
import { destroyDocument, destroyNow } from '../../testing/app/sealed-records.ts'
import { createTestDatabase } from '../../testing/app/test-database.ts'
import { drillRestore } from './drill-restore.ts'

const onProgress = () => undefined
const stage = backupStage()
const { backUp, restore } = stage

test('an older backup does not bring back what was destroyed since, and loses its keys and files after a week', async () => {
  const [destroyed, kept] = [await registerPerformer(stage.user), await registerPerformer(stage.user)]
  const first = await backUp()
  const keysBefore = await newest(stage.places.keysTo)
  const files = await objectsOf(destroyed.id)
  await destroyNow(stage.app, destroyed.id, stage.user.accountId)
  const [back] = await stage.app.sql<{ id: string; object_key: string }>(
    "SELECT id, object_key FROM document_version WHERE performer_id = $1 AND type = 'selfie'",
    [kept.id],
  )
  await destroyDocument(stage.app, { performerId: kept.id, type: 'selfie' })
  await deleteQueuedObjects(stage.app.services)
  await backUp()
  expect(await pooled(stage, files)).toEqual(files)
  expect((await backUp({ now: new Date(Date.now() + 8 * day) })).deleted).toBeGreaterThanOrEqual(
    files.length + 1,
  )
  expect(await pooled(stage, files)).toEqual([])
  expect(await readdir(stage.places.keysTo)).not.toContain(basename(keysBefore))

  await sealLog(stage.app)
  const result = await restore({ name: first.name }, async (services, restored) => {
    const rows = await services.db
      .selectFrom('performer')
      .select(['id', 'destroyed_at', 'last_name'])
      .where('id', 'in', [destroyed.id, kept.id])
      .execute()
    const documents = await services.db
      .selectFrom('document_version')
      .select('destroyed_at')
      .where('id', '=', back?.id ?? '')
      .execute()
    return { restored, rows, documents, faults: await faultsOf(services) }
  })
  expect(result.restored).toMatchObject({ destroyed: 2, missing: [] })
  const byId = Object.fromEntries(result.rows.map((row) => [row.id, row]))
  expect(byId[destroyed.id]).toMatchObject({ last_name: '', destroyed_at: expect.any(Date) })
  expect(byId[kept.id]).toMatchObject({ last_name: '見本', destroyed_at: null })
  expect(result.documents).toEqual([{ destroyed_at: expect.any(Date) }])
  expect(result.faults.filter(({ check }) => check !== 'log')).toEqual([])
})

test('a restore finds what was deleted or destroyed after the last backup by the published ids', async () => {
  const [destroyed, deleted] = [await registerPerformer(stage.user), await registerPerformer(stage.user)]
  await backUp()
  await destroyNow(stage.app, destroyed.id, stage.user.accountId)
  await stage.app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [deleted.id])
  await publishEnded(stage.app.services)
  expect(await stage.app.sql('SELECT FROM ended_record')).toEqual([])
  // Ids of another signer and texts that are no ids do not count.
  const { checkpoints } = stage.app.services
  await checkpoints.publishEnded('destroyed', deleted.id, `destroyed ${deleted.id}\n\n— other AAAA\n`)
  await checkpoints.publishEnded('destroyed', 'x', 'x')
  const place = { AUDIT_CHECKPOINTS: join(stage.app.dataDir, 'checkpoints') }
  const { restored, rows } = await restore(
    {},
    async ({ db }, result) => ({
      restored: result,
      rows: await db
        .selectFrom('performer')
        .select(['id', 'destroyed_at', 'last_name'])
        .where('id', 'in', [destroyed.id, deleted.id])
        .orderBy('id')
        .execute(),
    }),
    place,
  )
  expect(restored).toMatchObject({ destroyed: 1, deleted: [deleted.id] })
  expect(rows).toMatchObject([
    { id: destroyed.id, last_name: '', destroyed_at: expect.any(Date) },
    { id: deleted.id, last_name: '見本', destroyed_at: null },
  ])
})

test('a backup reports a file that rows name and the store lacks, and contains the rest', async () => {
  const { id } = await registerPerformer(stage.user)
  const [lost = ''] = await objectsOf(id)
  await rm(join(stage.app.dataDir, 'files', lost.slice(0, 2), lost))
  expect((await backUp()).missing).toEqual([lost])
  expect(await restore()).toMatchObject({ missing: [] })
  await stage.app.sql(
    'UPDATE document_version SET destroyed_at = now(), is_current = false WHERE performer_id = $1',
    [id],
  )
})

test('a drill restores a backup in a scratch place, finds its faults and none of a later backup that failed, and leaves nothing behind', async () => {
  const { id } = await registerPerformer(stage.user)
  await backUp()
  const { services } = stage.app
  await registerPerformer(stage.user)
  await startSequencer(services, services.databaseUrl).stop()
  const get = () => Promise.reject(new Error('the store is away'))
  await expect(backUp({}, { store: { ...services.store, get } })).rejects.toThrow('away')
  const identities = await readIdentityFile(join(stage.folder, 'identity'))
  const backup = {
    from: stage.places.to,
    keysFrom: stage.places.keysTo,
    identities,
    name: undefined,
    onProgress,
  }
  const empty = await createTestDatabase('template1')
  const scratch = join(stage.folder, 'scratch')
  await mkdir(scratch)
  const drillIn = (url: string) => {
    const config = { ...stage.app.services.config, drillDatabaseUrl: new Secret(url) }
    return drillRestore(config, silentLog(), backup, scratch)
  }
  const { found, restored } = await drillIn(empty.ownerUrl)
  expect({ faults: found.faults, missing: restored.missing }).toEqual({ faults: [], missing: [] })

  const [lost = ''] = await objectsOf(id)
  await folderStore(join(stage.places.to, 'objects')).delete(lost)
  expect(await drillIn(empty.ownerUrl)).toMatchObject({ restored: { missing: [lost] }, found: { count: 1 } })
  expect(await readdir(scratch)).toEqual([])
  const tables = await sqlOf(empty)("SELECT FROM pg_tables WHERE schemaname = 'public'")
  expect(tables).toEqual([])
  await expect(drillIn(stage.database.ownerUrl)).rejects.toThrow('DRILL_DATABASE_URL has tables')
  await empty.drop()
})

async function objectsOf(performerId: string): Promise<string[]> {
  const rows = await stage.app.sql<{ key: string }>(
    `SELECT key FROM document_version, LATERAL (VALUES (object_key), (screen_key), (thumbnail_key)) AS named (key)
     WHERE performer_id = $1 AND key IS NOT NULL`,
    [performerId],
  )
  return rows.map(({ key }) => key)
}

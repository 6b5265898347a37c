import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { healthReady } from '@kyc/contract/health.ts'
import { beforeEach, expect, it } from 'vitest'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { replace } from '../../../testing/app/replacements.ts'
import { noisyPng } from '../../../testing/app/sample-files.ts'
import { destroyDocument } from '../../../testing/app/sealed-records.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { deleteQueuedObjects } from '../../records/destruction/delete-objects.ts'
import { decryptPerformerKey } from '../../records/performer-keys.ts'
import { currentDocuments } from '../../records/record-documents.ts'
import { openRecorded } from './open-object.ts'
import { readWholeDocument } from './read-whole-document.ts'

const { app, user } = useStage({ user: 'user' })
let id: string
beforeEach(async () => {
  id = (await registerPerformer(user)).id
})

const unreadable = async () => (await app.anonymous().send(healthReady)).unreadable
const document = (type: string) => `/api/performers/${id}/documents/${type}`

it('a document returns FILE_UNREADABLE and no byte when its object is missing or damaged', async () => {
  const [row] = await app.sql<{ id: string; object_key: string }>(
    `SELECT id, object_key FROM document_version WHERE performer_id = $1 AND type = 'idFront'`,
    [id],
  )
  const path = join(app.dataDir, 'files', row!.object_key.slice(0, 2), row!.object_key)
  const good = await readFile(path)
  const damaged = Buffer.from(good)
  damaged[damaged.length - 20]! ^= 1
  for (const bytes of [
    damaged,
    Buffer.concat([good, Buffer.from('x')]),
    good.subarray(0, -1),
    Buffer.alloc(0),
  ]) {
    await writeFile(path, bytes)
    const { status, json } = await user.get(document('idFront'))
    const title = expect.stringContaining(`（ファイルID：${row!.id}）`)
    expect({ status, json }).toMatchObject({ status: 500, json: { code: 'FILE_UNREADABLE', title } })
  }
  await rm(path)
  expect((await user.get(document('idFront'))).json).toMatchObject({ code: 'FILE_UNREADABLE' })
  expect(await unreadable()).toMatchObject({ files: 1, secrets: 0 })
  for (const query of ['?size=screen&thumbnail=1', '?size=screen']) {
    expect((await user.get(document('idFront') + query)).status).toBe(200)
  }
  expect((await user.get(document('selfie'))).status).toBe(200)
  expect((await user.get(`/api/performers/${id}/documents`)).status).toBe(200)
  await writeFile(path, good)
  expect((await user.get(document('idFront'))).status).toBe(200)
  expect(await unreadable()).toMatchObject({ files: 0 })
})

it('a file is verified in full before the next reply after a read failed half-way', {
  tags: 'long',
}, async () => {
  const large = await noisyPng()
  await replace(user, id, 'idFront', large)
  const [row] = await app.sql<{ object_key: string; size: number }>(
    `SELECT object_key, size FROM document_version WHERE performer_id = $1 AND type = 'idFront' AND is_current`,
    [id],
  )
  expect(Number(row!.size)).toBeGreaterThan(2 * 1024 * 1024)
  const path = join(app.dataDir, 'files', row!.object_key.slice(0, 2), row!.object_key)
  const good = await readFile(path)
  const damaged = Buffer.from(good)
  damaged[damaged.length - 20]! ^= 1
  await writeFile(path, damaged)
  await expect(user.get(document('idFront'))).rejects.toThrow()
  for (const query of ['', '?download=1']) {
    const { status, json } = await user.get(document('idFront') + query)
    expect({ status, json }).toMatchObject({ status: 500, json: { code: 'FILE_UNREADABLE' } })
  }
  expect((await user.get(`${document('idFront')}?size=screen`)).status).toBe(200)
  await writeFile(path, good)
  expect((await user.get(document('idFront'))).status).toBe(200)
})

it('a damaged key affects only its own performer', async () => {
  const flip = (performer: string) =>
    app.sql(
      'UPDATE performer_key SET wrapped = set_byte(wrapped, 20, get_byte(wrapped, 20) # 1) WHERE performer_id = $1',
      [performer],
    )
  await flip(id)
  const { status, json } = await user.get(`${document('idFront')}?size=screen&thumbnail=1`)
  expect({ status, json }).toMatchObject({ status: 500, json: { code: 'FILE_UNREADABLE' } })
  expect((await user.get(`/api/performers/${id}`)).status).toBe(200)
  const other = await registerPerformer(user)
  expect((await user.get(`/api/performers/${other.id}/documents/idFront`)).status).toBe(200)
  expect(await unreadable()).toMatchObject({ secrets: 1 })
  await flip(id)
  expect((await user.get(document('idFront'))).status).toBe(200)
  expect(await unreadable()).toMatchObject({ secrets: 0 })
})

it('a file that is destroyed after its row was read counts as destroyed, not as unreadable', async () => {
  const { services } = app
  const key = await decryptPerformerKey(services, services.db, id)
  const [row] = await currentDocuments(services.db, id)
  if (!row) throw new Error('no document')
  await destroyDocument(app, { performerId: id, type: row.type })
  await deleteQueuedObjects(services)
  const file = { key: row.object_key, bytes: row.object_bytes, size: row.size }
  const opened = openRecorded(services, row, file, () => Promise.resolve())
  await expect(opened).rejects.toMatchObject({ code: 'DOCUMENT_NOT_FOUND' })
  expect(await readWholeDocument(services, key, row)).toBeUndefined()
  expect(await unreadable()).toMatchObject({ files: 0 })
})

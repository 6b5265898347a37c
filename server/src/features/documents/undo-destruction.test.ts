import { listAuditLogs } from '@kyc/contract/audit.ts'
import { listDocuments, listDocumentVersions } from '@kyc/contract/documents.ts'
import { minute } from '@kyc/contract/durations.ts'
import { endPerformerHold, holdPerformer } from '@kyc/contract/legal-holds.ts'
import { limits } from '@kyc/contract/limits.ts'
import { getPerformer, updatePerformer } from '@kyc/contract/performers.ts'
import { claimReviewCase } from '@kyc/contract/review.ts'
import { listWithheldDocuments, undoDestruction } from '@kyc/contract/withheld-documents.ts'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { approvalOf } from '../../testing/app/approval.ts'
import { moveDatabase, resetDatabaseClock } from '../../testing/app/database-clock.ts'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { replace } from '../../testing/app/replacements.ts'
import { sampleJpeg, samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { expectNothingLost } from '../../testing/app/uploads.ts'
import { decryptPerformerKey } from '../records/performer-keys.ts'
import { checkStoredFiles } from './check-stored-files.ts'
import { encryptWithheld } from './encrypt-withheld.ts'
import { endWithheld } from './end-withheld.ts'
import { readWholeDocument } from './read/read-whole-document.ts'

const { app, user, admin, superadmin } = useStage(
  { user: ['user', '佐藤'], admin: ['admin', '鈴木'], superadmin: ['superadmin', '最高'] },
  { env: { REVIEW_FOUR_EYES: 'on' } },
)
afterEach(() => resetDatabaseClock(app))

const upper = { x: 0, y: 0, width: 1, height: 0.2 }
const pathOf = (id: string, rest = '') => `/api/performers/${id}/documents/idFront${rest}`

async function register(): Promise<string> {
  const files = {
    idFront: { name: 'front.jpg', bytes: await sampleJpeg(400, 300, '#ffffff') },
    idBack: { name: 'back.png', bytes: await samplePng(30, 30) },
  }
  return (await registerPerformer(user, { files })).id
}
const mask = (by: TestAccount, id: string, version = 1, boxes = [upper]) =>
  by.call('POST', pathOf(id, '/mask'), {
    json: { boxes, reason: '本籍' },
    headers: { 'if-match': `"${version}"` },
  })
async function masked(id: string, version = 1): Promise<void> {
  expect((await mask(admin, id, version)).json).toMatchObject({ version: version + 1, maskedBy: '鈴木' })
}
const closeBack = (by: TestAccount, id: string) =>
  by.send(updatePerformer, { params: { id }, body: { idKind: 'my_number_card', reason: '個人番号' } })
const undo = (id: string, version: number, type = 'idFront') =>
  superadmin.send(undoDestruction, { params: { id, type }, body: { version, reason: '誤り' } })
const withheld = (id: string) => admin.send(listWithheldDocuments, { params: { id } })
const versions = async (id: string, type: 'idFront' | 'idBack' = 'idFront') =>
  (await admin.send(listDocumentVersions, { params: { id, type } })).map(({ version }) => version)
const keysOf = async (id: string) =>
  (
    await app.sql<{ key: string }>(
      `SELECT unnest(ARRAY[object_key, screen_key, thumbnail_key]) AS key FROM document_version
       WHERE performer_id = $1 AND destroyed_at IS NOT NULL`,
      [id],
    )
  ).map(({ key }) => key)
const existing = async (keys: readonly string[]) =>
  (await Promise.all(keys.map((key) => app.services.store.exists(key)))).filter(Boolean).length
async function bytesOf(id: string): Promise<ArrayBuffer> {
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const reply = await fetch(`${app.url}${pathOf(id, '?size=full')}`, { headers: { cookie } })
  expect(reply.status).toBe(200)
  return reply.arrayBuffer()
}
const afterwards = () => moveDatabase(app, new Date(Date.now() + limits.undoDestruction + minute))

test('a mask can be undone for seven days, in which no call returns the unmasked picture (D116)', async () => {
  const id = await register()
  await verifyDocuments(superadmin, id, ['agreementFile', 'idFront', 'selfie'])
  await masked(id)
  expect(await withheld(id)).toEqual([
    expect.objectContaining({ type: 'idFront', version: 1, by: '鈴木', masked: true }),
  ])
  for (const query of [
    '?version=1',
    '?version=1&size=screen',
    '?version=1&thumbnail=1',
    '?version=1&download=1',
  ])
    for (const by of [user, admin, superadmin]) expect((await by.get(pathOf(id, query))).status).toBe(404)
  expect(await versions(id)).toEqual([2])
  await endWithheld(app.services)
  expect(await undo(id, 1)).toEqual([])
  expect((await admin.get(pathOf(id, '?version=1'))).status).toBe(200)
  // The undone version is pending: its decision was about the picture of that time.
  expect(await admin.send(listDocuments, { params: { id } })).toContainEqual(
    expect.objectContaining({ type: 'idFront', version: 1, status: 'pending', maskedBy: null }),
  )
  expect(await user.send(getPerformer, { params: { id } })).toMatchObject({ status: 'pending' })
  expect(await versions(id)).toEqual([2, 1])
  const [entry] = await admin.send(listAuditLogs, {
    query: { resourceId: `${id}/idFront`, action: 'update' },
  })
  expect(entry?.details).toMatchObject({ change: 'destruction_undone', version: [1], reason: '誤り' })
  expect(
    refusalOf(await superadmin.put(pathOf(id, '/destruction/undo'), { version: 1, reason: '誤り' })),
  ).toEqual([409, 'DOCUMENT_STATE'])
  const again = await mask(admin, id)
  expect(again.json).toMatchObject({ version: 3, maskedBy: '鈴木' })
  expect(await versions(id)).toEqual([3, 2])
})

test('a withheld version gets a key of its own, which the undo keeps and the end destroys', async () => {
  const id = await register()
  const whole = async () => Buffer.from(await bytesOf(id))
  const before = await whole()
  await masked(id)
  const old = await keysOf(id)
  // Two processes encrypt at the same time: one of them commits its copies.
  await Promise.all([encryptWithheld(app.services), encryptWithheld(app.services)])
  await expectNothingLost(app)
  const keys = await keysOf(id)
  expect(keys.some((key) => old.includes(key))).toBe(false)
  await expect.poll(() => existing(old)).toBe(0)
  expect(await existing(keys)).toBe(keys.length)
  // The key of the performer no longer opens the objects of the withheld version.
  const performer = await decryptPerformerKey(app.services, app.services.db, id)
  const row = await app.services.db
    .selectFrom('document_version')
    .selectAll()
    .where('performer_id', '=', id)
    .where('undo_until', 'is not', null)
    .executeTakeFirstOrThrow()
  expect(await readWholeDocument(app.services, performer, { ...row, own_key: null })).toBeUndefined()
  app.services.unreadable.remove('files', `${row.id}/${row.object_key}`)
  for await (const fault of checkStoredFiles(app.services, () => undefined)) expect(fault).toBeUndefined()
  await undo(id, 1)
  await encryptWithheld(app.services)
  expect((await whole()).equals(before)).toBe(true)
  // A mask reads the version with its own key, too.
  expect((await mask(admin, id)).json).toMatchObject({ version: 3 })
  expect(await withheld(id)).toMatchObject([{ version: 1 }])
  await afterwards()
  await endWithheld(app.services)
  expect(
    await app.sql('SELECT FROM document_version WHERE performer_id = $1 AND own_key IS NOT NULL', [id]),
  ).toEqual([])
})

test('a process logs no error if another one encrypts the same withheld version first', async () => {
  const id = await register()
  await masked(id)
  const old = await keysOf(id)
  const { store } = app.services
  const encryptElsewhere = async () => {
    await encryptWithheld(app.services)
    await expect.poll(() => existing(old)).toBe(0)
  }
  let elsewhere: Promise<void> | undefined
  const get = async (key: string) => {
    elsewhere ??= encryptElsewhere()
    await elsewhere
    return store.get(key)
  }
  const lines: string[] = []
  const log = createLog({ logLevel: 'error' }, { write: (line) => lines.push(line) })
  await encryptWithheld({ ...app.services, log, store: { ...store, get } })
  expect(lines).toEqual([])
})

test('a withheld version ends after seven days with its files and hashes, not earlier and not under a hold', async () => {
  const id = await register()
  await masked(id)
  const keys = await keysOf(id)
  await endWithheld(app.services)
  expect(await existing(keys)).toBe(keys.length)
  await afterwards()
  await superadmin.send(holdPerformer, { params: { id }, body: { reason: '係争中' } })
  await endWithheld(app.services)
  expect(await existing(keys)).toBe(keys.length)
  expect(await withheld(id)).toMatchObject([{ version: 1 }])
  await superadmin.send(endPerformerHold, { params: { id }, body: { reason: '終結' } })
  await endWithheld(app.services)
  expect(await withheld(id)).toHaveLength(1)
  await app.sql("UPDATE legal_hold SET ended_at = ended_at - interval '24 hours'")
  await endWithheld(app.services)
  await expect.poll(() => existing(keys)).toBe(0)
  expect(
    refusalOf(await superadmin.put(pathOf(id, '/destruction/undo'), { version: 1, reason: '誤り' })),
  ).toEqual([409, 'DOCUMENT_STATE'])
  const [shred] = await admin.send(listAuditLogs, { query: { resourceId: `${id}/idFront`, action: 'shred' } })
  expect(shred).toMatchObject({ user: null, details: { versions: [{ version: 1 }] } })
  expect(
    await app.sql(
      `SELECT FROM document_hash h JOIN document_version v ON v.id = h.document_id
       WHERE v.performer_id = $1 AND v.destroyed_at IS NOT NULL`,
      [id],
    ),
  ).toEqual([])
})

test('the database refuses to end a withheld version before its time and under a hold', async () => {
  const id = await register()
  await masked(id)
  const end = () =>
    app.services.db
      .updateTable('document_version')
      .set({ undo_until: null })
      .where('performer_id', '=', id)
      .where('undo_until', 'is not', null)
      .execute()
  await expect(end()).rejects.toThrow('can still be undone')
  await superadmin.send(holdPerformer, { params: { id }, body: { reason: '係争中' } })
  await afterwards()
  await expect(end()).rejects.toThrow('can still be undone')
})

test('closing a back withholds all its versions, and one undo returns them once the kind of ID permits it', async () => {
  const id = await register()
  await replace(user, id, 'idBack', await samplePng(40, 40))
  await closeBack(admin, id)
  expect(await withheld(id)).toMatchObject([
    { type: 'idBack', version: 1, masked: false },
    { type: 'idBack', version: 2, masked: false },
  ])
  const path = `/api/performers/${id}/documents/idBack/destruction/undo`
  expect(refusalOf(await superadmin.put(path, { version: 1, reason: '誤り' }))).toEqual([
    409,
    'ID_BACK_CLOSED',
  ])
  await admin.send(updatePerformer, { params: { id }, body: { idKind: 'drivers_license' } })
  expect(refusalOf(await admin.put(path, { version: 1, reason: '誤り' }))).toEqual([403, 'FORBIDDEN'])
  expect(await undo(id, 1, 'idBack')).toEqual([])
  expect(await versions(id, 'idBack')).toEqual([2, 1])
  expect(await admin.send(listDocuments, { params: { id } })).toContainEqual(
    expect.objectContaining({ type: 'idBack', version: 2, status: 'pending' }),
  )
})

test('a newer document stays the current one; the undone version returns to the history', async () => {
  const id = await register()
  await masked(id)
  await replace(user, id, 'idFront', await samplePng(50, 50))
  await undo(id, 1)
  expect(await versions(id)).toEqual([3, 2, 1])
  expect(await admin.send(listDocuments, { params: { id } })).toContainEqual(
    expect.objectContaining({ type: 'idFront', version: 3 }),
  )
})

test('masks of a mask can be undone one after the other, and together cover at most half', async () => {
  const id = await register()
  await masked(id)
  const half = await mask(admin, id, 2, [{ ...upper, height: 0.4 }])
  expect(half.json).toMatchObject({ status: 400, field: 'boxes' })
  await masked(id, 2)
  expect((await withheld(id)).map(({ version }) => version)).toEqual([1, 2])
  await undo(id, 2)
  await undo(id, 1)
  const documents = await admin.send(listDocuments, { params: { id } })
  expect(documents).toContainEqual(expect.objectContaining({ type: 'idFront', version: 1 }))
})

test('neither a mask nor the closing of a back is possible under a hold, in the claim of another account or in a closed case', async () => {
  const acts = async (id: string) => [
    refusalOf(await mask(admin, id)),
    refusalOf(await admin.patch(`/api/performers/${id}`, { idKind: 'my_number_card', reason: '個人番号' })),
  ]
  const both = (code: string) => [
    [409, code],
    [409, code],
  ]
  const claimed = await register()
  await superadmin.send(claimReviewCase, { params: { id: claimed }, body: {} })
  expect(await acts(claimed)).toEqual(both('CASE_CLAIMED'))
  const held = await register()
  await superadmin.send(holdPerformer, { params: { id: held }, body: { reason: '係争中' } })
  expect(await acts(held)).toEqual(both('LEGAL_HOLD'))
  const closed = await register()
  expect((await superadmin.put(pathOf(closed, '/reject'), { codes: ['tampering'] })).status).toBe(200)
  expect(await acts(closed)).toEqual(both('CASE_CLOSED'))
})

test('an account that masked a picture cannot decide on it, not even after the mask of another account (D6)', async () => {
  const id = await register()
  await masked(id)
  await admin.get(pathOf(id))
  expect(refusalOf(await admin.put(pathOf(id, '/verify'), approvalOf('idFront')))).toEqual([409, 'FOUR_EYES'])
  const other = await app.signedIn('admin', '田中')
  expect((await mask(other, id, 2)).status).toBe(200)
  await admin.get(pathOf(id))
  expect(refusalOf(await admin.put(pathOf(id, '/verify'), approvalOf('idFront')))).toEqual([409, 'FOUR_EYES'])
  await verifyDocuments(superadmin, id, ['idFront'])
})

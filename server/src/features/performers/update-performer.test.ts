import type { Performer } from '@kyc/contract/performers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { registerPerformer, verifyDocuments } from '../../testing/factories.ts'
import { samplePng } from '../../testing/sample-files.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/test-app.ts'
import { TestClock } from '../../testing/test-clock.ts'

const clock = new TestClock('2026-05-20T00:00:00Z')
let app: TestApp
let owner: TestPerson
let admin: TestPerson
let performer: Performer
let path: string

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock } })
  owner = await app.signedIn('user', '制作 花子')
  admin = await app.signedIn('admin', '管理 太郎')
})
afterAll(() => app.close())

beforeEach(async () => {
  clock.moveTo('2026-05-20T00:00:00Z')
  performer = await registerPerformer(owner, { fields: { date_of_birth: '1990-01-01', external_id: '' } })
  path = `/api/performers/${performer.id}`
  clock.moveTo('2026-05-20T01:00:00Z')
})

function entries() {
  const changes = `SELECT action, rtype FROM audit_event WHERE rid LIKE $1 || '%' AND action NOT IN ('read', 'create')`
  return app.sql<{ action: string; rtype: string }>(`${changes} ORDER BY id`, [performer.id])
}

test('the owner changes everything before the first approval, and search follows', async () => {
  const reply = await owner.patch(path, {
    lastName: '齋藤',
    date_of_birth: null,
    email: 'a@example.com',
    nationality: '',
  })
  expect(reply.json).toMatchObject({
    ...{
      id: performer.id,
      name: '齋藤 花子',
      date_of_birth: null,
      email: 'a@example.com',
      nationality: null,
    },
    ...{ updatedAt: '2026-05-20T01:00:00.000Z', created_at: '2026-05-20T00:00:00.000Z' },
    lastChange: { action: 'update', resourceType: 'performer', documentType: null },
  })
  expect((await owner.get('/api/performers?search=斉藤花')).json).toMatchObject([{ id: performer.id }])
  expect(await entries()).toEqual([{ action: 'update', rtype: 'performer' }])
})

test('what changes nothing leaves no entry and no trace', async () => {
  const same = { lastName: ' 見本 ', date_of_birth: '1990-01-01', email: '', external_id: null }
  const reply = await owner.patch(path, same)
  expect([reply.status, reply.json]).toEqual([200, performer])
  expect(await entries()).toEqual([])
})

describe('once a document was accepted', () => {
  beforeEach(() => verifyDocuments(admin, performer.id, ['idFront']))

  test.each([
    { lastName: '別' },
    { firstNameRoman: 'OTHER' },
    { date_of_birth: '1991-01-01' },
    { date_of_birth: null },
  ])('the owner cannot turn the person into another: %o', async (change) => {
    const reply = await owner.patch(path, change)
    expect(reply.json).toMatchObject({ status: 409, code: 'DETAILS_LOCKED', field: Object.keys(change)[0] })
  })

  test('the owner still changes the other details', async () => {
    expect((await owner.patch(path, { email: 'b@example.com' })).status).toBe(200)
  })

  test('it stays so when that document was replaced since', async () => {
    const form = new FormData()
    form.append('file', new Blob([await samplePng(50)]), 'new.png')
    const replaced = await admin.call('PUT', `${path}/documents/idFront`, { form })
    expect(replaced.status).toBe(200)
    expect((await owner.patch(path, { lastName: '別' })).status).toBe(409)
  })

  test('an admin needs a reason, which the log keeps', async () => {
    const missing = await admin.patch(path, { lastName: '訂正', reason: ' ' })
    expect(missing.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'reason' })
    const reply = await admin.patch(path, { lastName: '訂正', reason: '戸籍の表記に合わせた' })
    expect(reply.json).toMatchObject({ name: '訂正 花子' })
    const log = await admin.get(`/api/audit-logs?resourceId=${performer.id}&action=update`)
    expect(log.json).toMatchObject([
      {
        details: {
          before: { lastName: '見本' },
          after: { lastName: '訂正' },
          reason: '戸籍の表記に合わせた',
        },
      },
    ])
  })
})

test('an approved record does not become that of a minor', async () => {
  await verifyDocuments(admin, performer.id)
  const change = { date_of_birth: '2008-05-21', reason: '訂正' }
  expect((await admin.patch(path, change)).json).toMatchObject({ status: 409, code: 'UNDER_AGE' })
  // From the birthday on, in Japan.
  expect((await admin.patch(path, { ...change, date_of_birth: '2008-05-20' })).status).toBe(200)
  const pending = await registerPerformer(owner)
  expect((await owner.patch(`/api/performers/${pending.id}`, { date_of_birth: '2015-01-01' })).status).toBe(
    200,
  )
})

test.each([
  [{ date_of_birth: '2026-05-21' }, 'INVALID_INPUT'],
  [{ date_of_birth: '1899-12-31' }, 'INVALID_INPUT'],
  [{ idKind: 'student_card' }, 'ID_KIND_UNSUPPORTED'],
  [{ idKind: 'x' }, 'INVALID_INPUT'],
  [{ lastName: '' }, 'INVALID_INPUT'],
  [{ status: 'approved' }, 'INVALID_INPUT'],
  [{ owner_id: 'x' }, 'INVALID_INPUT'],
])('%o is refused as %s', async (change, code) => {
  expect((await owner.patch(path, change)).json).toMatchObject({ status: 400, code })
  expect(await entries()).toEqual([])
})

test('an external id that another record has is refused', async () => {
  await registerPerformer(owner, { fields: { external_id: 'SG-9' } })
  const reply = await owner.patch(path, { external_id: 'SG-9' })
  expect(reply.json).toMatchObject({ status: 409, code: 'EXTERNAL_ID_TAKEN', field: 'external_id' })
})

test('a My Number card destroys the back that was stored', async () => {
  const back = { idBack: { name: 'back.png', bytes: await samplePng(70) } }
  performer = await registerPerformer(owner, { files: back })
  path = `/api/performers/${performer.id}`
  expect((await owner.get(`${path}/documents/idBack`)).status).toBe(200)
  expect((await owner.patch(path, { idKind: 'my_number_card' })).json).toMatchObject({
    idKind: 'my_number_card',
  })
  expect((await owner.get(`${path}/documents/idBack`)).status).toBe(404)
  expect((await entries()).map((entry) => entry.action).sort()).toEqual(['shred', 'update'])
})

test('the history tells changes and decisions and no looks; to a user others are 管理者', async () => {
  await owner.get(path)
  await owner.patch(path, { email: 'c@example.com', nationality: '日本' })
  await verifyDocuments(admin, performer.id, ['idFront'])
  await admin.put(`${path}/documents/selfie/reject`, { codes: ['blurry'], message: '撮り直してください' })
  const forOwner = (await owner.get(`${path}/history`)).json
  const none = { codes: [], fields: [], documentType: null }
  expect(forOwner).toMatchObject([
    {
      action: 'reject',
      resourceType: 'document',
      documentType: 'selfie',
      by: '管理者',
      codes: ['blurry'],
      fields: [],
    },
    { ...none, action: 'verify', documentType: 'idFront', by: '管理者' },
    { ...none, action: 'update', by: '制作 花子', fields: ['email', 'nationality'] },
    { ...none, action: 'create', resourceType: 'performer', by: '制作 花子' },
  ])
  expect((await admin.get(`${path}/history`)).json).toMatchObject([{ by: '管理 太郎' }, {}, {}, {}])
})

test('the history names no field whose value is for admins only, to a user', async () => {
  await inTransaction(app.services.db, (tx) =>
    app.services.audit.record(tx, {
      ...{ actor: admin.accountId, action: 'update', resourceType: 'performer', resourceId: performer.id },
      ...{ owner: owner.accountId, ip: null },
      details: { before: { note: null }, after: { nationality: '日本', note: '要確認' } },
    }),
  )
  const fieldsFor = async (reader: TestPerson) =>
    ((await reader.get(`${path}/history`)).json as { fields: string[] }[])[0]?.fields
  expect(await fieldsFor(owner)).toEqual(['nationality'])
  expect(await fieldsFor(admin)).toEqual(['nationality', 'note'])
})

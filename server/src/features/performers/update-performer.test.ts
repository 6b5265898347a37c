import type { Performer } from '@kyc/contract/performers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

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

test('the owner changes any detail before the first approval, and search finds the new values', async () => {
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

test('an edit without changes creates no entry', async () => {
  const same = { lastName: ' 見本 ', date_of_birth: '1990-01-01', email: '', external_id: null }
  const reply = await owner.patch(path, same)
  expect([reply.status, reply.json]).toEqual([200, performer])
  expect(await entries()).toEqual([])
})

describe('once a document was verified', () => {
  beforeEach(() => verifyDocuments(admin, performer.id, ['idFront']))

  test.each([
    { lastName: '別' },
    { firstNameRoman: 'OTHER' },
    { date_of_birth: '1991-01-01' },
    { date_of_birth: null },
  ])('the owner cannot change the identity: %o', async (change) => {
    const reply = await owner.patch(path, change)
    expect(reply.json).toMatchObject({ status: 409, code: 'DETAILS_LOCKED', field: Object.keys(change)[0] })
  })

  test.each([{ idKind: 'passport' }, { external_id: 'SG-1' }])(
    'the owner cannot change kind of ID or external id: %o',
    async (change) => {
      const reply = await owner.patch(path, change)
      expect(reply.json).toMatchObject({ status: 409, code: 'DETAILS_LOCKED', field: Object.keys(change)[0] })
      expect((await admin.patch(path, change)).status).toBe(200)
    },
  )

  test('the owner can change the other details', async () => {
    expect((await owner.patch(path, { email: 'b@example.com' })).status).toBe(200)
  })

  test('this remains so after that document is replaced', async () => {
    const form = new FormData()
    form.append('file', new Blob([await samplePng(50)]), 'new.png')
    const replaced = await admin.call('PUT', `${path}/documents/idFront`, { form })
    expect(replaced.status).toBe(200)
    expect((await owner.patch(path, { lastName: '別' })).status).toBe(409)
  })

  test('this remains so after that document is rejected', async () => {
    expect((await admin.put(`${path}/documents/idFront/reject`, { codes: ['blurry'] })).status).toBe(200)
    expect(await (await owner.get(path)).json).toMatchObject({ everDecided: true, everVerified: true })
    expect((await owner.patch(path, { lastName: '別' })).json).toMatchObject({ code: 'DETAILS_LOCKED' })
    const missing = await admin.patch(path, { lastName: '訂正' })
    expect(missing.json).toMatchObject({ status: 400, field: 'reason' })
  })

  test('an admin needs a reason, which the log contains', async () => {
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

test('a rejection alone locks kind of ID and external id for the owner, and not the names', async () => {
  await admin.put(`${path}/documents/idFront/reject`, { codes: ['blurry'] })
  expect(await (await owner.get(path)).json).toMatchObject({ everDecided: true, everVerified: false })
  for (const change of [{ idKind: 'passport' }, { external_id: 'SG-2' }]) {
    expect((await owner.patch(path, change)).json).toMatchObject({ status: 409, code: 'DETAILS_LOCKED' })
  }
  expect((await owner.patch(path, { lastName: '別' })).status).toBe(200)
})

test('an approved record does not accept a date of birth under 18', async () => {
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

test('an external id of another record is refused', async () => {
  await registerPerformer(owner, { fields: { external_id: 'SG-9' } })
  const reply = await owner.patch(path, { external_id: 'SG-9' })
  expect(reply.json).toMatchObject({ status: 409, code: 'EXTERNAL_ID_TAKEN', field: 'external_id' })
})

describe('a change to a My Number card, whose back must not be stored', () => {
  const change = { idKind: 'my_number_card' }
  const status = async () => ((await owner.get(path)).json as Performer).status
  beforeEach(async () => {
    const back = { idBack: { name: 'back.png', bytes: await samplePng(70) } }
    performer = await registerPerformer(owner, { files: back })
    path = `/api/performers/${performer.id}`
  })

  test('does not destroy a stored back for the owner', async () => {
    const reply = await owner.patch(path, change)
    expect(reply.json).toMatchObject({ status: 409, code: 'ID_BACK_STORED', field: 'idKind' })
    expect((await owner.get(`${path}/documents/idBack`)).status).toBe(200)
    expect(await owner.get(path).then(({ json }) => json)).toMatchObject({ idKind: null })
  })

  test('destroys it for an admin who gives a reason, which both entries contain', async () => {
    const missing = await admin.patch(path, change)
    expect(missing.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'reason' })
    expect((await owner.get(`${path}/documents/idBack`)).status).toBe(200)
    const reason = '個人番号が写っているため'
    expect((await admin.patch(path, { ...change, reason })).json).toMatchObject(change)
    expect((await owner.get(`${path}/documents/idBack`)).status).toBe(404)
    expect((await entries()).map((entry) => entry.action).sort()).toEqual(['shred', 'update'])
    for (const query of [
      `resourceId=${performer.id}/idBack&action=shred`,
      `resourceId=${performer.id}&action=update`,
    ]) {
      expect((await admin.get(`/api/audit-logs?${query}`)).json).toMatchObject([{ details: { reason } }])
    }
  })

  test('approves no performer: the front needs a new decision', async () => {
    await verifyDocuments(admin, performer.id)
    await admin.put(`${path}/documents/idBack/reject`, { codes: ['tampering'] })
    expect(await status()).toBe('rejected')
    expect((await owner.patch(path, change)).json).toMatchObject({ status: 409, code: 'DETAILS_LOCKED' })
    expect(await status()).toBe('rejected')
    expect((await admin.patch(path, { ...change, reason: '種類の訂正' })).json).toMatchObject({
      status: 'pending',
    })
    const log = await admin.get(`/api/audit-logs?resourceId=${performer.id}&action=update`)
    expect(log.json).toMatchObject([
      { details: { reopened: 'idFront', performerStatus: { before: 'rejected', after: 'pending' } } },
    ])
    await verifyDocuments(admin, performer.id, ['idFront'])
    expect(await status()).toBe('approved')
  })

  test('keeps an approval', async () => {
    await verifyDocuments(admin, performer.id, ['agreementFile', 'idFront', 'idBack', 'selfie'])
    expect((await admin.patch(path, { ...change, reason: '種類の訂正' })).json).toMatchObject({
      status: 'approved',
    })
  })
})

describe('an edit that names the version it started from', () => {
  const versionOf = async () => ((await owner.get(path)).json as Performer).version

  test('is refused after a later change, with its fields and authors', async () => {
    const version = await versionOf()
    expect((await admin.patch(path, { lastName: '訂正', nationality: '日本', version })).status).toBe(200)
    const late = { firstName: '遅', version }
    expect((await owner.patch(path, late)).json).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      errors: [
        { field: 'lastName', message: '管理者が変更しました。' },
        { field: 'nationality', message: '管理者が変更しました。' },
      ],
    })
    const colleague = await app.signedIn('admin')
    expect((await colleague.patch(path, late)).json).toMatchObject({
      errors: [{ message: '管理 太郎さんが変更しました。' }, {}],
    })
    expect((await admin.patch(path, late)).json).toMatchObject({
      errors: [{ message: 'ご自身が変更しました。' }, {}],
    })
    expect((await owner.patch(path, { ...late, version: await versionOf() })).json).toMatchObject({
      name: '訂正 遅',
    })
  })

  test('is refused when a reviewer filled a detail in the meantime', async () => {
    const version = await versionOf()
    expect((await admin.put(`${path}/documents/idFront/verify`, { idKind: 'passport' })).status).toBe(200)
    const reply = await admin.patch(path, { idKind: 'drivers_license', version })
    expect(reply.json).toMatchObject({ code: 'CONFLICT', errors: [{ field: 'idKind' }] })
  })

  test('is accepted when only documents changed, and without a version always', async () => {
    const version = await versionOf()
    await verifyDocuments(admin, performer.id, ['selfie'])
    expect((await owner.patch(path, { email: 'a@example.com', version })).status).toBe(200)
    expect((await owner.patch(path, { email: 'b@example.com' })).status).toBe(200)
  })

  test('of concurrent edits from the same version exactly one succeeds', async () => {
    const version = await versionOf()
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((lastName) => owner.patch(path, { lastName, version })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409])
  })
})

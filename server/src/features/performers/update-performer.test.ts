import { listAuditLogs } from '@kyc/contract/audit.ts'
import { listDocuments, rejectDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { getPerformer, listPerformers, type Performer, updatePerformer } from '@kyc/contract/performers.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { openAndVerify, registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock('2026-05-20T00:00:00Z')
const { app, owner, admin } = useStage(
  { owner: ['user', '制作 花子'], admin: ['admin', '管理 太郎'] },
  { overrides: { clock } },
)
let performer: Performer
let path: string

beforeEach(async () => {
  clock.moveTo('2026-05-20T00:00:00Z')
  performer = await registerPerformer(owner, { fields: { date_of_birth: '1990-01-01', external_id: '' } })
  path = `/api/performers/${performer.id}`
  clock.moveTo('2026-05-20T01:00:00Z')
})

const read = () => owner.send(getPerformer, { params: { id: performer.id } })

function update(by: TestAccount, body: BodyIn<typeof updatePerformer>): Promise<Performer> {
  return by.send(updatePerformer, { params: { id: performer.id }, body })
}

function reject(type: string, code: 'blurry' | 'tampering') {
  return admin.send(rejectDocument, { params: { id: performer.id, type }, body: { codes: [code] } })
}

function entries() {
  const changes = `SELECT action, rtype FROM audit_event WHERE rid LIKE $1 || '%' AND action NOT IN ('read', 'create')`
  return app.sql<{ action: string; rtype: string }>(`${changes} ORDER BY id`, [performer.id])
}

test('the owner changes any detail before the first approval, and search finds the new values', async () => {
  const changed = await update(owner, {
    lastName: '齋藤',
    date_of_birth: null,
    email: 'a@example.com',
    nationality: '',
  })
  expect(changed).toMatchObject({
    id: performer.id,
    name: '齋藤 花子',
    date_of_birth: null,
    email: 'a@example.com',
    nationality: null,
    updatedAt: '2026-05-20T01:00:00.000Z',
    created_at: '2026-05-20T00:00:00.000Z',
    lastChange: { action: 'update', resourceType: 'performer', documentType: null },
  })
  const found = await owner.send(listPerformers, { query: { search: '斉藤花' } })
  expect(found).toMatchObject([{ id: performer.id }])
  expect(await entries()).toEqual([{ action: 'update', rtype: 'performer' }])
})

test('an edit without changes creates no entry', async () => {
  const same = { lastName: ' 見本 ', date_of_birth: '1990-01-01', email: '', external_id: null }
  expect(await update(owner, same)).toEqual(performer)
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

  test.each([{ idKind: 'passport' as const }, { external_id: 'SG-1' }])(
    'the owner cannot change kind of ID or external id: %o',
    async (change) => {
      const reply = await owner.patch(path, change)
      expect(reply.json).toMatchObject({ status: 409, code: 'DETAILS_LOCKED', field: Object.keys(change)[0] })
      await update(admin, change)
    },
  )

  test('the owner can change the other details', async () => {
    await update(owner, { email: 'b@example.com' })
  })

  test('the identity remains locked after that document is replaced', async () => {
    await replace(admin, performer.id, 'idFront', await samplePng(50))
    expect((await owner.patch(path, { lastName: '別' })).status).toBe(409)
  })

  test('the identity remains locked after that document is rejected', async () => {
    await reject('idFront', 'blurry')
    expect(await read()).toMatchObject({ everDecided: true, everVerified: true })
    expect((await owner.patch(path, { lastName: '別' })).json).toMatchObject({ code: 'DETAILS_LOCKED' })
    const missing = await admin.patch(path, { lastName: '訂正' })
    expect(missing.json).toMatchObject({ status: 400, field: 'reason' })
  })

  test('an admin needs a reason, which the log contains', async () => {
    const missing = await admin.patch(path, { lastName: '訂正', reason: ' ' })
    expect(missing.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'reason' })
    const changed = await update(admin, { lastName: '訂正', reason: '戸籍の表記に合わせた' })
    expect(changed).toMatchObject({ name: '訂正 花子' })
    const query = { resourceId: performer.id, action: 'update' } as const
    expect(await admin.send(listAuditLogs, { query })).toMatchObject([
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
  await reject('idFront', 'blurry')
  expect(await read()).toMatchObject({ everDecided: true, everVerified: false })
  for (const change of [{ idKind: 'passport' }, { external_id: 'SG-2' }]) {
    expect((await owner.patch(path, change)).json).toMatchObject({ status: 409, code: 'DETAILS_LOCKED' })
  }
  await update(owner, { lastName: '別' })
})

test('a new name or date of birth withdraws the approval of the front of the ID, and of nothing else (D117)', async () => {
  await verifyDocuments(admin, performer.id, ['agreementFile', 'selfie'])
  for (const change of [{ lastName: '別人' }, { date_of_birth: '1985-01-01' }, { lastNameRoman: 'BETSU' }]) {
    const params = { id: performer.id, type: 'idFront' }
    const { date_of_birth: dateOfBirth } = await read()
    await openAndVerify(admin, { params, body: { dateOfBirth } })
    expect(await read()).toMatchObject({ status: 'approved' })
    const mails = await app.mails()
    expect((await update(admin, { ...change, reason: '氏名の訂正' })).status).toBe('pending')
    const { id } = performer
    const documents = await admin.send(listDocuments, { params: { id } })
    expect(Object.fromEntries(documents.map(({ type, status }) => [type, status]))).toEqual({
      agreementFile: 'verified',
      idFront: 'pending',
      selfie: 'verified',
    })
    const query = { resourceId: id, action: 'update' } as const
    expect((await admin.send(listAuditLogs, { query }))[0]).toMatchObject({
      details: { reopened: 'idFront', performerStatus: { before: 'approved', after: 'pending' } },
    })
    const [mail, ...more] = (await app.mails()).slice(mails.length)
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: owner.email, text: expect.stringContaining('> 氏名の訂正') })
  }
  await reject('idFront', 'blurry')
  expect((await update(admin, { lastName: '訂正', reason: '訂正' })).status).toBe('rejected')
})

test('an approved record does not accept a date of birth under 18', async () => {
  await verifyDocuments(admin, performer.id)
  const change = { date_of_birth: '2008-05-21', reason: '訂正' }
  expect((await admin.patch(path, change)).json).toMatchObject({ status: 409, code: 'UNDER_AGE' })
  // From the birthday on, in Japan.
  await update(admin, { ...change, date_of_birth: '2008-05-20' })
  performer = await registerPerformer(owner)
  await update(owner, { date_of_birth: '2015-01-01' })
})

test.each([
  [{ date_of_birth: '2026-05-21' }, 'INVALID_INPUT'],
  [{ date_of_birth: '1899-12-31' }, 'INVALID_INPUT'],
  [{ idKind: 'student_card' }, 'ID_KIND_UNSUPPORTED'],
  [{ idKind: 'x' }, 'INVALID_INPUT'],
  [{ lastName: '' }, 'INVALID_INPUT'],
  [{ status: 'approved' }, 'INVALID_INPUT'],
  [{ owner_id: 'x' }, 'INVALID_INPUT'],
])('an edit with %o is refused as %s', async (change, code) => {
  expect((await owner.patch(path, change)).json).toMatchObject({ status: 400, code })
  expect(await entries()).toEqual([])
})

test('an external id of another record is refused', async () => {
  await registerPerformer(owner, { fields: { external_id: 'SG-9' } })
  const reply = await owner.patch(path, { external_id: 'SG-9' })
  expect(reply.json).toMatchObject({ status: 409, code: 'EXTERNAL_ID_TAKEN', field: 'external_id' })
})

describe('a change to a My Number card, whose back must not be stored', () => {
  const change = { idKind: 'my_number_card' } as const
  const status = async () => (await read()).status
  beforeEach(async () => {
    const back = { idBack: { name: 'back.png', bytes: await samplePng(70) } }
    performer = await registerPerformer(owner, { files: back })
    path = `/api/performers/${performer.id}`
  })

  test('does not destroy a stored back for the owner', async () => {
    const reply = await owner.patch(path, change)
    expect(reply.json).toMatchObject({ status: 409, code: 'ID_BACK_STORED', field: 'idKind' })
    expect((await owner.get(`${path}/documents/idBack`)).status).toBe(200)
    expect(await read()).toMatchObject({ idKind: null })
  })

  test('destroys it for an admin who gives a reason, which both entries contain', async () => {
    const missing = await admin.patch(path, change)
    expect(missing.json).toMatchObject({ status: 400, code: 'INVALID_INPUT', field: 'reason' })
    expect((await owner.get(`${path}/documents/idBack`)).status).toBe(200)
    const reason = '個人番号が写っているため'
    expect(await update(admin, { ...change, reason })).toMatchObject(change)
    expect((await owner.get(`${path}/documents/idBack`)).status).toBe(404)
    expect((await entries()).map((entry) => entry.action).sort()).toEqual(['shred', 'update'])
    for (const query of [
      { resourceId: `${performer.id}/idBack`, action: 'shred' },
      { resourceId: performer.id, action: 'update' },
    ] as const) {
      expect(await admin.send(listAuditLogs, { query })).toMatchObject([{ details: { reason } }])
    }
  })

  test('approves no performer: the front needs a new decision', async () => {
    await verifyDocuments(admin, performer.id)
    await reject('idBack', 'blurry')
    expect(await status()).toBe('rejected')
    expect((await owner.patch(path, change)).json).toMatchObject({ status: 409, code: 'DETAILS_LOCKED' })
    expect(await status()).toBe('rejected')
    expect((await update(admin, { ...change, reason: '種類の訂正' })).status).toBe('pending')
    const query = { resourceId: performer.id, action: 'update' } as const
    expect(await admin.send(listAuditLogs, { query })).toMatchObject([
      { details: { reopened: 'idFront', performerStatus: { before: 'rejected', after: 'pending' } } },
    ])
    await verifyDocuments(admin, performer.id, ['idFront'])
    expect(await status()).toBe('approved')
  })

  test('keeps an approval', async () => {
    await verifyDocuments(admin, performer.id, ['agreementFile', 'idFront', 'idBack', 'selfie'])
    expect((await update(admin, { ...change, reason: '種類の訂正' })).status).toBe('approved')
  })
})

describe('an edit that names the version it started from', () => {
  const versionOf = async () => (await read()).version

  test('is refused after a later change, with its fields and authors', async () => {
    const version = await versionOf()
    await update(admin, { lastName: '訂正', nationality: '日本', version })
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
    const retried = await update(owner, { ...late, version: await versionOf() })
    expect(retried).toMatchObject({ name: '訂正 遅' })
  })

  test('is refused when a reviewer filled a detail in the meantime', async () => {
    const version = await versionOf()
    const params = { id: performer.id, type: 'idFront' }
    await openAndVerify(admin, { params, body: { idKind: 'passport' } })
    const reply = await admin.patch(path, { idKind: 'drivers_license', version })
    expect(reply.json).toMatchObject({ code: 'CONFLICT', errors: [{ field: 'idKind' }] })
  })

  test('is accepted when only documents changed, and without a version always', async () => {
    const version = await versionOf()
    await verifyDocuments(admin, performer.id, ['selfie'])
    await update(owner, { email: 'a@example.com', version })
    await update(owner, { email: 'b@example.com' })
  })

  test('of concurrent edits from the same version exactly one succeeds', async () => {
    const version = await versionOf()
    const replies = await Promise.all(
      ['a', 'b', 'c'].map((lastName) => owner.patch(path, { lastName, version })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409])
  })
})

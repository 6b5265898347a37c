import { listAuditLogs } from '@kyc/contract/audit.ts'
import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { limits } from '@kyc/contract/limits.ts'
import {
  confirmDestruction,
  endLegalHold,
  getSealedPerformer,
  giveSealedReason,
  holdSealedPerformer,
  listSealedPerformers,
  openSealedPerformer,
  requestDestruction,
  withdrawDestruction,
} from '@kyc/contract/sealed-performers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registerPerformer } from '../../../testing/app/factories.ts'
import {
  insertPerformerKeys,
  insertPerformerRows,
  performerRow,
} from '../../../testing/app/performer-rows.ts'
import { createTestApp, type TestAccount, type TestApp } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { destroyEnded } from './destroy-ended.ts'

const start = '2026-05-20T15:00:00Z' // the 21st in Japan
const clock = new TestClock(start)
let app: TestApp
let owner: TestAccount
let admin: TestAccount
let first: TestAccount
let second: TestAccount
let id: string

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock } })
  owner = await app.signedIn('user', '登録 太郎')
  admin = await app.signedIn('admin', '審査 三郎')
  first = await app.signedIn('superadmin', '最高 一')
  second = await app.signedIn('superadmin', '最高 二')
})
afterAll(() => app.close())
beforeEach(async () => {
  clock.moveTo(start)
  id = await sealedRow()
})

/** A sealed record without documents. */
async function sealedRow(): Promise<string> {
  const performer = performerRow(owner.accountId)
  await insertPerformerRows(app.services.db, [performer])
  await insertPerformerKeys(app.services, [performer.id])
  expect((await admin.delete(`/api/performers/${performer.id}`)).status).toBe(204)
  return performer.id
}

async function sealedWithDocuments(): Promise<string> {
  const { id: performerId } = await registerPerformer(owner, {
    fields: { email: 'mihon@example.com', date_of_birth: '1999-04-01' },
  })
  await admin.put(`/api/performers/${performerId}/documents/selfie/reject`, {
    codes: ['other'],
    message: '顔が切れています。',
    note: '本人か要確認',
  })
  expect((await admin.delete(`/api/performers/${performerId}`)).status).toBe(204)
  return performerId
}

const one = () => ({ params: { id } })
const because = (reason: string) => ({ ...one(), body: { reason } })
const file = (query = '') => `/api/sealed-performers/${id}/documents/selfie${query}`
const give = (by: TestClient = first, reason = '照会への回答') => by.send(giveSealedReason, because(reason))
const ask = (by: TestClient = first, reason = 'ご本人の請求') => by.send(requestDestruction, because(reason))
const path = (rest = '') => `/api/sealed-performers/${id}${rest}`
const entries = (by: TestClient, query = {}) =>
  by.send(listAuditLogs, { query: { resourceId: id, ...query } })
const row = async () =>
  (await app.sql<Record<string, unknown>>('SELECT * FROM performer WHERE id = $1', [id]))[0] ?? {}

describe('a deleted performer', () => {
  test('has no personal data outside of its encrypted box', async () => {
    id = await sealedWithDocuments()
    const { sealed_box: box, ...rest } = await row()
    expect(box).toBeInstanceOf(Buffer)
    const versions = await app.sql('SELECT * FROM document_version WHERE performer_id = $1', [id])
    const stored = JSON.stringify([rest, versions]) + (box as Buffer).toString('latin1')
    for (const text of ['見本', '花子', 'MIHON', 'mihon', '1999', '身分証', '出演同意書', '顔が', '要確認'])
      expect(stored).not.toContain(text)
  })

  test('is listed for superadmins only, without its name', async () => {
    for (const by of [owner, admin])
      for (const rest of ['', `/${id}`, `/${id}/record`])
        expect((await by.get(`/api/sealed-performers${rest}`)).status).toBe(403)
    const listed = (await first.send(listSealedPerformers)).find((each) => each.id === id)
    expect(listed).toEqual({
      id,
      organisation: { id: owner.accountId, name: '登録 太郎' },
      sealedAt: '2026-05-20T15:00:00.000Z',
      sealedBy: '審査 三郎',
      retainUntil: '2033-05-21',
      ending: false,
      held: false,
      request: null,
      destroyedAt: null,
    })
  })

  test('is listed by pages, by organisation and by state', async () => {
    const others = [await sealedRow(), await sealedRow()]
    const other = await app.signedIn('user')
    await app.sql('UPDATE performer SET owner_id = $2 WHERE id = $1', [others[0], other.accountId])
    const ids = async (query: Parameters<typeof first.send<typeof listSealedPerformers>>[1]) =>
      (await first.send(listSealedPerformers, query)).map((each) => each.id)
    expect(await ids({ query: { organisation: other.accountId } })).toEqual([others[0]])
    const pages: string[] = []
    let next: string | undefined
    do {
      const reply = await first.get(`/api/sealed-performers?limit=2${next ? `&cursor=${next}` : ''}`)
      pages.push(...(reply.json as { id: string }[]).map((each) => each.id)) // of the contract's reply
      next = /cursor=([^&>]+)/.exec(reply.headers.get('link') ?? '')?.[1]
    } while (next)
    expect(pages).toEqual(await ids({ query: { limit: limits.page.maximum } }))
    await first.send(holdSealedPerformer, because('係争中'))
    expect(await ids({ query: { filter: 'held' } })).toEqual([id])
    id = others[1] ?? ''
    await ask()
    expect(await ids({ query: { filter: 'requested' } })).toEqual([id])
    await second.send(confirmDestruction, one())
    expect(await ids({ query: { filter: 'destroyed' } })).toEqual([id])
    expect(await ids({})).not.toContain(id)
  })
})

describe('opening a sealed record', () => {
  test('needs a reason, and shows the record and its documents as they were', async () => {
    id = await sealedWithDocuments()
    expect((await first.send(getSealedPerformer, one())).openUntil).toBeNull()
    for (const address of [path('/record'), file(), file('?thumbnail=1')])
      expect(refusalOf(await first.get(address))).toEqual([403, 'OPENING_REASON_REQUIRED'])
    const { until } = await give()
    expect((await first.send(getSealedPerformer, one())).openUntil).toBe(until)
    const { performer, documents } = await first.send(openSealedPerformer, one())
    expect(performer).toMatchObject({
      lastName: '見本',
      firstNameRoman: 'HANAKO',
      email: 'mihon@example.com',
      date_of_birth: '1999-04-01',
      organisation: { id: owner.accountId },
    })
    expect(documents.find(({ type }) => type === 'selfie')).toMatchObject({
      filename: '本人.png',
      uploadedBy: '登録 太郎',
      rejection: { message: '顔が切れています。', note: '本人か要確認' },
    })
    const bytes = await first.get(file('?download=1'))
    expect(bytes.status).toBe(200)
    expect(decodeURIComponent(bytes.headers.get('content-disposition') ?? '')).toContain('本人.png')
  })

  test('is permitted for 15 minutes, to the account that gave the reason, for this record', async () => {
    await give()
    expect(refusalOf(await second.get(file()))).toEqual([403, 'OPENING_REASON_REQUIRED'])
    await app.sql("UPDATE document_opening SET at = at - interval '15 minutes' WHERE performer_id = $1", [id])
    expect(refusalOf(await first.get(file()))).toEqual([403, 'OPENING_REASON_REQUIRED'])
  })

  test('a reason for an open record is not one for the sealed record', async () => {
    const { id: open } = await registerPerformer(owner)
    await app.sql('INSERT INTO document_opening (account_id, performer_id) VALUES ($1, $2)', [
      first.accountId,
      open,
    ])
    await admin.delete(`/api/performers/${open}`)
    id = open
    expect(refusalOf(await first.get(path('/record')))).toEqual([403, 'OPENING_REASON_REQUIRED'])
  })

  test('is recorded with the reason, which the organisation does not see (D3)', async () => {
    id = await sealedWithDocuments()
    await give()
    await first.send(openSealedPerformer, one())
    await first.get(file('?thumbnail=1')) // part of the view
    await first.get(file('?download=1'))
    const seen = await entries(admin, { userId: first.accountId })
    expect(seen.map(({ action, details }) => [action, details])).toEqual([
      ['download', { documentType: 'selfie', version: 1 }],
      ['read', {}],
      ['read', { sealedReason: '照会への回答' }],
    ])
    const owned = await entries(owner)
    expect(owned.slice(0, 3).map(({ user }) => user?.name)).toEqual(['管理者', '管理者', '管理者'])
    expect(JSON.stringify(owned)).not.toContain('照会')
  })
})

describe('a legal hold', () => {
  test('is on until it ends, with reasons and people; the organisation sees no entry', async () => {
    const held = await first.send(holdSealedPerformer, because('係争中'))
    expect(held).toMatchObject({ held: true, holds: [{ by: '最高 一', reason: '係争中', until: null }] })
    expect(refusalOf(await second.put(path('/legal-hold'), { reason: '別件' }))).toEqual([409, 'CONFLICT'])
    clock.moveTo('2026-06-01T00:00:00Z')
    const ended = await second.send(endLegalHold, because('判決の確定'))
    expect(ended).toMatchObject({
      held: false,
      holds: [
        { reason: '係争中', endedBy: '最高 二', endReason: '判決の確定', until: '2026-06-01T00:00:00.000Z' },
      ],
    })
    const seen = await entries(first, { action: 'seal' })
    expect(seen.map(({ details }) => details)).toEqual([
      { change: 'hold_ended', sealedReason: '判決の確定' },
      { change: 'held', sealedReason: '係争中' },
    ])
    expect(await entries(owner, { action: 'seal' })).toEqual([])
    const [stored] = await app.sql<{ text: string }>('SELECT h::text AS text FROM legal_hold h')
    expect(stored?.text).not.toContain(Buffer.from('係争中').toString('hex'))
  })

  test('prevents every destruction and withdraws an open request', async () => {
    await ask()
    const held = await second.send(holdSealedPerformer, because('係争中'))
    expect(held).toMatchObject({ held: true, request: null })
    expect(refusalOf(await second.put(path('/destruction/confirmation')))).toEqual([409, 'LEGAL_HOLD'])
    expect(refusalOf(await second.put(path('/destruction'), { reason: '請求' }))).toEqual([409, 'LEGAL_HOLD'])
    clock.moveTo('2040-01-01T00:00:00Z')
    await destroyEnded(app.services)
    expect(await row()).toMatchObject({ destroyed_at: null })
    await second.send(endLegalHold, because('判決の確定'))
    await destroyEnded(app.services)
    expect((await row()).destroyed_at).not.toBeNull()
  })
})

describe('an early destruction', () => {
  test('needs two superadmins', async () => {
    id = await sealedWithDocuments()
    expect(await ask()).toMatchObject({
      request: { requestedBy: '最高 一', own: true, expiresAt: '2026-05-27T15:00:00.000Z' },
      requestReason: 'ご本人の請求',
    })
    expect(refusalOf(await first.put(path('/destruction/confirmation')))).toEqual([409, 'OWN_REQUEST'])
    expect(refusalOf(await second.put(path('/destruction'), { reason: '別件' }))).toEqual([409, 'CONFLICT'])
    const done = await second.send(confirmDestruction, one())
    expect(done).toMatchObject({ destroyedAt: '2026-05-20T15:00:00.000Z', request: null, openUntil: null })
    expect(done.destroyedDocuments.map(({ type }) => type)).toEqual(['agreementFile', 'idFront', 'selfie'])
    const [shred] = await entries(owner, { action: 'shred' })
    expect(shred).toMatchObject({
      user: { name: '管理者' },
      details: {
        versions: done.destroyedDocuments.map(({ type, version, sha256 }) => ({
          documentType: type,
          version,
          sha256,
        })),
      },
    })
  })

  test('a request ends after seven days or when it is withdrawn, and can be made again', async () => {
    await ask()
    clock.moveTo(new Date(clock.now().getTime() + limits.destructionRequest))
    expect(refusalOf(await second.put(path('/destruction/confirmation')))).toEqual([409, 'CONFLICT'])
    await ask(second)
    await first.send(withdrawDestruction, one())
    expect(refusalOf(await first.put(path('/destruction/confirmation')))).toEqual([409, 'CONFLICT'])
    expect((await row()).destroyed_at).toBeNull()
    const changes = (await entries(first, { action: 'seal' })).map(({ details }) => details.change)
    expect(changes).toEqual(['destruction_withdrawn', 'destruction_requested', 'destruction_requested'])
  })

  test('refuses every act on a destroyed record, which stays in the list as a tombstone', async () => {
    await give()
    await ask()
    await second.send(confirmDestruction, one())
    for (const address of [path('/record'), file()])
      expect(refusalOf(await first.get(address))).toEqual([409, 'RECORD_DESTROYED'])
    for (const rest of ['/legal-hold', '/legal-hold/end', '/destruction', '/destruction/confirmation'])
      expect(
        refusalOf(await first.put(path(rest), rest.endsWith('confirmation') ? {} : { reason: '確認' })),
      ).toEqual([409, 'RECORD_DESTROYED'])
    expect(await first.send(getSealedPerformer, one())).toMatchObject({
      sealedBy: '審査 三郎',
      openUntil: null,
    })
  })

  test('the log shows the entries about a destroyed record without their details, and none as damaged', async () => {
    id = await sealedWithDocuments()
    await give()
    await ask()
    await second.send(confirmDestruction, one())
    const seen = await entries(first)
    expect(
      seen.map(({ action, details, ipAddress, unreadable }) => [action, details, ipAddress, unreadable]),
    ).toEqual([
      ['shred', expect.anything(), expect.anything(), false],
      ...['seal', 'read', 'delete', 'reject', 'create'].map((action) => [action, {}, null, false]),
    ])
    const { unreadable } = (await first.get('/api/health/ready')).json as { unreadable?: unknown } // of the contract
    expect(JSON.stringify(unreadable ?? {})).not.toMatch(/[1-9]/)
  })
})

test('the dashboard counts the records whose retention ends within 30 days, for superadmins', async () => {
  await app.sql("UPDATE performer SET retain_until = '2026-06-20' WHERE id = $1", [id])
  expect((await first.send(dashboardStats)).sealedEnding).toBe(1)
  expect((await admin.send(dashboardStats)).sealedEnding).toBeNull()
  expect(await first.send(listSealedPerformers, { query: { filter: 'ending' } })).toMatchObject([
    { id, ending: true },
  ])
  await app.sql("UPDATE performer SET retain_until = '2026-06-21' WHERE id = $1", [id])
  expect((await first.send(dashboardStats)).sealedEnding).toBe(0)
})

describe('at once', () => {
  const together = (...calls: (() => Promise<unknown>)[]) => Promise.all(calls.map((call) => call()))

  test('of a hold and a confirmation one wins, and a held record is never destroyed', async () => {
    for (let round = 0; round < 5; round++) {
      id = await sealedRow()
      await ask()
      await together(
        () => second.put(path('/destruction/confirmation')),
        () => first.put(path('/legal-hold'), { reason: '係争中' }),
      )
      const { held, destroyedAt } = await first.send(getSealedPerformer, one())
      expect(held).toBe(destroyedAt === null)
    }
  })

  test('of a hold and the daily job one wins', async () => {
    for (let round = 0; round < 5; round++) {
      clock.moveTo(start)
      id = await sealedRow()
      clock.moveTo('2034-01-01T00:00:00Z')
      await together(
        () => destroyEnded(app.services),
        () => first.put(path('/legal-hold'), { reason: '係争中' }),
      )
      const { held, destroyedAt } = await first.send(getSealedPerformer, one())
      expect(held).toBe(destroyedAt === null)
      if (held) await first.send(endLegalHold, because('終結'))
    }
  })

  test('of a confirmation and a withdrawal one wins', async () => {
    for (let round = 0; round < 5; round++) {
      id = await sealedRow()
      await ask()
      const third = await app.signedIn('superadmin')
      const replies = await Promise.all([
        second.put(path('/destruction/confirmation')),
        first.delete(path('/destruction')),
        third.put(path('/destruction/confirmation')),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const shreds = await app.sql("SELECT FROM audit_event WHERE rid = $1 AND action = 'shred'", [id])
      const { destroyedAt } = await first.send(getSealedPerformer, one())
      expect(shreds).toHaveLength(destroyedAt === null ? 0 : 1)
    }
  })
})

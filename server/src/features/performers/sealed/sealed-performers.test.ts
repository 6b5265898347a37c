import { listAuditLogs } from '@kyc/contract/audit.ts'
import { dashboardStats } from '@kyc/contract/dashboard.ts'
import { limits } from '@kyc/contract/limits.ts'
import {
  confirmDestruction,
  getSealedPerformer,
  giveSealedReason,
  holdSealedPerformer,
  listSealedPerformers,
  openSealedPerformer,
  requestDestruction,
} from '@kyc/contract/sealed-performers.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { registerPerformer } from '../../../testing/app/factories.ts'
import { passDelay, sealedRow, sealedWithDocuments } from '../../../testing/app/sealed-records.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { destroyConfirmed } from '../../records/destruction/destroy-confirmed.ts'

const start = '2026-05-20T15:00:00Z' // the 21st in Japan
const clock = new TestClock(start)
const { app, owner, admin, first, second } = useStage(
  {
    owner: ['user', '登録 太郎'],
    admin: ['admin', '審査 三郎'],
    first: ['superadmin', '最高 一'],
    second: ['superadmin', '最高 二'],
  },
  { overrides: { clock } },
)
let id: string

beforeAll(() => moveDatabase(app, clock.now()))
beforeEach(async () => {
  clock.moveTo(start)
  id = await sealedRow(app, owner, admin)
})

const one = () => ({ params: { id } })
const because = (reason: string) => ({ ...one(), body: { reason } })
const file = (query = '') => `/api/sealed-performers/${id}/documents/selfie${query}`
const give = (by: TestClient = first, reason = '照会への回答') => by.send(giveSealedReason, because(reason))
const ask = (by: TestClient = first, reason = 'ご本人の請求') =>
  by.send(requestDestruction, { params: { id }, body: { kind: 'subject_request', reason } })
const path = (rest = '') => `/api/sealed-performers/${id}${rest}`
const entries = (by: TestClient, query = {}) =>
  by.send(listAuditLogs, { query: { resourceId: id, ...query } })
const row = async () =>
  (await app.sql<Record<string, unknown>>('SELECT * FROM performer WHERE id = $1', [id]))[0] ?? {}

describe('a deleted performer', () => {
  test('has no personal data outside of its encrypted box', async () => {
    id = await sealedWithDocuments(owner, admin)
    const { sealed_box: box, ...rest } = await row()
    expect(box).toBeInstanceOf(Buffer)
    const versions = await app.sql('SELECT * FROM document_version WHERE performer_id = $1', [id])
    const stored = JSON.stringify([rest, versions]) + (box as Buffer).toString('latin1')
    for (const text of [
      '見本',
      '花子',
      'MIHON',
      'mihon',
      '1999',
      '身分証',
      '出演同意書',
      '顔が',
      '要確認',
      '夢野',
    ])
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
    const others = [await sealedRow(app, owner, admin), await sealedRow(app, owner, admin)]
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
    expect(await ids({ query: { filter: 'requested' } })).toEqual([id])
    await passDelay(app, id)
    await destroyConfirmed(app.services)
    expect(await ids({ query: { filter: 'destroyed' } })).toEqual([id])
    expect(await ids({})).not.toContain(id)
  })
})

describe('opening a sealed record', () => {
  test('needs a reason, and shows the record and its documents as they were', async () => {
    id = await sealedWithDocuments(owner, admin)
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

  test('is not permitted by a reason that was given while the record was open', async () => {
    const { id: open } = await registerPerformer(owner)
    await app.sql('INSERT INTO document_opening (account_id, performer_id) VALUES ($1, $2)', [
      first.accountId,
      open,
    ])
    await admin.delete(`/api/performers/${open}`)
    id = open
    expect(refusalOf(await first.get(path('/record')))).toEqual([403, 'OPENING_REASON_REQUIRED'])
  })

  test('is recorded also if the session has seen the same document just before the deletion (D17)', async () => {
    const { id: open } = await registerPerformer(owner)
    await first.get(`/api/performers/${open}`)
    await first.get(`/api/performers/${open}/documents/selfie`)
    await admin.delete(`/api/performers/${open}`)
    id = open
    await give()
    const reads = async () => (await entries(first, { userId: first.accountId, action: 'read' })).length
    const before = await reads()
    expect((await first.get(file())).status).toBe(200)
    expect(await reads()).toBe(before + 1)
  })

  test('is recorded with the reason, which the organisation does not see (D3)', async () => {
    id = await sealedWithDocuments(owner, admin)
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

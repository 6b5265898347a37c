import { listAuditLogs } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import {
  confirmDestruction,
  endLegalHold,
  getSealedPerformer,
  giveSealedReason,
  holdSealedPerformer,
  requestDestruction,
  withdrawDestruction,
} from '@kyc/contract/sealed-performers.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { insertPublication, insertVideo } from '../../../testing/app/factories.ts'
import { destroyEarly, sealedRow, sealedWithDocuments } from '../../../testing/app/sealed-records.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { destroyConfirmed } from '../../records/destruction/destroy-confirmed.ts'
import { destroyEnded } from '../../records/destruction/destroy-ended.ts'

/** Rounds of each race; 200 with RACE_PAIRS. */
const rounds = Number(process.env.RACE_PAIRS ?? 4)
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

beforeEach(async () => {
  await moveTo(start)
  id = await sealedRow(app, owner, admin)
})

/** Moves the clock of the server and of the database. */
async function moveTo(at: string | Date): Promise<void> {
  clock.moveTo(at)
  await moveDatabase(app, clock.now())
}

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

describe('a legal hold', () => {
  test('lasts until it is ended, shows its reasons and accounts, and has no entry that the organisation sees', async () => {
    const held = await first.send(holdSealedPerformer, because('係争中'))
    expect(held).toMatchObject({ held: true, holds: [{ by: '最高 一', reason: '係争中', until: null }] })
    expect(refusalOf(await second.put(path('/legal-hold'), { reason: '別件' }))).toEqual([409, 'CONFLICT'])
    await moveTo('2026-06-01T00:00:00Z')
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
    expect(
      refusalOf(await second.put(path('/destruction'), { kind: 'court_order', reason: '請求' })),
    ).toEqual([409, 'LEGAL_HOLD'])
    await moveTo('2040-01-01T00:00:00Z')
    await destroyEnded(app.services)
    expect(await row()).toMatchObject({ destroyed_at: null })
    await second.send(endLegalHold, because('判決の確定'))
    const mailed = (await app.mails()).filter(({ subject }) => subject.includes('保全が解除されました'))
    expect(mailed.map(({ to }) => to)).toEqual(expect.arrayContaining([first.email, second.email]))
    // The record stays for a day, in which another superadmin may put the hold again.
    await destroyEnded(app.services)
    expect(await row()).toMatchObject({ destroyed_at: null })
    await moveTo('2040-01-02T00:00:00Z')
    await destroyEnded(app.services)
    expect((await row()).destroyed_at).not.toBeNull()
  })
})

test('the end of the retention destroys a record, unless one of its videos was on sale since', async () => {
  const published = await sealedRow(app, owner, admin)
  const video = await insertVideo(app, owner.accountId, owner.accountId)
  await app.sql(
    `INSERT INTO video_performer (video_id, performer_id, owner_id, id, added_by, added_at)
     VALUES ($1, $2, $3, $2, $3, now())`,
    [video, published, owner.accountId],
  )
  await app.sql('UPDATE video SET publications_known = true WHERE id = $1', [video])
  await insertPublication(app, video, { endedOn: '2030-01-31' })
  const destroyed = async () => {
    const rows = await app.sql<{ id: string }>(
      'SELECT id FROM performer WHERE id = ANY ($1) AND destroyed_at IS NOT NULL ORDER BY destroyed_at',
      [[id, published]],
    )
    return rows.map((each) => each.id)
  }
  for (const [at, ids] of [
    ['2033-05-20T16:00:00Z', []], // the last day
    ['2033-05-21T16:00:00Z', [id]],
    ['2037-01-31T14:00:00Z', [id]],
    ['2037-01-31T16:00:00Z', [id, published]],
  ] as const) {
    await moveTo(at)
    await destroyEnded(app.services)
    expect([at, await destroyed()]).toEqual([at, ids])
  }
  const [shred] = await entries(first, { action: 'shred' })
  expect(shred).toMatchObject({ user: null, details: { versions: [] } })
})

describe('an early destruction', () => {
  test('needs two superadmins, and takes effect after a day (D116)', async () => {
    id = await sealedWithDocuments(owner, admin)
    expect(await ask()).toMatchObject({
      request: {
        kind: 'subject_request',
        requestedBy: '最高 一',
        own: true,
        effectiveAt: null,
        expiresAt: '2026-05-27T15:00:00.000Z',
      },
      requestReason: 'ご本人の請求',
    })
    expect(refusalOf(await first.put(path('/destruction/confirmation')))).toEqual([409, 'OWN_REQUEST'])
    expect(
      refusalOf(await second.put(path('/destruction'), { kind: 'court_order', reason: '別件' })),
    ).toEqual([409, 'CONFLICT'])
    const confirmed = await second.send(confirmDestruction, one())
    expect(confirmed).toMatchObject({
      destroyedAt: null,
      request: { confirmedBy: '最高 二', effectiveAt: '2026-05-21T15:00:00.000Z' },
    })
    await moveTo('2026-05-21T14:59:59Z')
    await destroyConfirmed(app.services)
    expect((await row()).destroyed_at).toBeNull()
    await moveTo('2026-05-21T15:00:00Z')
    await destroyConfirmed(app.services)
    const done = await first.send(getSealedPerformer, one())
    expect(done).toMatchObject({ destroyedAt: '2026-05-21T15:00:00.000Z', request: null, openUntil: null })
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
    await moveTo(new Date(clock.now().getTime() + limits.destructionRequest))
    expect(refusalOf(await second.put(path('/destruction/confirmation')))).toEqual([409, 'CONFLICT'])
    await destroyEnded(app.services)
    expect(await app.sql('SELECT FROM destruction_request WHERE performer_id = $1', [id])).toEqual([])
    await ask(second)
    await first.send(withdrawDestruction, one())
    expect(refusalOf(await first.put(path('/destruction/confirmation')))).toEqual([409, 'CONFLICT'])
    expect((await row()).destroyed_at).toBeNull()
    const changes = (await entries(first, { action: 'seal' })).map(({ details }) => details.change)
    expect(changes).toEqual(['destruction_withdrawn', 'destruction_requested', 'destruction_requested'])
  })

  test('a request ends when its author is no superadmin any more', async () => {
    const former = await app.signedIn('superadmin')
    for (const change of ["role = 'admin'", 'disabled_at = now()']) {
      await ask(former)
      await app.sql(`UPDATE account SET ${change} WHERE id = $1`, [former.accountId])
      expect(await first.send(getSealedPerformer, one())).toMatchObject({
        request: null,
        requestReason: null,
      })
      expect(refusalOf(await second.put(path('/destruction/confirmation')))).toEqual([409, 'CONFLICT'])
      await app.sql("UPDATE account SET role = 'superadmin', disabled_at = NULL WHERE id = $1", [
        former.accountId,
      ])
      await first.send(withdrawDestruction, one())
    }
  })

  test('leaves a tombstone that can be read, and every act on it is refused', async () => {
    await give()
    await destroyEarly(app, [first, second], id)
    for (const address of [path('/record'), file()])
      expect(refusalOf(await first.get(address))).toEqual([409, 'RECORD_DESTROYED'])
    for (const [rest, body] of [
      ['/legal-hold', { reason: '確認' }],
      ['/legal-hold/end', { reason: '確認' }],
      ['/destruction', { kind: 'court_order', reason: '確認' }],
      ['/destruction/confirmation', {}],
      ['/destruction/stop', { reason: '確認' }],
    ] as const)
      expect(refusalOf(await first.put(path(rest), body))).toEqual([409, 'RECORD_DESTROYED'])
    expect(await first.send(getSealedPerformer, one())).toMatchObject({
      sealedBy: '審査 三郎',
      openUntil: null,
    })
  })

  test('leaves entries that the log shows without their details, and none as damaged', async () => {
    id = await sealedWithDocuments(owner, admin)
    await give()
    await destroyEarly(app, [first, second], id)
    const seen = await entries(first)
    expect(
      seen.map(({ action, details, ipAddress, unreadable }) => [action, details, ipAddress, unreadable]),
    ).toEqual([
      ['shred', expect.anything(), null, false],
      ...['seal', 'seal', 'read', 'delete', 'reject', 'create'].map((action) => [action, {}, null, false]),
    ])
    const { unreadable } = (await first.get('/api/health/ready')).json as { unreadable?: unknown } // of the contract
    expect(JSON.stringify(unreadable ?? {})).not.toMatch(/[1-9]/)
  })
})

describe('concurrent acts', () => {
  const together = (...calls: (() => Promise<unknown>)[]) => Promise.all(calls.map((call) => call()))

  test('a hold and the daily job: exactly one takes effect', async () => {
    for (let round = 0; round < rounds; round++) {
      await moveTo(start)
      id = await sealedRow(app, owner, admin)
      await moveTo('2034-01-01T00:00:00Z')
      await together(
        () => destroyEnded(app.services),
        () => first.put(path('/legal-hold'), { reason: '係争中' }),
      )
      const { held, destroyedAt } = await first.send(getSealedPerformer, one())
      expect(held).toBe(destroyedAt === null)
      if (held) await first.send(endLegalHold, because('終結'))
    }
  })

  test('a confirmation and a withdrawal: exactly one takes effect', async () => {
    for (let round = 0; round < rounds; round++) {
      id = await sealedRow(app, owner, admin)
      await ask()
      const third = await app.signedIn('superadmin')
      const replies = await Promise.all([
        second.put(path('/destruction/confirmation')),
        first.delete(path('/destruction')),
        third.put(path('/destruction/confirmation')),
      ])
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
      const { request } = await first.send(getSealedPerformer, one())
      expect(request === null).toBe(replies[1]?.status === 200)
    }
  })
})

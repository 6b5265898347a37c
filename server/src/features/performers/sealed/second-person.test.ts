import { listAuditLogs } from '@kyc/contract/audit.ts'
import { day } from '@kyc/contract/durations.ts'
import {
  confirmDestruction,
  getSealedPerformer,
  holdSealedPerformer,
  requestDestruction,
  stopDestruction,
} from '@kyc/contract/sealed-performers.ts'
import { CompiledQuery } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createLog } from '../../../platform/log.ts'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { sealedRow } from '../../../testing/app/sealed-records.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { destroyConfirmed } from '../../records/destruction/destroy-confirmed.ts'
import { destroyEnded } from '../../records/destruction/destroy-ended.ts'

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
const ask = (by: TestClient = first, reason = 'ご本人の請求') =>
  by.send(requestDestruction, { params: { id }, body: { kind: 'subject_request', reason } })
const path = (rest = '') => `/api/sealed-performers/${id}${rest}`
const entries = (by: TestClient, query = {}) =>
  by.send(listAuditLogs, { query: { resourceId: id, ...query } })
/** Runs SQL with the login of the server, as an attacker who has it. */
const asServer = (text: string, parameters: unknown[]) =>
  app.services.db.executeQuery(CompiledQuery.raw(text, parameters))

const row = async () =>
  (await app.sql<Record<string, unknown>>('SELECT * FROM performer WHERE id = $1', [id]))[0] ?? {}

test('an early destruction can be stopped by any superadmin until it takes effect, and every step is mailed to all (D116)', async () => {
  const since = (await app.mails()).length
  await ask()
  expect(refusalOf(await first.put(path('/destruction/stop'), { reason: '誤り' }))).toEqual([409, 'CONFLICT'])
  await second.send(confirmDestruction, one())
  for (const refused of [
    await second.put(path('/destruction/confirmation')),
    await first.delete(path('/destruction')),
  ])
    expect(refusalOf(refused)).toEqual([409, 'CONFLICT'])
  const stopped = await first.send(stopDestruction, because('取り下げの連絡'))
  expect(stopped.request).toBeNull()
  await moveTo('2026-05-22T15:00:00Z')
  await destroyConfirmed(app.services)
  expect((await row()).destroyed_at).toBeNull()
  const [entry] = await entries(first, { action: 'seal' })
  expect(entry?.details).toEqual({ change: 'destruction_stopped', sealedReason: '取り下げの連絡' })
  const mails = (await app.mails()).slice(since)
  for (const { email } of [first, second])
    expect(mails.filter(({ to }) => to === email).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('破棄が申請されました'),
      expect.stringContaining('破棄が承認されました'),
      expect.stringContaining('破棄が中止されました'),
    ])
  expect(JSON.stringify(mails)).not.toContain('取り下げ')
})

test('an early destruction ends when one of its two superadmins is none any more before it takes effect', async () => {
  const [author, confirmer] = [await app.signedIn('superadmin'), await app.signedIn('superadmin')]
  await ask(author)
  await confirmer.send(confirmDestruction, one())
  await moveTo('2026-05-21T16:00:00Z')
  const since = "role_since = '2020-01-01'"
  for (const [{ accountId }, change] of [
    [author, "role = 'admin'"],
    [author, 'disabled_at = now()'],
    [confirmer, "role = 'admin'"],
    [confirmer, 'disabled_at = now()'],
    [confirmer, 'role_since = database_now()'],
  ] as const) {
    await app.sql(`UPDATE account SET ${change} WHERE id = $1`, [accountId])
    await destroyConfirmed(app.services)
    const state = await first.send(getSealedPerformer, one())
    expect(state, change).toMatchObject({ destroyedAt: null, request: null })
    await app.sql(`UPDATE account SET role = 'superadmin', disabled_at = NULL, ${since} WHERE id = $1`, [
      accountId,
    ])
  }
  await destroyConfirmed(app.services)
  expect((await row()).destroyed_at).not.toBeNull()
})

test('an early destruction is confirmed only by an account that was superadmin for days before the request, without a change of its sign-in (D116)', async () => {
  const prepared = await app.signedIn('superadmin')
  const refused = async () => refusalOf(await prepared.put(path('/destruction/confirmation')))
  const requestedSince = (interval: string) =>
    app.sql(`UPDATE account SET role_since = database_now() - $2::interval WHERE id = $1`, [
      prepared.accountId,
      interval,
    ])
  await requestedSince('6 days 23 hours')
  await ask()
  expect(await refused()).toEqual([409, 'SECOND_PERSON_TOO_NEW'])
  await moveTo('2026-05-22T15:00:00Z') // days after the request do not count
  expect(await refused()).toEqual([409, 'SECOND_PERSON_TOO_NEW'])
  await moveTo(start)
  for (const begins of [
    "UPDATE account SET email_key = email_key || 'x' WHERE id = $1",
    "UPDATE account SET provider_uid = 'other' WHERE id = $1",
    'UPDATE account SET disabled_at = NULL WHERE id = $1',
    "UPDATE account SET password_hash = 'x' WHERE id = $1",
    'UPDATE account SET role_since = database_now() WHERE id = $1',
    "UPDATE account SET role = 'superadmin' WHERE id = $1",
  ]) {
    await requestedSince('30 days')
    const before = begins.includes('disabled_at')
      ? 'disabled_at = now()'
      : "password_hash = NULL, role = 'admin'"
    if (!/role_since|email_key|provider_uid/.test(begins))
      await app.sql(`UPDATE account SET ${before} WHERE id = $1`, [prepared.accountId])
    await asServer(begins, [prepared.accountId])
    await app.sql("UPDATE account SET role = 'superadmin' WHERE id = $1", [prepared.accountId])
    expect([begins, ...(await refused())]).toEqual([begins, 409, 'SECOND_PERSON_TOO_NEW'])
  }
  await requestedSince('7 days')
  expect((await prepared.put(path('/destruction/confirmation'))).status).toBe(200)
})

test('an early destruction is refused by the database itself without the second person and the day (D119)', async () => {
  await ask()
  const destroyed = () => asServer('SELECT destroy_performer($1)', [id])
  await expect(destroyed()).rejects.toThrow('no confirmed request is due')
  const confirm = (by: TestAccount) =>
    asServer('UPDATE destruction_request SET confirmed_by = $2 WHERE performer_id = $1', [id, by.accountId])
  await expect(confirm(first)).rejects.toThrow('only a second person')
  await expect(confirm(admin)).rejects.toThrow('only a second person')
  await expect(
    asServer("UPDATE destruction_request SET confirmed_at = '2020-01-01' WHERE performer_id = $1", [id]),
  ).rejects.toMatchObject({ code: '42501' })
  await asServer('DELETE FROM destruction_request WHERE performer_id = $1', [id])
  await asServer(
    `INSERT INTO destruction_request (performer_id, requested_by, requested_at, expires_at, reason_box, confirmed_by, confirmed_at)
     VALUES ($1, $2, '2020-01-01', '2040-01-01', '', $3, '2020-01-02')`,
    [id, first.accountId, second.accountId],
  )
  await expect(destroyed()).rejects.toThrow('no confirmed request is due')
  await asServer("UPDATE account SET role_since = '2000-01-01', created_at = '2000-01-01' WHERE id = $1", [
    admin.accountId,
  ])
  expect(
    await app.sql('SELECT FROM account WHERE role_since < created_at AND id = $1', [admin.accountId]),
  ).toHaveLength(1)
  await confirm(second)
  await expect(destroyed()).rejects.toThrow('no confirmed request is due')
  await app.sql(
    "INSERT INTO installation (name) VALUES ('restored') ON CONFLICT (name) DO UPDATE SET at = now()",
  )
  await app.sql("UPDATE installation SET at = $1 WHERE name = 'restored'", [new Date('2026-05-20T16:00:00Z')])
  await moveTo('2026-05-22T15:00:00Z')
  await expect(destroyed()).rejects.toThrow('no confirmed request is due') // made before the restore
  await app.sql("DELETE FROM installation WHERE name = 'restored'")
  await destroyed()
  expect((await row()).destroyed_at).not.toBeNull()
})

test('either a hold or the job of one of two workers takes effect, and neither worker fails', async () => {
  const failures: string[] = []
  const log = createLog({ logLevel: 'warn' }, { write: (line: string) => void failures.push(line) })
  const run = () => destroyConfirmed({ ...app.services, log })
  for (let round = 0; round < 5; round++) {
    await moveTo(start)
    id = await sealedRow(app, owner, admin)
    await ask()
    await second.send(confirmDestruction, one())
    await moveTo('2026-05-21T16:00:00Z')
    await Promise.all([run(), first.put(path('/legal-hold'), { reason: '係争中' }), run()])
    const { held, destroyedAt } = await first.send(getSealedPerformer, one())
    expect(held).toBe(destroyedAt === null)
    expect(await entries(first, { action: 'shred' })).toHaveLength(held ? 0 : 1)
  }
  expect(failures).toEqual([])
})

test('an early destruction or the end of a hold that only the rows contain is void, and all superadmins are mailed (D119)', async () => {
  const forge = async () => {
    await asServer(
      "INSERT INTO destruction_request (performer_id, requested_by, requested_at, expires_at, reason_box, kind) VALUES ($1, $2, now(), now(), '', 'subject_request')",
      [id, first.accountId],
    )
    await asServer('UPDATE destruction_request SET confirmed_by = $2 WHERE performer_id = $1', [
      id,
      second.accountId,
    ])
  }
  const isVoid = async () => {
    const since = (await app.mails()).length
    await moveTo(new Date(clock.now().getTime() + day))
    await destroyConfirmed(app.services)
    expect((await row()).destroyed_at).toBeNull()
    expect(await app.sql('SELECT FROM destruction_request WHERE performer_id = $1', [id])).toEqual([])
    const mails = (await app.mails()).slice(since)
    expect(mails.map(({ to }) => to)).toEqual(expect.arrayContaining([first.email, second.email]))
    expect(mails[0]?.subject).toContain('監査ログにない')
  }
  await forge()
  await isVoid()
  // The rows are void too if the log has the entries of an earlier decision that was stopped.
  await ask()
  await second.send(confirmDestruction, one())
  await first.send(stopDestruction, because('取り下げの連絡'))
  await forge()
  await isVoid()
  await first.send(holdSealedPerformer, because('係争中'))
  await asServer(
    "UPDATE legal_hold SET ended_at = now() - interval '2 days', ended_by = put_by WHERE performer_id = $1",
    [id],
  )
  await forge()
  await isVoid()
  await moveTo('2034-01-01T00:00:00Z')
  await destroyEnded(app.services)
  expect((await row()).destroyed_at).toBeNull()
})

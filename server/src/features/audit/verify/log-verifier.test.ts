import { setTimeout as sleep } from 'node:timers/promises'
import { hour } from '@kyc/contract/durations.ts'
import {
  getVerification,
  startVerification,
  type VerificationState,
} from '@kyc/contract/log-verifications.ts'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { recordAt } from '../../../testing/app/audit-export.ts'
import { sealLog } from '../../../testing/app/seal-log.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { lastCode } from './verification-state.ts'

const { app, admin } = useStage({ admin: ['admin', '管理 三郎'] })

const state = (): Promise<VerificationState> => admin.send(getVerification)

/** Ends the running verification and returns the state. */
async function finished(): Promise<VerificationState> {
  await app.services.logVerifier.idle()
  return state()
}

async function startedAnew(start: () => Promise<unknown>): Promise<VerificationState> {
  await app.sql(`UPDATE log_verification SET started_at = started_at - interval '1 day'`)
  await start()
  return finished()
}

const hourly = () => startedAnew(() => app.services.logVerifier.startHourly())
const nightly = () => startedAnew(() => app.services.logVerifier.startNightly())

/** As a superuser, past the triggers. */
async function tamper(sql: string, values: unknown[]): Promise<void> {
  await app.sql(`SET session_replication_role = replica`)
  await app.sql(sql, values)
  await app.sql(`SET session_replication_role = origin`)
}

async function ready() {
  const { status, json } = await app.anonymous().get('/api/health/ready')
  return [status, json] as const
}

test('the verifications of the jobs begin only when the log is older than an hour', async () => {
  await app.services.logVerifier.startHourly()
  await app.services.logVerifier.startNightly()
  expect(await finished()).toMatchObject({ running: null, last: null, interrupted: false })
  await recordAt(app, admin.accountId, new Date(Date.now() - 2 * hour), {})
  await sealLog(app)
  await app.services.logVerifier.startHourly()
  expect(await finished()).toMatchObject({ last: { kind: 'incremental', report: { code: 0, from: 0 } } })
})

test('an admin starts a full verification and reads its result', async () => {
  const started = await admin.send(startVerification)
  expect(started.running ?? started.last).toMatchObject({ kind: 'full' })
  const { last, publicKey } = await finished()
  expect(last).toMatchObject({ kind: 'full', report: { code: 0, faults: [] }, entries: [] })
  expect(last?.report.counts.entries).toBeGreaterThan(0)
  expect(publicKey).toBe(app.services.auditSigner.vkey)
  expect(await ready()).toMatchObject([200, { status: 'ready', parts: { auditLog: 'ok' } }])
})

test('entries that stay unsealed make ready degraded', async () => {
  await recordAt(app, admin.accountId, new Date(Date.now() - hour), {})
  expect(await ready()).toMatchObject([200, { status: 'degraded', parts: { auditLog: 'failing' } }])
  await sealLog(app)
  expect(await ready()).toMatchObject([200, { status: 'ready', parts: { auditLog: 'ok' } }])
})

test('no process starts a second verification of the same hour or night', async () => {
  const count = async () =>
    (await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM log_verification'))[0]?.n
  const before = await count()
  const neighbour = await app.neighbour()
  for (const { services } of [app, neighbour]) {
    await services.logVerifier.startHourly()
    await services.logVerifier.startNightly()
  }
  expect(await count()).toBe(before)
  await app.sql(`UPDATE log_verification SET started_at = started_at - interval '1 day'`)
  await Promise.all([app, neighbour].map(({ services }) => services.logVerifier.startNightly()))
  await Promise.all([app, neighbour].map(({ services }) => services.logVerifier.idle()))
  expect(await count()).toBe((before ?? 0) + 1)
  await neighbour.close()
})

test('a changed entry is named, makes ready degraded, and stays reported until it is repaired', async () => {
  await recordAt(app, admin.accountId, new Date(), {})
  await sealLog(app)
  expect(await hourly()).toMatchObject({ last: { report: { code: 0 } } })
  const [entry] = await app.sql<{ id: string }>(`SELECT id FROM audit_event ORDER BY id LIMIT 1`)
  const set = (action: string) =>
    tamper('UPDATE audit_event SET action = $1 WHERE id = $2', [action, entry?.id])
  await set('delete')
  // The hourly verification skips what was verified before; the nightly one reads it again.
  expect(await hourly()).toMatchObject({ last: { report: { code: 0 } } })
  const { last } = await nightly()
  expect(last?.report).toMatchObject({ code: 2 })
  expect(last?.report.faults).toContainEqual(expect.objectContaining({ code: 2, entryId: entry?.id }))
  expect(last?.entries).toEqual([expect.objectContaining({ id: entry?.id, action: 'delete' })])
  expect(await ready()).toMatchObject([200, { status: 'degraded', parts: { auditLog: 'failing' } }])
  expect(await hourly()).toMatchObject({ last: { kind: 'incremental', report: { code: 2, from: 0 } } })
  await set('update')
  expect(await hourly()).toMatchObject({ last: { report: { code: 0, from: 0 } } })
  expect(await ready()).toMatchObject([200, { status: 'ready' }])
})

test('a verification whose lease has expired is reported as interrupted, and another one may start', async () => {
  await app.sql(`INSERT INTO log_verification (id, kind, started_at, heartbeat_at, done, total)
    VALUES (gen_random_uuid(), 'full', now(), now() - interval '30 s', 5, 9)`)
  expect(await state()).toMatchObject({ running: { kind: 'full', done: 5, total: 9 } })
  await admin.send(startVerification)
  expect((await state()).running).toMatchObject({ done: 5 })
  await app.sql(
    `UPDATE log_verification SET heartbeat_at = now() - interval '2 min' WHERE finished_at IS NULL`,
  )
  expect(await state()).toMatchObject({ running: null, interrupted: true, last: { report: { code: 0 } } })
  await admin.send(startVerification)
  expect(await finished()).toMatchObject({ running: null, interrupted: false, last: { kind: 'full' } })
})

test('the nightly verification follows one that is running, and another one that was interrupted', async () => {
  await app.sql('DELETE FROM log_verification')
  await app.sql(`INSERT INTO log_verification (id, kind, finished_at)
    VALUES (gen_random_uuid(), 'full', now()), (gen_random_uuid(), 'incremental', NULL)`)
  const starting = app.services.logVerifier.startNightly()
  await Promise.race([starting, sleep(200)])
  await app.sql('UPDATE log_verification SET finished_at = now()')
  await starting
  expect(await finished()).toMatchObject({ last: { kind: 'full' } })
})

test('a stop interrupts a verification and no other begins', async () => {
  const neighbour = await app.neighbour()
  await neighbour.services.logVerifier.stop()
  await app.sql(`DELETE FROM log_verification`)
  await neighbour.services.logVerifier.start('full')
  expect(await state()).toMatchObject({ running: null, last: null })
  await neighbour.close()
})

// D121
test('the login of the server can neither change nor delete a bad result, and a result that it inserts without the key fails', async () => {
  const asServer = (statement: string) => app.services.db.executeQuery(CompiledQuery.raw(statement))
  await nightly()
  expect(await lastCode(app.services)).toBe(0)
  for (const statement of [
    `UPDATE log_verification SET report = '{"code": 0}'`,
    'DELETE FROM log_verification',
  ])
    await expect(asServer(statement)).rejects.toMatchObject({ code: '42501' })
  await app.sql(`UPDATE log_verification SET report = '{"code": 0}'`)
  expect(await lastCode(app.services)).toBe(2)
  expect(await state()).toMatchObject({ last: null, interrupted: true })
  await nightly()
  expect(await lastCode(app.services)).toBe(0)
  await asServer(`INSERT INTO log_verification (id, kind, started_at, finished_at, report)
    VALUES (gen_random_uuid(), 'full', now() + interval '1 minute', now(), '{"code": 0}')`)
  expect(await lastCode(app.services)).toBe(2)
})

test('a size that is noted as published without a checkpoint is no fault', async () => {
  await app.services.db.executeQuery(CompiledQuery.raw('INSERT INTO audit_published VALUES (1000000)'))
  await app.sql('DELETE FROM log_verification')
  await nightly()
  expect(await lastCode(app.services)).toBe(0)
})

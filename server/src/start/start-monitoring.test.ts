import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createStateReader } from '../features/monitoring/database-state.ts'
import { deleteQueuedObjects, queueDeletion } from '../features/records/destruction/delete-objects.ts'
import { recordBackup } from '../operations/backup/record-backup.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { freePort } from '../platform/process/free-port.ts'
import { registerPerformer } from '../testing/app/factories.ts'
import { listen } from '../testing/app/live-socket.ts'
import { insertDelivery, registerPartner } from '../testing/app/partners.ts'
import { sealLog } from '../testing/app/seal-log.ts'
import { createTestApp, useStage } from '../testing/app/test-app.ts'
import { useStarted } from '../testing/app/use-started.ts'
import { startMonitoring } from './start-monitoring.ts'

let port: number
let performerId: string
const { app, user } = useStage({ user: 'user' }, async () => {
  port = await freePort()
  return createTestApp({ env: { METRICS_PORT: String(port) } })
})
useStarted(() => startMonitoring(app.services))

beforeAll(async () => {
  performerId = (await registerPerformer(user)).id
})

const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()

/** The value of a sample; undefined if there is none. */
function sampleOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length + 1))
}

/** The state of the database now, without the result of an earlier scrape. */
const stateNow = () => createStateReader(app.services)()

test('the metrics port serves GET /metrics and nothing else', async () => {
  const reply = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ])
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/api/health/live'],
    ['GET', '/metrics?x=1'],
    ['POST', '/metrics'],
  ] as const)
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { method })).status).toBe(404)
})

test('the public port never serves metrics', async () => {
  for (const path of ['/metrics', '/api/metrics', '/metrics/']) {
    for (const client of [app.anonymous(), await app.signedIn('superadmin')]) {
      expect(String((await client.get(path)).bytes)).not.toContain('kyc_')
    }
  }
})

test('requests are counted by method, route pattern and class of the status, and problems by code', async () => {
  await user.get(`/api/performers/${performerId}?search=canary`)
  await user.get('/api/performers/no-such-id')
  await user.get('/api/no-such-route/canary')
  await app.anonymous().call('POST', '/api/auth/login', { json: { email: 'a@example.com', password: 'x' } })
  await expect.poll(async () => sampleOf(await scrape(), 'kyc_http_requests_in_flight')).toBe(0)
  const text = await scrape()
  const requests = (labels: string) => sampleOf(text, `kyc_http_requests_total{${labels}}`)
  expect(requests('method="GET",route="/api/performers/:id",status="2xx"')).toBe(1)
  expect(requests('method="GET",route="/api/performers/:id",status="4xx"')).toBe(1)
  expect(requests('method="POST",route="/api/performers",status="2xx"')).toBe(1)
  expect(sampleOf(text, 'kyc_http_request_seconds_count{method="GET",route="/api/performers/:id"}')).toBe(2)
  expect(sampleOf(text, 'kyc_http_problems_total{code="CSRF_INVALID"}')).toBe(1)
  for (const value of [performerId, user.accountId, 'canary', 'no-such', 'example.com', '127.0.0.1'])
    expect(text).not.toContain(value)
})

test('an open page is a live socket and no running request', async () => {
  const page = await listen(user)
  await expect.poll(async () => sampleOf(await scrape(), 'kyc_live_sockets')).toBe(1)
  expect(sampleOf(await scrape(), 'kyc_http_requests_in_flight')).toBe(0)
  page.socket.terminate()
  await expect.poll(async () => sampleOf(await scrape(), 'kyc_live_sockets')).toBe(0)
})

test('calls of the store have a duration by operation and outcome', async () => {
  await app.services.store.get('0'.repeat(32)).catch(() => undefined)
  const text = await scrape()
  const calls = (labels: string) => sampleOf(text, `kyc_call_seconds_count{${labels}}`)
  expect(calls('system="storage",operation="put",outcome="ok"')).toBeGreaterThan(2)
  expect(calls('system="storage",operation="get",outcome="failed"')).toBe(1)
})

test('the process, its pool, helpers, disks and version are shown', async () => {
  const text = await scrape()
  for (const sample of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'kyc_database_connections{state="waiting"}',
    'kyc_helper_processes',
    'kyc_cleaning_files{state="waiting"}',
    'kyc_unreadable_items{kind="files"}',
    'kyc_disk_used_ratio{folder="data"}',
    'kyc_disk_used_ratio{folder="files"}',
    'kyc_disk_used_ratio{folder="incoming"}',
    'kyc_part_up{part="storage"}',
    'kyc_part_up{part="incoming"}',
  ])
    expect(sampleOf(text, sample), sample).toBeGreaterThanOrEqual(0)
  expect(text).toMatch(
    /kyc_build_info\{version="\d+\.\d+\.\d+",commit="(?:[0-9a-f]{12}|unknown)",build="staging-[^"]+"\} 1/,
  )
})

test('queues have a length and the age of their oldest item', async () => {
  const { services } = app
  const key = 'f'.repeat(32)
  await inTransaction(services.db, async (tx) => {
    await services.mails.send(tx, { to: 'a@example.com', subject: 's', text: 't', html: 'h' })
    await queueDeletion(tx, [key])
  })
  await app.sql("UPDATE outbox SET created_at = now() - interval '1 hour' WHERE queue = 'mail'")
  await insertDelivery(services, await registerPartner(services, 'https://partner.example.com'))
  const [{ n }] = (await app.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM outbox WHERE queue = 'mail'",
  )) as [{ n: number }]
  const { kyc_queue_items: items, kyc_queue_oldest_seconds: oldest } = await stateNow()
  expect(items).toEqual({
    mail: n,
    callbacks: 1,
    deletions: 1,
    reviews: 1,
    uploads: 0,
    'password-reset': 0,
    'mail.dead': 0,
    'callbacks.dead': 0,
    'password-reset.dead': 0,
  })
  expect((oldest as Record<string, number>).mail).toBeGreaterThan(3500)
  await app.sql(
    "UPDATE delivery SET state = 'dead', next_attempt_at = NULL, ended_at = now() - interval '1 hour'",
  )
  await deleteQueuedObjects(services)
  expect((await stateNow()).kyc_queue_items).toMatchObject({
    callbacks: 0,
    'callbacks.dead': 1,
    deletions: 0,
  })
  await app.sql("UPDATE delivery SET ended_at = now() - interval '25 hours'")
  expect((await stateNow()).kyc_queue_items).toMatchObject({ 'callbacks.dead': 0 })
})

test('the sealing lag is the age of the oldest entry without a seal', async () => {
  await app.sql('SELECT 1')
  expect((await stateNow()).kyc_audit_sealing_lag_seconds).toBeGreaterThan(0)
  await sealLog(app)
  const sealed = await stateNow()
  expect(sealed.kyc_audit_sealing_lag_seconds).toBe(0)
  const [row] = await app.sql<{ n: number }>('SELECT count(*)::int AS n FROM audit_event')
  expect(sealed.kyc_audit_sealed_entries).toBe(row?.n)
  await user.get(`/api/performers/${performerId}/documents/selfie?download=1`)
  expect((await stateNow()).kyc_audit_sealing_lag_seconds).toBeGreaterThan(0)
})

test('the age of the last backup is shown', async () => {
  expect((await stateNow()).kyc_backup_age_seconds).toBeUndefined()
  await recordBackup(app.services.db)
  await app.sql("UPDATE installation SET at = now() - interval '2 days' WHERE name = 'backed-up'")
  expect((await stateNow()).kyc_backup_age_seconds).toBeGreaterThan(172_000)
  await recordBackup(app.services.db)
  expect((await stateNow()).kyc_backup_age_seconds).toBeLessThan(100)
})

test('the last verification, the missing files and locked accounts are shown', async () => {
  const before = await stateNow()
  expect(before.kyc_audit_verification_code).toBeUndefined()
  expect(before.kyc_files_missing).toBeUndefined()
  await app.sql(
    `INSERT INTO log_verification (id, kind, started_at, finished_at, report) VALUES
     (gen_random_uuid(), 'full', now() - interval '3 hours', now() - interval '2 hours', '{"code": 2}')`,
  )
  await app.sql("INSERT INTO installation (name, faults) VALUES ('reconciled', 3)")
  await app.sql(
    `INSERT INTO attempt_bucket (bucket, failed_at, locked_until, expires_at)
     SELECT prefix || ':' || n, ARRAY[now() - n * interval '4 minutes'], now() + interval '1 minute', now() + interval '1 hour'
     FROM unnest(ARRAY['account', 'device', 'address']) prefix, generate_series(1, 3) n`,
  )
  const state = await stateNow()
  expect(state).toMatchObject({
    kyc_audit_verification_code: 2,
    kyc_files_missing: 3,
    kyc_locked_accounts: 4,
  })
  expect(state.kyc_audit_verification_age_seconds).toBeGreaterThan(7000)
  expect(Math.abs(Number(state.kyc_clock_skew_seconds))).toBeLessThan(0.5)
})

test('the accounts that opened unusually many records within the hour are counted (D38)', async () => {
  await app.sql("INSERT INTO looks_alert SELECT id, now() - interval '59 minutes' FROM account LIMIT 1")
  expect((await stateNow()).kyc_bulk_view_accounts).toBe(1)
  await app.sql("UPDATE looks_alert SET at = now() - interval '61 minutes'")
  expect((await stateNow()).kyc_bulk_view_accounts).toBe(0)
})

test('the alert rules and the dashboard name only metrics that exist', async () => {
  const folder = join(import.meta.dirname, '../../../deploy/monitoring')
  const existing = new Set([...(await scrape()).matchAll(/^# TYPE (\S+) /gm)].map(([, name]) => name))
  for (const file of ['alerts.yaml', 'alerts.test.yaml', 'dashboard.json']) {
    const text = await readFile(join(folder, file), 'utf8')
    const named = text.match(/\b(?:kyc|nodejs|process)_[a-z0-9_]+/g) ?? []
    expect(named.length).toBeGreaterThan(20)
    for (const name of named) {
      const metric = existing.has(name) ? name : name.replace(/_(?:bucket|count|sum)$/, '')
      expect(existing, `${name} in ${file}`).toContain(metric)
    }
  }
})

test('the database is read at most once per 10 s, and a clock that differs is shown', async () => {
  const clock = { now: () => new Date(Date.now() + 5000) }
  const read = createStateReader({ ...app.services, clock })
  const first = await read()
  expect(first.kyc_clock_skew_seconds).toBeCloseTo(5, 0)
  expect(await read()).toBe(first)
})

test('without a database, the metrics of the process remain', async () => {
  const services = { ...app.services, db: (await app.neighbour({ METRICS_PORT: '' })).services.db }
  await services.db.destroy()
  expect(await createStateReader(services)()).toEqual({ kyc_database_up: 0 })
})

test('a slow database does not delay a scrape and is not queried again meanwhile', async () => {
  const blocked = async () => {
    const [row] = await app.sql<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    )
    return row?.n
  }
  await app.sql('BEGIN; LOCK TABLE looks_alert IN ACCESS EXCLUSIVE MODE')
  const read = createStateReader(app.services, { timeout: 200, kept: 10_000 })
  expect(await read()).toEqual({ kyc_database_up: 0 })
  expect(await read()).toEqual({ kyc_database_up: 0 })
  expect(await blocked()).toBe(1)
  await app.sql('ROLLBACK')
  await expect.poll(async () => (await read()).kyc_database_up).toBe(1)
})

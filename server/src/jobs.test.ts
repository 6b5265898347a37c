import { Readable } from 'node:stream'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { schedulesOf, startJobs } from './jobs.ts'
import { newId } from './platform/ids.ts'
import { newObjectKey } from './platform/storage/object-store.ts'
import { startSession } from './testing/app/anonymous-browser.ts'
import { insertInquiry } from './testing/app/factories.ts'
import { insertDelivery, registerPartner, settingsFor } from './testing/app/partners.ts'
import { insertDocumentRow, insertPerformerRows, performerRow } from './testing/app/performer-rows.ts'
import { endRetention, sealedRow } from './testing/app/sealed-records.ts'
import { createTestApp, type TestAccount, type TestApp, useStage } from './testing/app/test-app.ts'
import { useStarted } from './testing/app/use-started.ts'
import { startPartner } from './testing/doubles/partner-double.ts'
import { startSmtpListener } from './testing/doubles/smtp-listener.ts'

let workers: Awaited<ReturnType<TestApp['neighbour']>>[]
const smtp = useStarted(() => startSmtpListener())
const partner = useStarted(() => startPartner())
const { app } = useStage({}, async () => {
  await using settings = await settingsFor(partner)
  const started = await createTestApp({
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'kyc@example.com', METRICS_PORT: '9464', ...settings.env },
  })
  workers = [await started.neighbour(), await started.neighbour(), await started.neighbour()]
  return started
})
afterAll(async () => {
  for (const { close } of workers) await close()
})

const mailsSent = async () => (await app.mails()).length === 0

test('delivers enqueued mails through the configured server and deletes them', async () => {
  const person = await app.signedIn('user')
  const client = app.anonymous()
  await startSession(client)
  for (let n = 1; n <= 5; n++)
    await client.post('/api/auth/login', { email: person.email, password: 'wrong' })
  expect(smtp.received).toEqual([])
  const jobs = startJobs(app.services)
  const metrics = await app.services.metrics?.text()
  for (const { jobs: planned } of schedulesOf(app.services))
    for (const name of Object.keys(planned))
      expect(metrics).toContain(`kyc_job_failures_total{name="${name}"} 0\n`)
  await vi.waitUntil(mailsSent, { timeout: 20_000, interval: 20 })
  await jobs.stop()
  expect(smtp.received).toMatchObject([
    { to: [person.email], mail: { subject: '【本人確認管理システム】ログインを一時的に制限しました' } },
  ])
})

/** Work for the jobs: the ids of records that lose their content, and the account that is mailed. */
async function insertDueWork(): Promise<{ erased: string[]; mailed: string; keys: string[] }> {
  const { services, sql } = app
  const [owner, admin, unused] = [
    await app.signedIn('user'),
    await app.signedIn('admin'),
    await app.signedIn('user'),
  ]
  const inquiry = await insertInquiry(sql)
  await sql(`UPDATE inquiry SET answered_by = $1, answered_at = '2020-01-01'`, [admin.accountId])
  await sql('DELETE FROM session WHERE account_id = $1', [unused.accountId])
  await sql(
    "UPDATE account SET created_at = '2020-01-01', last_sign_in_at = NULL, email_verified = false WHERE id = $1",
    [unused.accountId],
  )
  const sealed = await sealedRow(app, owner, admin)
  await endRetention(app, sealed)
  const expiring = performerRow(owner.accountId, { id: newId() })
  await insertPerformerRows(services.db, [expiring])
  await insertDocumentRow(
    services.db,
    { performer_id: expiring.id, type: 'idFront', uploaded_by: owner.accountId },
    { status: 'verified', expires_on: addDays(dayInJapan(new Date()), 5) },
  )
  await sql(
    `INSERT INTO digest_event (account_id, id, performer_id, kind, at) VALUES ($1, $2, $3, 'approved', '2026-01-01')`,
    [owner.accountId, newId(), expiring.id],
  )
  return {
    erased: [inquiry, unused.accountId, sealed],
    mailed: owner.email,
    keys: await insertObjects(owner),
  }
}

/** An object whose deletion is queued, and one of an upload that failed. */
async function insertObjects({ accountId }: TestAccount): Promise<string[]> {
  const [queued, failed] = [newObjectKey(), newObjectKey()]
  for (const key of [queued, failed]) await app.services.store.put(key, Readable.from(['x']))
  await app.sql('INSERT INTO object_deletion (object_key) VALUES ($1)', [queued])
  await app.sql(
    `INSERT INTO upload_intent (id, account_id, object_keys, worker_id, state, heartbeat_at)
     VALUES ($1, $2, $3, $1, 'pending', '2020-01-01')`,
    [newId(), accountId, [failed]],
  )
  return [queued, failed]
}

test('three processes that run every job twice at the same time do all of the work once', async () => {
  const { erased, mailed, keys } = await insertDueWork()
  const registered = await registerPartner(app.services, partner.origin)
  await insertDelivery(app.services, registered)
  await app.sql(`UPDATE delivery SET next_attempt_at = '2026-01-01'`)
  const processes = workers.map(({ services }) => services)
  const jobs = processes.flatMap((services) =>
    schedulesOf(services).flatMap((each) => Object.entries(each.jobs)),
  )
  const byName = Map.groupBy(jobs, ([name]) => name)
  for (let round = 0; round < 2; round++) {
    for (const same of byName.values()) await Promise.all(same.map(([, run]) => run()))
  }
  const entries = await app.sql<{ rid: string }>(
    `SELECT rid FROM audit_event WHERE action = 'shred' AND rid = ANY($1) ORDER BY rid`,
    [erased],
  )
  expect(entries.map(({ rid }) => rid)).toEqual(erased.toSorted())
  for (const key of keys) expect(await app.services.store.exists(key)).toBe(false)
  smtp.received.length = 0
  const running = processes.map(startJobs)
  await vi.waitUntil(mailsSent, { timeout: 20_000, interval: 20 })
  await expect.poll(() => partner.received.length).toBe(1)
  await Promise.all(running.map(({ stop }) => stop()))
  const subjects = smtp.received.filter(({ to }) => to.includes(mailed)).map(({ mail }) => mail.subject)
  expect(subjects.toSorted()).toEqual([
    '【本人確認管理システム】出演者についての1日のお知らせ',
    expect.stringContaining('有効期限'),
  ])
  expect(partner.received).toHaveLength(1)
})

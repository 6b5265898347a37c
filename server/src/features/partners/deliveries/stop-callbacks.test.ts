import type { Delivery } from '@kyc/contract/deliveries.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '../../../platform/log.ts'
import { createOutbox } from '../../../platform/outbox/outbox.ts'
import { insertDelivery, registerPartner } from '../../../testing/app/partners.ts'
import type { TestApp, TestPerson } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { type CallbackStage, createCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import type { PartnerDouble } from '../../../testing/doubles/partner-double.ts'
import type { CreatedPartner } from '../create-partner.ts'
import { attemptNow } from './deliver.ts'
import { startDeliveries } from './delivery-scheduler.ts'

const day = 24 * 60 * 60 * 1000
let stage: CallbackStage
let app: TestApp
let double: PartnerDouble
let superadmin: TestPerson
let company: CreatedPartner
const clock = new TestClock()

beforeAll(async () => {
  stage = await createCallbackStage(clock)
  ;({ app, double } = stage)
  superadmin = await app.signedIn('superadmin')
  const disabled = await app.signedIn('superadmin')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.accountId])
  await app.signedIn('admin')
})
beforeEach(async () => {
  clock.moveTo(new Date())
  double.startAnew()
  await app.sql('DELETE FROM pgboss.job')
  company = await registerPartner(app.services, double.origin)
})
afterAll(() => stage.close())

function send(id: string) {
  return attemptNow(app.services, id)
}

async function put(act: string): Promise<Partner> {
  const reply = await superadmin.put(`/api/partners/${company.partner.id}/${act}`)
  expect(reply.status).toBe(200)
  return reply.json as Partner
}

async function shown(): Promise<Partner> {
  return (await superadmin.get(`/api/partners/${company.partner.id}`)).json as Partner
}

async function deliveries(): Promise<Delivery[]> {
  return (await superadmin.get(`/api/partners/${company.partner.id}/deliveries`)).json as Delivery[]
}

async function entries() {
  return app.sql<{ actor: string | null }>(
    "SELECT actor FROM audit_event WHERE rid = $1 AND action = 'update' ORDER BY id",
    [company.partner.id],
  )
}

/** All jobs at once, whenever they are meant for. */
async function workOff(): Promise<void> {
  const outbox = createOutbox({ db: app.services.db, log: silentLog(), pollEvery: 0.5 })
  const running = await startDeliveries({ ...app.services, outbox })
  await vi.waitUntil(
    async () => {
      await app.sql("UPDATE pgboss.job SET start_after = now() WHERE name = 'delivery'")
      const jobs = await app.sql("SELECT FROM pgboss.job WHERE name = 'delivery' AND state < 'completed'")
      return jobs.length === 0
    },
    { timeout: 60_000, interval: 50 },
  )
  await running.stop(outbox.stop())
}

test('410 stops callbacks at once, mails every superadmin who may sign in and leaves an entry', async () => {
  double.behave((response) => response.writeHead(410).end())
  await send(await insertDelivery(app.services, company))
  expect((await shown()).callbackStop).toBe('gone')
  expect(await app.mails()).toMatchObject([
    {
      to: superadmin.email,
      subject: '【本人確認管理システム】提携先への送信を停止しました',
      text: expect.stringContaining(company.partner.name),
    },
  ])
  expect(await entries()).toEqual([{ actor: null }])
})

test('five days in which nothing arrived stop callbacks, and not a moment less', async () => {
  double.behave((response) => response.writeHead(500).end())
  await send(await insertDelivery(app.services, company))
  clock.moveTo(new Date(clock.now().getTime() + 5 * day - 1))
  await send(await insertDelivery(app.services, company))
  expect((await shown()).callbackStop).toBeNull()
  clock.moveTo(new Date(clock.now().getTime() + 1))
  await send(await insertDelivery(app.services, company))
  expect((await shown()).callbackStop).toBe('failing')
  expect((await app.mails()).map(({ text }) => text.includes('5日間続けて失敗'))).toEqual([true])
})

test('a path that nobody ever answered stops nothing: whoever has seen a link can write one with any path', async () => {
  double.behave((response, { path }) => response.writeHead(path.startsWith('/kyc/result') ? 200 : 410).end())
  await send(await insertDelivery(app.services, company, '/kyc/result?a=1'))
  await send(await insertDelivery(app.services, company, '/long-gone'))
  clock.moveTo(new Date(clock.now().getTime() + 6 * day))
  await send(await insertDelivery(app.services, company, '/long-gone?b=2'))
  expect(await shown()).toMatchObject({ callbackStop: null, failingSince: null })
  double.behave((response) => response.writeHead(410).end())
  await send(await insertDelivery(app.services, company, '/kyc/result?c=3'))
  expect((await shown()).callbackStop).toBe('gone')
})

test('one success within the five days begins them anew', async () => {
  double.behave((response) => response.writeHead(500).end())
  await send(await insertDelivery(app.services, company))
  clock.moveTo(new Date(clock.now().getTime() + 4 * day))
  double.behave((response) => response.end())
  await send(await insertDelivery(app.services, company))
  double.behave((response) => response.writeHead(500).end())
  clock.moveTo(new Date(clock.now().getTime() + 2 * day))
  await send(await insertDelivery(app.services, company))
  expect((await shown()).callbackStop).toBeNull()
})

test('while callbacks are stopped nothing is sent and deliveries wait; resuming sends them, each once', async () => {
  const ids = [await insertDelivery(app.services, company), await insertDelivery(app.services, company)]
  expect((await put('callbacks/stop')).callbackStop).toBe('manual')
  for (const id of ids) expect(await send(id)).toBe(false)
  await workOff()
  expect(double.received).toEqual([])
  expect(await deliveries()).toMatchObject([
    { state: 'pending', nextAttemptAt: null, attempts: [] },
    { state: 'pending', nextAttemptAt: null, attempts: [] },
  ])
  clock.moveTo(new Date(clock.now().getTime() + day))
  expect(await put('callbacks/resume')).toMatchObject({ callbackStop: null, failingSince: null })
  await workOff()
  expect(double.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...ids].sort())
  expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect(await entries()).toEqual([{ actor: superadmin.accountId }, { actor: superadmin.accountId }])
})

test('resuming wakes deliveries by the hundred, and none twice', { timeout: 90_000 }, async () => {
  const ids: string[] = []
  // One by one: so many at once could wait longer for a connection than a busy machine allows.
  while (ids.length < 120) ids.push(await insertDelivery(app.services, company))
  await put('callbacks/stop')
  // As if their time had come and gone.
  await app.sql('DELETE FROM pgboss.job')
  clock.moveTo(new Date(clock.now().getTime() + day))
  await put('callbacks/resume')
  await workOff()
  expect(double.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([...ids].sort())
})

test('after a stop because of failures the five days begin anew', async () => {
  double.behave((response) => response.writeHead(500).end())
  await send(await insertDelivery(app.services, company))
  clock.moveTo(new Date(clock.now().getTime() + 6 * day))
  await send(await insertDelivery(app.services, company))
  expect((await shown()).callbackStop).toBe('failing')
  await put('callbacks/resume')
  await send(await insertDelivery(app.services, company))
  expect(await shown()).toMatchObject({ callbackStop: null, failingSince: clock.now().toISOString() })
})

test('a stop that was made by hand keeps its reason, and stopping twice leaves one entry', async () => {
  await put('callbacks/stop')
  expect((await put('callbacks/stop')).callbackStop).toBe('manual')
  expect(await entries()).toHaveLength(1)
  await put('callbacks/resume')
  await put('callbacks/resume')
  expect(await entries()).toHaveLength(2)
})

test('a disabled partner gets nothing; what waited goes out when it is enabled', async () => {
  const id = await insertDelivery(app.services, company)
  await put('disable')
  expect(await send(id)).toBe(false)
  await workOff()
  expect(double.received).toEqual([])
  clock.moveTo(new Date(clock.now().getTime() + day))
  await put('enable')
  await workOff()
  expect(double.received.map(({ headers }) => headers['webhook-id'])).toEqual([id])
})

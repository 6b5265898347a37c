import type { Delivery } from '@kyc/contract/deliveries.ts'
import type { Partner } from '@kyc/contract/partners.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { attemptNow, insertDelivery, registerPartner } from '../../../testing/app/partners.ts'
import type { TestApp, TestPerson } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { type CallbackStage, createCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import type { PartnerDouble } from '../../../testing/doubles/partner-double.ts'
import type { CreatedPartner } from '../create-partner.ts'
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
  await app.sql('DELETE FROM delivery')
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

/** Runs the scheduler, at a time when every attempt is due, until all that it may send has arrived. */
async function runScheduler(): Promise<void> {
  const other = await registerPartner(app.services, double.origin)
  const witness = await insertDelivery(app.services, other, witnessPath)
  await app.sql('UPDATE delivery SET next_attempt_at = $1 WHERE next_attempt_at IS NOT NULL', [clock.now()])
  const scheduler = startDeliveries(app.services)
  await vi.waitUntil(
    async () => {
      const waiting = await app.sql(
        `SELECT FROM delivery d JOIN partner p ON p.id = d.partner_id
         WHERE d.id = $1 AND d.state = 'pending'
           OR d.state = 'pending' AND p.callback_stop IS NULL AND p.disabled_at IS NULL`,
        [witness],
      )
      return waiting.length === 0
    },
    { timeout: 60_000, interval: 50 },
  )
  await scheduler.stop()
}

const witnessPath = '/other-partner'

function idsReceived(): string[] {
  const own = double.received.filter(({ path }) => path !== witnessPath)
  return own.map(({ headers }) => String(headers['webhook-id'])).sort()
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
  await runScheduler()
  expect(idsReceived()).toEqual([])
  expect(await deliveries()).toMatchObject([
    { state: 'pending', nextAttemptAt: null, attempts: [] },
    { state: 'pending', nextAttemptAt: null, attempts: [] },
  ])
  clock.moveTo(new Date(clock.now().getTime() + day))
  expect(await put('callbacks/resume')).toMatchObject({ callbackStop: null, failingSince: null })
  await runScheduler()
  expect(idsReceived()).toEqual([...ids].sort())
  expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect(await entries()).toEqual([{ actor: superadmin.accountId }, { actor: superadmin.accountId }])
})

test('resuming sends a backlog of more than a hundred deliveries, each once', {
  timeout: 90_000,
}, async () => {
  const ids: string[] = []
  // One by one: so many at once could wait longer for a connection than a busy machine allows.
  while (ids.length < 120) ids.push(await insertDelivery(app.services, company))
  await put('callbacks/stop')
  clock.moveTo(new Date(clock.now().getTime() + day))
  await put('callbacks/resume')
  await runScheduler()
  expect(idsReceived()).toEqual([...ids].sort())
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
  await runScheduler()
  expect(idsReceived()).toEqual([])
  clock.moveTo(new Date(clock.now().getTime() + day))
  await put('enable')
  await runScheduler()
  expect(idsReceived()).toEqual([id])
})

import { type Delivery, listDeliveries } from '@kyc/contract/deliveries.ts'
import {
  disablePartner,
  enablePartner,
  getPartner,
  type Partner,
  resumeCallbacks,
  stopCallbacks,
} from '@kyc/contract/partners.ts'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { attemptNow, insertDelivery, registerPartner } from '../../../testing/app/partners.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import { startDeliveries } from './delivery-scheduler.ts'

const day = 24 * 60 * 60 * 1000
const clock = new TestClock()
const { app, double, company, superadmin } = useCallbackStage(clock, { superadmin: 'superadmin' })

beforeAll(async () => {
  const disabled = await app.signedIn('superadmin')
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.accountId])
  await app.signedIn('admin')
})
beforeEach(async () => {
  await app.sql('DELETE FROM delivery')
  await app.sql('DELETE FROM outbox')
})

function send(id: string) {
  return attemptNow(app.services, id)
}

const params = () => ({ id: company.partner.id })
const stop = () => superadmin.send(stopCallbacks, { params: params() })
const resume = () => superadmin.send(resumeCallbacks, { params: params() })

function shown(): Promise<Partner> {
  return superadmin.send(getPartner, { params: params() })
}

function deliveries(): Promise<Delivery[]> {
  return superadmin.send(listDeliveries, { params: params() })
}

async function entries() {
  return app.sql<{ actor: string | null }>(
    "SELECT actor FROM audit_event WHERE rid = $1 AND action = 'update' ORDER BY id",
    [company.partner.id],
  )
}

/** Makes every attempt due and runs the scheduler until it has sent everything that it may send. */
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

test('a 410 stops callbacks, mails every enabled superadmin and creates an entry', async () => {
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

test('callbacks stop after five days without a success, and not earlier', async () => {
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

test('failures at a path that never succeeded do not stop callbacks, because links can name any path', async () => {
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

test('one success restarts the five days', async () => {
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

test('stopped callbacks leave deliveries pending; resuming sends each once', async () => {
  const ids = [await insertDelivery(app.services, company), await insertDelivery(app.services, company)]
  expect((await stop()).callbackStop).toBe('manual')
  for (const id of ids) expect(await send(id)).toBe(false)
  await runScheduler()
  expect(idsReceived()).toEqual([])
  expect(await deliveries()).toMatchObject([
    { state: 'pending', nextAttemptAt: null, attempts: [] },
    { state: 'pending', nextAttemptAt: null, attempts: [] },
  ])
  clock.moveTo(new Date(clock.now().getTime() + day))
  expect(await resume()).toMatchObject({ callbackStop: null, failingSince: null })
  await runScheduler()
  expect(idsReceived()).toEqual([...ids].sort())
  expect((await deliveries()).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
  expect(await entries()).toEqual([{ actor: superadmin.accountId }, { actor: superadmin.accountId }])
})

test('resuming sends a backlog of more than a hundred deliveries, each once', {
  timeout: 90_000,
  tags: 'long',
}, async () => {
  const ids: string[] = []
  // In sequence: concurrent inserts could exceed the connection timeout on a busy machine.
  while (ids.length < 120) ids.push(await insertDelivery(app.services, company))
  await stop()
  clock.moveTo(new Date(clock.now().getTime() + day))
  await resume()
  await runScheduler()
  expect(idsReceived()).toEqual([...ids].sort())
})

test('resuming after a stop by failures restarts the five days', async () => {
  double.behave((response) => response.writeHead(500).end())
  await send(await insertDelivery(app.services, company))
  clock.moveTo(new Date(clock.now().getTime() + 6 * day))
  await send(await insertDelivery(app.services, company))
  expect((await shown()).callbackStop).toBe('failing')
  await resume()
  await send(await insertDelivery(app.services, company))
  expect(await shown()).toMatchObject({ callbackStop: null, failingSince: clock.now().toISOString() })
})

test('stopping and resuming are idempotent and create one entry each', async () => {
  await stop()
  expect((await stop()).callbackStop).toBe('manual')
  expect(await entries()).toHaveLength(1)
  await resume()
  await resume()
  expect(await entries()).toHaveLength(2)
})

test('a disabled partner receives nothing; enabling sends pending deliveries', async () => {
  const id = await insertDelivery(app.services, company)
  await superadmin.send(disablePartner, { params: params() })
  expect(await send(id)).toBe(false)
  await runScheduler()
  expect(idsReceived()).toEqual([])
  clock.moveTo(new Date(clock.now().getTime() + day))
  await superadmin.send(enablePartner, { params: params() })
  await runScheduler()
  expect(idsReceived()).toEqual([id])
})

/** @module-tag long */

import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { AttemptFailure } from '@kyc/contract/deliveries.ts'
import { day, hour } from '@kyc/contract/durations.ts'
import { expect, test, vi } from 'vitest'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useWebhook, verified } from '../../../testing/app/webhook-stage.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import type { PartnerBehaviour } from '../../../testing/doubles/partner-double.ts'
import { startDeliveries } from '../deliveries/delivery-scheduler.ts'

// A partner's real HTTPS server fails in the usual ways (D112): each event still arrives, exactly once if counted by
// its id.

const clock = new TestClock()
const { app, double, company, superadmin } = useCallbackStage(clock, { superadmin: 'superadmin' })
const { own, force, listed, passUntil, waiting } = useWebhook(() => ({
  app,
  superadmin,
  company,
  double,
  clock,
}))
const pass = (milliseconds: number) => passUntil(new Date(clock.now().getTime() + milliseconds))

const attempts = () =>
  app.sql<{ failure: AttemptFailure | null; status: number | null; answer: string | null }>(
    `SELECT a.failure, a.status, a.answer FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id
     WHERE d.partner_id = $1 ORDER BY a.at, a.number`,
    [company.partner.id],
  )

/** What a receiver that drops repeated ids has: the event of each id, in the order of arrival. */
const arrived = () => [...new Set(double.received.map(({ headers }) => headers['webhook-id']))]

const drip: PartnerBehaviour = (response) => {
  response.writeHead(200)
  const timer = setInterval(() => response.write('.'), 200)
  response.on('close', () => clearInterval(timer))
}
const half: PartnerBehaviour = (response) => {
  response.writeHead(200, { 'content-length': '100' }).write('half')
  setTimeout(() => response.socket?.destroy(), 50)
}
/** 200 MiB in 200 KiB: larger than the limit as it is sent. */
const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024))
/** 10 MiB in 10 KiB: below the limit, and never unpacked. */
const smallBomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
const zipped =
  (body: Buffer): PartnerBehaviour =>
  (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body)

test.for<[string, PartnerBehaviour, AttemptFailure]>([
  ['an error', (response) => response.writeHead(503).end('busy'), 'status'],
  ['no response', () => undefined, 'timeout'],
  ['a response that drips', drip, 'timeout'],
  ['a connection that closes', (response) => response.socket?.destroy(), 'unreachable'],
  ['a response that breaks off', half, 'unreachable'],
  [
    'a redirect, also to itself',
    (response) => response.writeHead(307, { location: '/events' }).end(),
    'redirect',
  ],
  ['a gzip bomb', zipped(bomb), 'answer_too_large'],
])('after %s the event is sent again under its id', { timeout: 30_000 }, async ([, how, failure]) => {
  double.behave(how)
  await force('test_opened')
  await pass(1000)
  expect(await attempts()).toMatchObject([{ failure }])
  const tries = double.received.length
  double.behave((response) => response.end())
  await pass(hour)
  const events = await listed()
  expect([tries, double.received.length]).toEqual([1, 2])
  expect(arrived()).toEqual(events.map(({ id }) => id))
  expect(await waiting()).toEqual([])
})

test('a small gzip bomb is not unpacked: it is a success', async () => {
  const before = process.memoryUsage().rss
  double.behave(zipped(smallBomb))
  await force('test_opened')
  await pass(1000)
  expect(await attempts()).toMatchObject([{ failure: null, status: 200 }])
  expect(process.memoryUsage().rss - before).toBeLessThan(50 * 1024 * 1024)
})

test('an event whose acknowledgement was lost arrives again with the same id and body', async () => {
  double.behave((response) => response.socket?.destroy())
  await force('test_opened')
  await pass(1000)
  double.reset()
  await pass(hour)
  const [event] = await listed()
  expect(double.received.map(({ headers }) => headers['webhook-id'])).toEqual([event?.id])
})

test('after a day without a server every event arrives exactly once, by retries and by GET /events', async () => {
  double.behave((response) => response.socket?.destroy())
  const start = clock.now().getTime()
  for (let n = 0; n < 3; n++) {
    await force(n % 2 === 0 ? 'test_approved' : 'test_rejected')
    await pass(8 * hour)
  }
  expect(clock.now().getTime() - start).toBeGreaterThanOrEqual(day)
  const missed = await listed()
  expect(missed).toHaveLength(9)
  double.reset()
  await pass(2 * day)
  expect(await waiting()).toEqual([])
  const sent = double.received.map(({ headers }) => headers['webhook-id'])
  expect(sent.toSorted()).toEqual(missed.map(({ id }) => id).toSorted())
  // A reader that catches up by the list and drops the ids that it has gets each once.
  const seen = new Set(missed.map(({ id }) => id))
  expect(sent.filter((id) => !seen.has(String(id)))).toEqual([])
})

test('a restart of our server during attempts loses no event, and repeats keep the id', {
  timeout: 30_000,
}, async () => {
  double.behave(() => undefined)
  clock.moveTo(new Date(Date.now() + 60_000)) // the events that follow are due
  await force('test_approved')
  const first = startDeliveries(app.services)
  await vi.waitUntil(() => double.received.length >= 2, { timeout: 10_000 })
  await first.stop()
  expect(await attempts()).toEqual([])
  // The process is gone: its claims end.
  await app.sql(
    `UPDATE delivery SET claimed_until = now() - interval '1 second', next_attempt_at = $2 WHERE partner_id = $1`,
    [company.partner.id, clock.now()],
  )
  double.behave((response) => response.end())
  const second = startDeliveries(app.services)
  const done = async () => (await attempts()).filter(({ failure }) => failure === null).length === 3
  await vi.waitUntil(done, { timeout: 20_000 })
  await second.stop()
  expect(arrived().toSorted()).toEqual((await listed()).map(({ id }) => id).toSorted())
})

test('a response that is not text breaks neither the record of the attempt nor the list of deliveries', async () => {
  double.behave((response) => response.writeHead(200).end(randomBytes(4096)))
  await force('test_opened')
  await pass(1000)
  expect(verified(own.secret, double.received[0]!)).toMatchObject({ type: 'kyc.opened' })
  const reply = await superadmin.get(`/api/partners/${company.partner.id}/deliveries`)
  expect(reply.status).toBe(200)
})

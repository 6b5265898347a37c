import { type Delivery, listDeliveries } from '@kyc/contract/deliveries.ts'
import { expect, test } from 'vitest'
import { attemptNow, insertDelivery, registerPartner } from '../../../testing/app/partners.ts'
import { nextOf, refusalOf, type TestReply } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import { cleanUpDeliveries } from './clean-up-deliveries.ts'

const day = 24 * 60 * 60 * 1000
const clock = new TestClock()
const { app, double, company, superadmin } = useCallbackStage(clock, { superadmin: 'superadmin' })

const deliveries = () => superadmin.send(listDeliveries, { params: { id: company.partner.id } })

function list(query = '', id = company.partner.id): Promise<TestReply> {
  return superadmin.get(`/api/partners/${id}/deliveries${query}`)
}

function resend(deliveryId: string, id = company.partner.id): Promise<TestReply> {
  return superadmin.post(`/api/partners/${id}/deliveries/${deliveryId}/resend`)
}

async function sent(path?: string): Promise<string> {
  const id = await insertDelivery(app.services, company, path)
  await attemptNow(app.services, id)
  return id
}

test('lists deliveries newest first with their attempts and the address without its query', async () => {
  double.behave((response) => response.writeHead(503).end('工事中です'))
  const failed = await sent('/kyc?secret=1')
  const earlier = clock.now().toISOString()
  clock.moveTo(new Date(clock.now().getTime() + 1))
  const later = clock.now().toISOString()
  double.behave((response) => response.end('ok'))
  const delivered = await sent()
  const noWebhook = { webhook: null, eventId: null, resendOf: null }
  const attempt = { number: 1, durationMs: expect.any(Number), manual: false }
  expect((await list()).json).toEqual([
    {
      id: delivered,
      event: 'kyc.auth_result',
      ...noWebhook,
      address: `${double.origin}/kyc/result`,
      state: 'delivered',
      createdAt: later,
      nextAttemptAt: null,
      attempts: [{ ...attempt, at: later, status: 200, failure: null, answer: 'ok' }],
    },
    {
      id: failed,
      event: 'kyc.auth_result',
      ...noWebhook,
      address: `${double.origin}/kyc`,
      state: 'pending',
      createdAt: earlier,
      nextAttemptAt: expect.any(String),
      attempts: [{ ...attempt, at: earlier, status: 503, failure: 'status', answer: '工事中です' }],
    },
  ])
})

test('the list has pages and a filter by state; a cursor is valid for its list only', async () => {
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    clock.moveTo(new Date(clock.now().getTime() + 1))
    ids.unshift(n === 2 ? await insertDelivery(app.services, company) : await sent())
  }
  const seen: string[] = []
  let address: string | undefined = `/api/partners/${company.partner.id}/deliveries?limit=2`
  for (let pages = 0; address !== undefined; pages++) {
    expect(pages).toBeLessThan(3)
    const reply: TestReply = await superadmin.get(address)
    expect(reply.headers.get('x-total-count')).toBe('5')
    seen.push(...(reply.json as Delivery[]).map(({ id }) => id))
    address = nextOf(reply)
  }
  expect(seen).toEqual(ids)
  expect((await list('?state=pending')).json).toMatchObject([{ id: ids[2] }])
  expect((await list('?state=')).json).toHaveLength(5)
  const cursor = /cursor=([\w-]+)/.exec((await list('?limit=1')).headers.get('link') ?? '')?.[1]
  expect((await list(`?cursor=${cursor}&state=dead`)).json).toMatchObject({ code: 'CURSOR_INVALID' })
  expect((await list('?state=lost')).json).toMatchObject({ code: 'INVALID_INPUT', field: 'state' })
})

test('shows the newest attempts of a delivery with their numbers', async () => {
  const id = await sent()
  await app.sql(
    `INSERT INTO delivery_attempt (delivery_id, number, at, duration_ms, status, failure, manual)
     SELECT $1, n, now(), 1, 500, 'status', true FROM generate_series(2, 40) n`,
    [id],
  )
  const [{ attempts = [] } = {}] = await deliveries()
  expect(attempts.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, n) => 21 + n))
})

test('a delivery belongs to one partner only', async () => {
  const id = await sent()
  const other = await registerPartner(app.services, double.origin)
  expect((await list('', other.partner.id)).json).toEqual([])
  expect((await resend(id, other.partner.id)).json).toMatchObject({ code: 'NOT_FOUND' })
  expect(double.received).toHaveLength(1)
})

test('a resend makes an attempt with the same id, creates an entry and leaves the schedule unchanged', async () => {
  double.behave((response) => response.writeHead(500).end())
  const id = await sent()
  const [{ nextAttemptAt } = {}] = await deliveries()
  const failed = await resend(id)
  expect([failed.status, failed.json]).toMatchObject([
    200,
    { state: 'pending', nextAttemptAt, attempts: [{ manual: false }, { manual: true, failure: 'status' }] },
  ])
  double.behave((response) => response.end())
  expect((await resend(id)).json).toMatchObject({ state: 'delivered', nextAttemptAt: null })
  expect(new Set(double.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
  const entries = await app.sql("SELECT actor FROM audit_event WHERE action = 'share' AND rid = $1", [
    `${company.partner.id}/${id}`,
  ])
  expect(entries).toEqual([{ actor: superadmin.accountId }, { actor: superadmin.accountId }])
})

test('delivered and dead deliveries can be resent and keep their state if that fails', async () => {
  const delivered = await sent()
  double.behave((response) => response.writeHead(500).end())
  const dead = await sent()
  await app.sql(
    "UPDATE delivery SET state = 'dead', ended_at = now(), next_attempt_at = NULL WHERE id = $1",
    [dead],
  )
  expect((await resend(delivered)).json).toMatchObject({
    state: 'delivered',
    attempts: [{}, { status: 500 }],
  })
  expect((await resend(dead)).json).toMatchObject({ state: 'dead', attempts: [{}, { status: 500 }] })
  double.behave((response) => response.end())
  expect((await resend(dead)).json).toMatchObject({ state: 'delivered' })
})

test('of concurrent resends one succeeds and the others return CONFLICT', async () => {
  double.behave((response) => response.writeHead(500).end())
  const id = await sent()
  const go = Promise.withResolvers<void>()
  double.behave(async (response) => {
    await go.promise
    response.end()
  })
  let ended = 0
  const replies = Array.from({ length: 6 }, () => resend(id).finally(() => ++ended === 5 && go.resolve()))
  const codes = (await Promise.all(replies)).map((reply) => refusalOf(reply)[1])
  expect(codes.filter((code) => code === undefined)).toHaveLength(1)
  expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(5)
  expect(double.received).toHaveLength(2)
  const shares = await app.sql("SELECT FROM audit_event WHERE action = 'share' AND rid LIKE '%' || $1", [id])
  expect(shares).toHaveLength(1)
})

test.each(['callbacks/stop', 'disable'])('after %s a resend is rejected and sends nothing', async (act) => {
  const id = await sent()
  await superadmin.put(`/api/partners/${company.partner.id}/${act}`)
  expect((await resend(id)).json).toMatchObject({ code: 'CALLBACKS_STOPPED' })
  expect(double.received).toHaveLength(1)
})

test.each(['callbacks/stop', 'disable'])(
  'after %s pending deliveries expire after thirty days and are emptied thirty days later',
  async (act) => {
    const early = await insertDelivery(app.services, company)
    await superadmin.put(`/api/partners/${company.partner.id}/${act}`)
    clock.moveTo(new Date(clock.now().getTime() + 30 * day))
    await cleanUpDeliveries(app.services)
    expect((await list('?state=pending')).json).toMatchObject([{ id: early }])
    clock.moveTo(new Date(clock.now().getTime() + 1))
    const late = await insertDelivery(app.services, company)
    await cleanUpDeliveries(app.services)
    expect((await list()).json).toMatchObject([
      { id: late, state: 'pending' },
      { id: early, state: 'dead', nextAttemptAt: null, attempts: [] },
    ])
    const entries = await app.sql('SELECT action, actor FROM audit_event WHERE rid = $1', [
      `${company.partner.id}/${early}`,
    ])
    expect(entries).toEqual([{ action: 'update', actor: null }])
    clock.moveTo(new Date(clock.now().getTime() + 30 * day))
    await cleanUpDeliveries(app.services)
    const kept = await app.sql('SELECT id FROM delivery WHERE payload_enc IS NOT NULL AND id IN ($1, $2)', [
      early,
      late,
    ])
    expect(kept).toEqual([{ id: late }])
  },
)

test('deletes the payload and the responses thirty days after the end', async () => {
  const ended = await sent('/kyc/result?email=hanako#top')
  double.behave((response) => response.writeHead(500).end('no'))
  const waiting = await sent()
  const kept = () =>
    app.sql<{ id: string }>('SELECT id FROM delivery WHERE payload_enc IS NOT NULL AND id IN ($1, $2)', [
      ended,
      waiting,
    ])
  clock.moveTo(new Date(clock.now().getTime() + 30 * day - 1000))
  await cleanUpDeliveries(app.services)
  expect(await kept()).toHaveLength(2)
  clock.moveTo(new Date(clock.now().getTime() + 1000))
  await cleanUpDeliveries(app.services)
  expect(await kept()).toEqual([{ id: waiting }])
  expect((await list('?state=delivered')).json).toMatchObject([
    { id: ended, attempts: [{ status: 200, answer: null }] },
  ])
  const [row] = await app.sql<{ url: string }>('SELECT url FROM delivery WHERE id = $1', [ended])
  expect(row?.url).toBe(`${double.origin}/kyc/result`)
  expect((await list('?state=pending')).json).toMatchObject([{ attempts: [{ answer: 'no' }] }])
  expect((await resend(ended)).json).toMatchObject({ code: 'DELIVERY_EMPTIED' })
})

import { resendDelivery } from '@kyc/contract/deliveries.ts'
import { day, hour } from '@kyc/contract/durations.ts'
import * as api from '@kyc/contract/partner-api.ts'
import * as contract from '@kyc/contract/partner-webhooks.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { partnerServers } from '../../../testing/app/partner-api.ts'
import { refusalOf } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useWebhook, verified } from '../../../testing/app/webhook-stage.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import { storedAboutPerformer } from '../../records/stored-about-performer.ts'
import { eventInVersion } from '../api/present-event.ts'
import { cleanUpDeliveries } from '../deliveries/clean-up-deliveries.ts'

const clock = new TestClock()
const { app, double, company, superadmin } = useCallbackStage(clock, { superadmin: 'superadmin' })
const webhook = useWebhook(() => ({ app, superadmin, company, double, clock }))
const { own, force, listed, passUntil } = webhook
const { newServer } = partnerServers(() => ({ app, superadmin }))
const soon = (milliseconds = hour) => passUntil(new Date(clock.now().getTime() + milliseconds))
const params = () => ({ id: company.partner.id })
const deliveriesOf = (eventId: string | undefined) =>
  app.sql<{ id: string; resend_of: string | null; state: string; next_attempt_at: Date | null }>(
    'SELECT * FROM delivery WHERE event_id = $1 ORDER BY id',
    [eventId],
  )
const webhookId = async () =>
  (await superadmin.send(contract.listWebhooks, { params: params() }))[0]?.id ?? ''

test('each event is sent once, as GET /events shows it, signed with the secret of the webhook and with its id', async () => {
  await force('test_approved')
  await soon()
  const events = await listed()
  expect(events.map(({ type }) => type)).toEqual(['kyc.opened', 'kyc.auth_result', 'performer.approved'])
  expect(double.received.map((each) => verified(own.secret, each))).toEqual(events)
  expect(double.received.map(({ headers, path }) => [headers['webhook-id'], path])).toEqual(
    events.map(({ id }) => [id, '/events']),
  )
  expect(() => verified(company.signingSecret, double.received[0]!)).toThrow('signature')
})

test('an event and its delivery are written together or not at all', async () => {
  const { partnerId } = await newServer()
  const url = 'https://partner.example.com/events'
  await superadmin.send(contract.putWebhook, { params: { id: partnerId }, body: { mode: 'live', url } })
  const counts = () =>
    app.sql(
      `SELECT (SELECT count(*)::int FROM partner_event WHERE partner_id = $1) AS events,
        (SELECT count(*)::int FROM delivery WHERE partner_id = $1) AS deliveries`,
      [partnerId],
    )
  const write = inTransaction(app.services.db, async (tx) => {
    await sql`SELECT record_partner_event(${partnerId}::uuid, 'live', 'kyc.opened', uuidv7(), NULL, NULL)`.execute(
      tx,
    )
    throw new Error('the act fails')
  })
  await expect(write).rejects.toThrow('the act fails')
  expect(await counts()).toEqual([{ events: 0, deliveries: 0 }])
  await inTransaction(app.services.db, (tx) =>
    sql`SELECT record_partner_event(${partnerId}::uuid, 'live', 'kyc.opened', uuidv7(), NULL, NULL)`.execute(
      tx,
    ),
  )
  expect(await counts()).toEqual([{ events: 1, deliveries: 1 }])
})

test('a webhook of one mode gets no event of the other, and another partner gets none', async () => {
  const { partnerId } = await newServer()
  const url = 'https://partner.example.com/events'
  await superadmin.send(contract.putWebhook, { params: { id: partnerId }, body: { mode: 'live', url } })
  await inTransaction(app.services.db, (tx) =>
    sql`SELECT record_partner_event(${partnerId}::uuid, 'test', 'kyc.opened', uuidv7(), NULL, NULL)`.execute(
      tx,
    ),
  )
  await force('test_opened')
  const rows = await app.sql('SELECT * FROM delivery WHERE partner_id = $1', [partnerId])
  expect(rows).toEqual([])
})

test('the secret is shown once, stored encrypted, and both secrets sign for a day after a rotation', async () => {
  expect(own.secret).toMatch(/^whsec_[\w+/=]{44}$/)
  const stored = await app.sql('SELECT * FROM partner_webhook_secret')
  expect(JSON.stringify(stored)).not.toContain(own.secret)
  expect((await webhook.setAddress(`${double.origin}/events`)).secret).toBeNull()
  const reply = await own.server.call(api.renewWebhookSecret, { json: {} })
  const { secret } = reply.json as { secret: string } // parsed by the schema of the call
  await force('test_opened')
  await soon(1000)
  expect(double.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  for (const each of [own.secret, secret])
    expect(verified(each, double.received[0]!)).toMatchObject({ test: true })
  await app.sql("UPDATE partner_webhook_secret SET expires_at = expires_at - interval '24 hours'")
  await force('test_opened')
  await soon(1000)
  expect(() => verified(own.secret, double.received[1]!)).toThrow('signature')
  expect(verified(secret, double.received[1]!)).toMatchObject({ type: 'kyc.opened' })
})

describe('an address', () => {
  test.each([
    ['of another origin', 'https://elsewhere.example.com/events'],
    ['of this machine', 'https://127.0.0.1/events'],
    ['without encryption', 'http://partner.example.com/events'],
    ['with a name that begins like the origin', 'https://partner.example.com.evil.example/events'],
    ['with a user name', 'https://partner.example.com@evil.example/events'],
  ])('%s is refused by the page and by the API', async (_, url) => {
    const server = await newServer()
    const byApi = await server.call(api.setWebhook, { json: { url } })
    expect(refusalOf(byApi)).toEqual([400, 'WEBHOOK_NOT_ALLOWED'])
    const byPage = await superadmin.call('PUT', `/api/partners/${server.partnerId}/webhooks`, {
      json: { mode: 'live', url },
    })
    expect(refusalOf(byPage)).toEqual([400, 'WEBHOOK_NOT_ALLOWED'])
  })

  test('of live events cannot be set for a test partner', async () => {
    const json = { mode: 'live', url: `${double.origin}/events` }
    const reply = await superadmin.call('PUT', `/api/partners/${company.partner.id}/webhooks`, { json })
    expect(reply.json).toMatchObject({ code: 'INVALID_INPUT', field: 'mode' })
  })

  test('whose origin is removed from the partner gets nothing', async () => {
    await force('test_opened')
    await app.sql("UPDATE partner SET callback_origins = '{https://new.example}' WHERE id = $1", [
      company.partner.id,
    ])
    await soon()
    expect(double.received).toEqual([])
  })

  test('that is set again gets what waits for the old one', async () => {
    double.behave((response) => response.writeHead(500).end())
    await force('test_opened')
    await soon()
    double.reset()
    await webhook.setAddress(`${double.origin}/moved`)
    await soon(3 * day)
    expect(double.received.map(({ path }) => path)).toEqual(['/moved'])
  })

  test('that is removed gets nothing more; the events stay in the list', async () => {
    double.behave((response) => response.writeHead(500).end())
    await force('test_opened')
    expect((await own.server.call(api.deleteWebhook)).status).toBe(204)
    await force('test_opened')
    expect(await webhook.waiting()).toEqual([])
    expect(await listed()).toHaveLength(2)
    expect(refusalOf(await own.server.call(api.getWebhook))).toEqual([404, 'NOT_FOUND'])
  })

  test('that replies 410 is stopped, which stops no results, and gets the waiting events once it is set again', async () => {
    double.behave((response) => response.writeHead(410).end())
    await force('test_approved')
    await soon()
    const { stopped } = (await own.server.call(api.getWebhook)).json as api.PartnerWebhook
    expect([stopped, double.received.length]).toEqual(['gone', 1])
    const [partner] = await app.sql('SELECT callback_stop, failing_since FROM partner WHERE id = $1', [
      company.partner.id,
    ])
    expect(partner).toEqual({ callback_stop: null, failing_since: null })
    expect((await app.mails()).at(-1)?.subject).toContain('提携先への送信を停止しました')
    expect(refusalOf(await own.server.call(api.sendTestEvent, { json: {} }))).toEqual([
      409,
      'CALLBACKS_STOPPED',
    ])
    double.reset()
    await webhook.setAddress(`${double.origin}/events`)
    await soon(3 * day)
    expect(double.received.map((each) => each.headers['webhook-id']).toSorted()).toEqual(
      (await listed()).map(({ id }) => id).toSorted(),
    )
  })

  test('that fails for five days stops', async () => {
    double.behave((response) => response.writeHead(500).end())
    for (let days = 0; days < 6; days++) {
      await force('test_opened')
      await soon(day)
    }
    expect((await own.server.call(api.getWebhook)).json).toMatchObject({ stopped: 'failing' })
  })
})

describe('a test event', () => {
  test('of the page is sent at once and signed, and the page shows its outcome', async () => {
    const delivery = await superadmin.send(contract.testWebhook, {
      params: { ...params(), webhookId: await webhookId() },
    })
    expect(delivery).toMatchObject({ event: 'webhook.test', webhook: 'test', state: 'delivered' })
    expect(verified(own.secret, double.received[0]!)).toMatchObject({
      id: delivery.eventId,
      type: 'webhook.test',
    })
  })

  test('of the API is an event like the rest; a repeated call sends no other', async () => {
    const call = () =>
      own.server.call(api.sendTestEvent, { json: {}, headers: { 'idempotency-key': 'test-1' } })
    const event = (await call()).json
    expect((await call()).json).toEqual(event)
    expect(await listed()).toEqual([event])
    await soon()
    expect(double.received.map((each) => verified(own.secret, each))).toEqual([event])
  })
})

test('a resend makes an attempt of a pending delivery, and a new delivery with the same webhook-id for an ended one', async () => {
  double.behave((response) => response.writeHead(500).end())
  await force('test_opened')
  const [event] = await listed()
  const [first] = await deliveriesOf(event?.id)
  const resend = (deliveryId = '') => superadmin.send(resendDelivery, { params: { ...params(), deliveryId } })
  expect(await resend(first?.id)).toMatchObject({ id: first?.id, state: 'pending', resendOf: null })
  double.behave((response) => response.end())
  await soon()
  const repeat = await resend(first?.id)
  expect(repeat).toMatchObject({ state: 'delivered', resendOf: first?.id, eventId: event?.id })
  expect(repeat.id).not.toBe(first?.id)
  expect(new Set(double.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([event?.id]))
  clock.moveTo(new Date(clock.now().getTime() + 31 * day))
  await cleanUpDeliveries(app.services)
  expect(await deliveriesOf(event?.id)).toEqual([])
  const emptied = await superadmin.post(`/api/partners/${params().id}/deliveries/${first?.id}/resend`)
  expect(refusalOf(emptied)).toEqual([409, 'DELIVERY_EMPTIED'])
})

test('no event about a performer is sent after the destruction of the record', async () => {
  await force('test_approved')
  const event = (await listed()).at(-1)
  await inTransaction(app.services.db, (tx) =>
    storedAboutPerformer.partner_event.destroy(tx, event?.object_id ?? ''),
  )
  expect((await deliveriesOf(event?.id)).map(({ state }) => state)).toEqual(['dead'])
})

test('each change has an entry without the secret, by the superadmin or by the partner’s server', async () => {
  const changes = await app.sql<{ actor: string | null; action: string }>(
    "SELECT actor, action FROM audit_event WHERE rtype = 'partner' AND rid = $1 ORDER BY id",
    [company.partner.id],
  )
  await superadmin.send(contract.rotateWebhookSecret, {
    params: { ...params(), webhookId: await webhookId() },
  })
  await own.server.call(api.deleteWebhook)
  const after = await app.sql<{ actor: string | null; action: string }>(
    "SELECT actor, action FROM audit_event WHERE rtype = 'partner' AND rid = $1 ORDER BY id",
    [company.partner.id],
  )
  expect(after.slice(changes.length)).toEqual([
    { actor: superadmin.accountId, action: 'update' },
    { actor: null, action: 'update' },
  ])
})

test('events are sent in the version of the webhook', () => {
  const row = {
    id: 'e',
    type: 'kyc.opened',
    mode: 'live',
    object_id: 'o',
    user_id: null,
    expires_on: null,
    created_at: new Date(0),
  } as const
  expect(eventInVersion('2026-11-28', row)).toMatchObject({ id: 'e', timestamp: '1970-01-01T00:00:00.000Z' })
})

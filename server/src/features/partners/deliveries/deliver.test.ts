import type { AttemptFailure, DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import { rotateSecret } from '@kyc/contract/partners.ts'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createLog } from '../../../platform/log.ts'
import { attemptNow, attemptWhenDue, insertDelivery, registerPartner } from '../../../testing/app/partners.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useCallbackStage } from '../../../testing/doubles/callback-stage.ts'
import type { PartnerBehaviour } from '../../../testing/doubles/partner-double.ts'
import { lockPartner } from '../partner-repository.ts'
import { nextAttemptAt } from './schedule.ts'

const clock = new TestClock()
const { app, double, company } = useCallbackStage(clock)

function first(id: string) {
  return attemptNow(app.services, id)
}

/** A call that follows the last attempt after the pause of ten seconds. */
async function repeat(id: string): Promise<boolean> {
  await app.sql("UPDATE delivery_attempt SET at = at - interval '11 seconds' WHERE delivery_id = $1", [id])
  return first(id)
}

interface Row {
  state: DeliveryState
  attempts: number
  scheduled: number
  next_attempt_at: Date | null
  claimed_until: Date | null
  ended_at: Date | null
}

async function rowOf(id: string): Promise<Row> {
  const [row] = await app.sql<Row>('SELECT * FROM delivery WHERE id = $1', [id])
  return row!
}

async function attemptsOf(id: string) {
  return app.sql<{ failure: AttemptFailure | null; status: number | null; answer: string | null; at: Date }>(
    'SELECT * FROM delivery_attempt WHERE delivery_id = $1 ORDER BY number',
    [id],
  )
}

function retry(id: string) {
  return attemptWhenDue(app.services, clock, id)
}

function verify(secret: string, { body, headers } = double.received[0]!): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>)
}

test('sends a result signed by Standard Webhooks, with a token for that partner only', async () => {
  const id = await insertDelivery(app.services, company, '/kyc/result?shop=7')
  expect(await first(id)).toBe(true)
  expect(double.received).toHaveLength(1)
  const { headers, path } = double.received[0]!
  expect([path, headers['webhook-id']]).toEqual(['/kyc/result?shop=7', id])
  const result = verify(company.signingSecret) as { id_token: string }
  expect(result).toMatchObject({ user_id: 'user-1', email: 'hanako@example.com', status: 'success' })
  const keys = (await app.anonymous().get('/.well-known/jwks.json')).json as JSONWebKeySet
  const options = { audience: company.partner.companyId, issuer: app.services.config.publicUrl.origin }
  const { payload } = await jwtVerify(result.id_token, createLocalJWKSet(keys), options)
  expect(payload).toMatchObject({ sub: 'the-subject', user_id: 'user-1' })
  expect(await rowOf(id)).toMatchObject({
    state: 'delivered',
    attempts: 1,
    scheduled: 1,
    next_attempt_at: null,
    claimed_until: null,
    ended_at: clock.now(),
  })
  expect(await attemptsOf(id)).toMatchObject([{ status: 200, failure: null, answer: 'ok', manual: false }])
})

test('any change of the body, id or timestamp invalidates the signature', async () => {
  await first(await insertDelivery(app.services, company))
  const { body, headers, ...rest } = double.received[0]!
  const changed = [
    { body: body.replace('user-1', 'user-2') },
    { body: `${body} ` },
    { body: body.slice(0, -1) },
    { headers: { ...headers, 'webhook-id': `${headers['webhook-id']}0` } },
    { headers: { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) } },
  ]
  for (const change of changed) {
    expect(() => verify(company.signingSecret, { ...rest, body, headers, ...change })).toThrow('signature')
  }
  const other = await registerPartner(app.services, double.origin)
  expect(() => verify(other.signingSecret)).toThrow('signature')
})

test('signs with both secrets for a day after a rotation, then with the new one', async () => {
  const superadmin = await app.signedIn('superadmin')
  const { signingSecret: newer } = await superadmin.send(rotateSecret, { params: { id: company.partner.id } })
  await first(await insertDelivery(app.services, company))
  expect(double.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/)
  for (const secret of [company.signingSecret, newer])
    expect(verify(secret)).toMatchObject({ user_id: 'user-1' })
  await app.sql(
    "UPDATE partner_secret SET expires_at = expires_at - interval '24 hours' WHERE partner_id = $1",
    [company.partner.id],
  )
  double.received.length = 0
  await first(await insertDelivery(app.services, company))
  expect(verify(newer)).toMatchObject({ user_id: 'user-1' })
  expect(() => verify(company.signingSecret)).toThrow('signature')
})

test('a successful attempt does not wait for a lock of the partner', async () => {
  const id = await insertDelivery(app.services, company)
  await inTransaction(app.services.db, async (tx) => {
    await lockPartner(tx, company.partner.id)
    expect(await first(id)).toBe(true)
  })
  expect(await rowOf(id)).toMatchObject({ state: 'delivered', claimed_until: null })
})

test('retries a failure on schedule with the same id and a new timestamp, until the delivery is dead', async () => {
  const { retries, jitter } = limits.callback
  double.behave((response) => response.writeHead(500).end('no'))
  const id = await insertDelivery(app.services, company)
  expect(await first(id)).toBe(false)
  for (const [index, wait] of retries.entries()) {
    const before = clock.now().getTime()
    const { state, next_attempt_at } = await rowOf(id)
    const waits = next_attempt_at!.getTime() - before
    expect([state, waits >= wait, waits <= wait * (1 + jitter)]).toEqual(['pending', true, true])
    expect(await retry(id), `retry ${index + 1}`).toBe(false)
  }
  expect(await rowOf(id)).toMatchObject({ state: 'dead', attempts: 8, scheduled: 8, next_attempt_at: null })
  expect(new Set(double.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]))
  const times = double.received.map(({ headers }) => Number(headers['webhook-timestamp']))
  expect(times).toEqual((await attemptsOf(id)).map(({ at }) => Math.floor(at.getTime() / 1000)))
  expect(new Set(times).size).toBe(8)
  const bodies = double.received.map(({ body }) => JSON.parse(body) as { id_token: string })
  expect(new Set(bodies.map(({ id_token }) => id_token)).size).toBe(8)
  // One entry per attempt, because each entry sends a live update to open pages.
  expect(await auditOf(id)).toEqual(Array(8).fill({ action: 'update', actor: null }))
})

test('a pause is never shorter than the schedule and at most a fifth longer', () => {
  const now = new Date(0)
  const waits = limits.callback.retries.map(
    (_, ended) => nextAttemptAt(now, ended, () => 0).getTime() / 60_000,
  )
  expect(waits).toEqual([1, 5, 30, 120, 300, 600, 1080])
  expect(nextAttemptAt(now, 0, () => 1).getTime()).toBe(72_000)
})

test('a delivery that finally succeeds is delivered and ends the failure of its partner', async () => {
  double.behave((response) => response.writeHead(503).end())
  const id = await insertDelivery(app.services, company)
  await first(id)
  const failing = () => app.sql('SELECT failing_since FROM partner WHERE id = $1', [company.partner.id])
  expect(await failing()).toEqual([{ failing_since: clock.now() }])
  double.behave((response) => response.end())
  expect(await retry(id)).toBe(true)
  expect(await rowOf(id)).toMatchObject({ state: 'delivered', attempts: 2, next_attempt_at: null })
  expect([await failing(), await auditOf(id)]).toEqual([
    [{ failing_since: null }],
    Array(2).fill({ action: 'update', actor: null }),
  ])
})

const endless: PartnerBehaviour = (response) => {
  const write = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536)));
  }
  response.on('drain', write)
  write()
}

test.for<[string, PartnerBehaviour, AttemptFailure, number | null]>([
  ['the status 500', (response) => response.writeHead(500).end('x'), 'status', 500],
  ['a redirect', (response) => response.writeHead(302, { location: '/other' }).end(), 'redirect', 302],
  ['an endless response', endless, 'answer_too_large', 200],
  ['a connection that closes', (response) => response.socket?.destroy(), 'unreachable', null],
  ['no response', () => undefined, 'timeout', null],
])('%s is recorded as a failure and retried', { timeout: 30_000 }, async ([, how, failure, status]) => {
  double.behave(how)
  const id = await insertDelivery(app.services, company)
  expect(await first(id)).toBe(false)
  expect(await attemptsOf(id)).toMatchObject([{ failure, status }])
  expect(await rowOf(id)).toMatchObject({ state: 'pending', scheduled: 1, claimed_until: null })
  expect(double.received).toHaveLength(1)
})

test('a repeated request of a failed delivery makes an attempt outside the schedule', async () => {
  double.behave((response) => response.writeHead(500).end())
  const id = await insertDelivery(app.services, company)
  await first(id)
  const { next_attempt_at } = await rowOf(id)
  for (let n = 0; n < 9; n++) await repeat(id)
  expect(await rowOf(id)).toMatchObject({ state: 'pending', attempts: 10, scheduled: 1, next_attempt_at })
  double.behave((response) => response.end())
  expect(await repeat(id)).toBe(true)
  expect(await repeat(id)).toBe(true)
  expect(double.received).toHaveLength(11)
})

test('repeated calls make no attempt right after another one, and one ten seconds later makes an attempt', async () => {
  double.behave((response) => response.writeHead(500).end())
  const id = await insertDelivery(app.services, company)
  for (let n = 0; n < 3; n++) await first(id)
  expect(double.received).toHaveLength(1)
  await repeat(id)
  expect(double.received).toHaveLength(2)
})

test('a call makes no attempt after the one that an account has just requested', async () => {
  double.behave((response) => response.writeHead(500).end())
  const id = await insertDelivery(app.services, company)
  await attemptNow(app.services, id, 'resend')
  await first(id)
  expect(double.received).toHaveLength(1)
})

test('does not call an origin that was removed from the partner', async () => {
  const id = await insertDelivery(app.services, company)
  await app.sql("UPDATE partner SET callback_origins = '{https://new.example}' WHERE id = $1", [
    company.partner.id,
  ])
  const before = double.connections()
  expect(await first(id)).toBe(false)
  expect([await attemptsOf(id), double.connections()]).toMatchObject([
    [{ failure: 'refused_address' }],
    before,
  ])
})

test('does not call this machine for a live partner, regardless of the test settings', async () => {
  await app.sql("UPDATE partner SET mode = 'live' WHERE id = $1", [company.partner.id])
  const id = await insertDelivery(app.services, company)
  await first(id)
  expect([await attemptsOf(id), double.received]).toMatchObject([[{ failure: 'refused_address' }], []])
})

test('neither database nor log contains the sent data in plain text, even if the partner echoes it', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'trace' }, { write: (line: string) => void lines.push(line) })
  double.behave((response, { body }) => response.writeHead(500).end(body.slice(body.indexOf('"id_token"'))))
  const id = await insertDelivery(app.services, company, '/kyc/result?key=very-secret')
  await attemptNow({ ...app.services, log }, id)
  const sent = JSON.parse(double.received[0]!.body) as { id_token: string }
  const [attempt] = await attemptsOf(id)
  expect(attempt?.answer).toContain('[token]')
  const rows = await app.sql<{ payload_enc: Buffer; answer: string }>(
    `SELECT d.payload_enc, a.answer FROM delivery d JOIN delivery_attempt a ON a.delivery_id = d.id WHERE d.id = $1`,
    [id],
  )
  const stored = rows.map(({ payload_enc, answer }) => payload_enc.toString('utf8') + answer)
  const output = stored.join('') + lines.join('')
  for (const secret of [sent.id_token, 'hanako@example.com', '試験 花子', company.signingSecret]) {
    expect(output).not.toContain(secret)
  }
  expect(lines.join('')).not.toContain('very-secret')
})

async function auditOf(id: string) {
  return app.sql<{ action: string; actor: string | null }>(
    'SELECT action, actor FROM audit_event WHERE rid = $1 ORDER BY id',
    [`${company.partner.id}/${id}`],
  )
}

test.each([
  ['in quotes that JSON escapes', (token: string) => `"{\\u0022id_token\\u0022:\\u0022${token}\\u0022}"`],
  ['after a name', (token: string) => `id_token_${token}`],
])('does not store a token that the response contains %s', async (_, echo) => {
  double.behave((response, { body }) => response.writeHead(500).end(echo(JSON.parse(body).id_token)))
  const id = await insertDelivery(app.services, company)
  await attemptNow(app.services, id)
  const [attempt] = await attemptsOf(id)
  expect(attempt?.answer).toContain('[token]')
  expect(attempt?.answer).not.toContain('eyJ')
})

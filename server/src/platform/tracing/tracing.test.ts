import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { registerPerformer } from '../../testing/app/factories.ts'
import { createTestApp } from '../../testing/app/test-app.ts'
import { type OtlpListener, startOtlpListener } from '../../testing/doubles/otlp-listener.ts'
import { startSmtpListener } from '../../testing/doubles/smtp-listener.ts'
import { inTransaction } from '../db/transaction.ts'

// The real product sends its spans to a real collector.

let collector: OtlpListener
let performerId: string
const forged = '0af7651916cd43dd8448eb211c80319c'

beforeAll(async () => {
  collector = await startOtlpListener()
  const smtp = await startSmtpListener()
  const app = await createTestApp({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'kyc@example.com',
    },
  })
  const user = await app.signedIn('user')
  performerId = (await registerPerformer(user)).id
  await user.call('GET', `/api/performers/${performerId}?search=canary`, {
    headers: { traceparent: `00-${forged}-b7ad6b7169203331-01`, 'user-agent': 'canary-agent' },
  })
  await user.call('POST', '/api/auth/login', {
    json: { email: 'a@example.com', password: 'wrong-password' },
  })
  app.services.mails.startDelivery()
  const { mails, db } = app.services
  await inTransaction(db, (tx) =>
    mails.send(tx, { to: 'to@example.com', subject: 's', text: 't', html: 'h' }),
  )
  await vi.waitFor(() => expect(smtp.received).toHaveLength(1), { timeout: 10_000 })
  await app.close()
  await smtp.close()
}, 60_000)
afterAll(() => collector.close())

const named = (name: string) => collector.spans().filter((span) => span.name === name)

test('a request has a span with its route pattern, method and status', () => {
  const [view] = named('GET /api/performers/:id')
  expect(view?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/performers/:id',
    'http.response.status_code': 200,
    'kyc.request_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(named('POST /api/auth/login')[0]?.attributes['error.type']).toBe('INVALID_CREDENTIALS')
})

test('the statements of a request and its calls of other systems belong to its span, also after an uploaded body', () => {
  const [created] = named('POST /api/performers')
  const children = collector.spans().filter(({ parentSpanId }) => parentSpanId === created?.spanId)
  expect(children.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['database statement', 'storage put']),
  )
  const texts = children.map(({ attributes }) => String(attributes['db.query.text']))
  expect(texts.some((text) => /insert into "performer"/i.test(text))).toBe(true)
  expect(texts.join('')).not.toContain('MIHON')
})

test('a mail has a span', () => {
  expect(named('mail deliver')[0]?.attributes).toEqual({ 'kyc.outcome': 'ok' })
})

test('a traceparent of a client is ignored', () => {
  expect(collector.bodies.join('')).not.toContain(forged)
})

test('spans contain no id of a record, address, header or query', () => {
  const all = collector.bodies.join('')
  for (const value of [performerId, 'canary', 'example.com', '127.0.0.1', 'MIHON', '花子'])
    expect(all).not.toContain(value)
})

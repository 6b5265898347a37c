import { listAuditLogs } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import { expect, test, vi } from 'vitest'
import type { Mail } from '../../platform/mail/mail.ts'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { createTestApp, useStage } from '../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../testing/app/test-client.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { startSmtpListener } from '../../testing/doubles/smtp-listener.ts'

const contactTo = 'support@example.com'
const smtp = useStarted(startSmtpListener)
// The tests act as the reverse proxy, so that they can send any client address.
const { app } = useStage({}, () =>
  createTestApp({
    env: {
      TRUST_PROXY: '127.0.0.1',
      CONTACT_TO: contactTo,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'kyc@example.com',
    },
  }),
)
let addresses = 0
let senders = 0

const newAddress = () => `198.51.100.${++addresses}`
const newSender = () => `sender${++senders}@example.net`

const inquiry = {
  name: '問合 花子',
  subject: '料金について',
  message: '一行目です。\n二行目 <b>太字</b>です。',
}

async function send(
  changes: Record<string, unknown> = {},
  { from = newAddress(), client }: { from?: string; client?: TestClient } = {},
): Promise<TestReply> {
  const by = client ?? (await anonymousBrowser(app))
  const headers = { 'x-forwarded-for': from }
  return by.call('POST', '/api/contact', { json: { ...inquiry, email: newSender(), ...changes }, headers })
}

const stored = (email: string) => app.sql('SELECT * FROM inquiry WHERE email = $1', [email])

/** The mails about one inquiry: to `CONTACT_TO` and to its sender. */
async function mailsAbout(email: string): Promise<{ toStaff: Mail[]; toSender: Mail[] }> {
  const mails = await app.mails()
  return {
    toStaff: mails.filter(({ to, replyTo }) => to === contactTo && replyTo === email),
    toSender: mails.filter(({ to }) => to === email),
  }
}

test('an inquiry is stored, mailed to CONTACT_TO and confirmed to its sender (D43)', async () => {
  const email = newSender()
  const reply = await send({ email })
  expect([reply.status, reply.bytes.length]).toEqual([204, 0])
  const [row, ...others] = await stored(email)
  expect(others).toEqual([])
  expect(row).toMatchObject({ ...inquiry, email, answered_at: null, answered_by: null })

  const { toStaff, toSender } = await mailsAbout(email)
  expect([toStaff.length, toSender.length]).toEqual([1, 1])
  const text = toStaff[0]?.text ?? ''
  for (const words of [
    String(row?.id),
    inquiry.name,
    email,
    inquiry.subject,
    '> 一行目です。\n> 二行目 <b>太字</b>です。',
    new URL('/inquiries', app.services.config.publicUrl).href,
    `返信は ${email} に届きます。`,
  ]) {
    expect(text).toContain(words)
  }
  expect(toStaff[0]?.html).not.toContain('<b>')
  expect(toSender[0]?.text).toContain(`受付番号: ${row?.id}`)
  expect(toSender[0]?.text).toContain(`${limits.contactReplyHours}時間以内`)
})

test('the confirmation contains no user input, so that the form can’t send spam', async () => {
  const email = newSender()
  const input = { name: 'advert-name', subject: 'advert-subject', message: 'advert-message' }
  expect((await send({ ...input, email })).status).toBe(204)
  const { toSender } = await mailsAbout(email)
  expect(toSender).toHaveLength(1)
  expect(JSON.stringify(toSender)).not.toContain('advert')
})

test.each([
  ['a second recipient', { email: 'a@example.com,b@example.com' }, 'email'],
  ['a name with its address', { email: '花子<a@example.com>' }, 'email'],
  ['a header in the address', { email: 'a@example.com\r\nBcc: b@example.com' }, 'email'],
  ['a header in the subject', { subject: 'x\r\nBcc: b@example.com' }, 'subject'],
  ['a header in the name', { name: 'x\r\nBcc: b@example.com' }, 'name'],
  ['no address', { email: '' }, 'email'],
  ['no name', { name: '  ' }, 'name'],
  ['no subject', { subject: '' }, 'subject'],
  ['no message', { message: '\n' }, 'message'],
  ['a message that is too long', { message: 'あ'.repeat(limits.inquiryMessageChars + 1) }, 'message'],
])('rejects %s at its field, without a row or a mail', async (_, changes, field) => {
  const before = [await app.sql('SELECT count(*) FROM inquiry'), (await app.mails()).length]
  const reply = await send(changes)
  expect(reply.status).toBe(400)
  expect(reply.json).toMatchObject({ code: 'INVALID_INPUT', field })
  expect([await app.sql('SELECT count(*) FROM inquiry'), (await app.mails()).length]).toEqual(before)
})

test('an inquiry with a filled hidden field gets the usual reply, and is neither stored nor mailed', async () => {
  const email = newSender()
  const before = await app.sql('SELECT count(*) FROM audit_event')
  expect((await send({ email, website: 'https://spam.example' })).status).toBe(204)
  expect(await stored(email)).toEqual([])
  expect(await mailsAbout(email)).toEqual({ toStaff: [], toSender: [] })
  expect(await app.sql('SELECT count(*) FROM audit_event')).toEqual(before)
  expect((await send({ email, website: '' })).status).toBe(204)
  expect(await stored(email)).toHaveLength(1)
})

test('rejects a call without the CSRF token of its pre-session', async () => {
  const reply = await send({}, { client: app.anonymous() })
  expect(refusalOf(reply)).toEqual([403, 'CSRF_INVALID'])
})

test.each(['address', 'e-mail'] as const)(
  'accepts exactly the limit of twenty concurrent inquiries from one %s',
  async (kind) => {
    const email = newSender()
    const from = newAddress()
    const client = await anonymousBrowser(app)
    const replies = await Promise.all(
      Array.from({ length: 20 }, () =>
        kind === 'address' ? send({}, { from, client }) : send({ email }, { client }),
      ),
    )
    expect(replies.filter(({ status }) => status === 204)).toHaveLength(limits.rate.contactPerHour)
    const refused = replies.filter(({ status }) => status === 429)
    expect(refused).toHaveLength(20 - limits.rate.contactPerHour)
    for (const reply of refused) {
      expect(refusalOf(reply)).toEqual([429, 'RATE_LIMITED'])
      const seconds = Number(reply.headers.get('retry-after'))
      expect(seconds).toBeGreaterThan(0)
      expect(seconds).toBeLessThanOrEqual(60 * 60)
    }
    if (kind === 'e-mail') expect(await stored(email)).toHaveLength(limits.rate.contactPerHour)
  },
)

test('the limit of an address ignores case', async () => {
  const email = newSender()
  for (let n = 0; n < limits.rate.contactPerHour; n++) await send({ email })
  expect((await send({ email: email.toUpperCase() })).status).toBe(429)
})

test('the limit of an address ignores tags and a final full stop', async () => {
  const email = newSender()
  const tagged = (tag: string) => email.replace('@', `+${tag}@`)
  for (let n = 0; n < limits.rate.contactPerHour; n++) await send({ email: tagged(`tag-${n}`) })
  for (const other of [email, tagged('another'), `${email}.`]) {
    expect((await send({ email: other })).status).toBe(429)
  }
})

test('rejected input is not counted', async () => {
  const from = newAddress()
  for (let n = 0; n < 20; n++) await send({ subject: '' }, { from })
  expect((await send({}, { from })).status).toBe(204)
})

test('the entry names the signed-in account and no contents (D38)', async () => {
  const sender = await app.signedIn('user')
  const [known, unknown] = [newSender(), newSender()]
  expect((await send({ email: known }, { client: sender })).status).toBe(204)
  expect((await send({ email: unknown })).status).toBe(204)
  const admin = await app.signedIn('admin')
  const log = await admin.send(listAuditLogs, { query: { resourceType: 'inquiry' } })
  const entryOf = async (email: string) => {
    const [row] = await stored(email)
    return log.find(({ resourceId }) => resourceId === row?.id)
  }
  expect(await entryOf(known)).toMatchObject({ action: 'create', userId: sender.accountId, details: {} })
  expect(await entryOf(unknown)).toMatchObject({ action: 'create', userId: null, user: null, details: {} })
})

test('delivers both mails over SMTP, with Reply-To the sender and without added headers', async () => {
  const email = newSender()
  expect((await send({ email, name: 'X-Evil: 1' })).status).toBe(204)
  // Starts the delivery for the whole app, so this test must be the last one.
  app.services.mails.startDelivery()
  const arrived = () => smtp.received.filter(({ mail }) => mail.replyTo?.[0]?.address === email)
  await vi.waitUntil(() => arrived().length > 0, { timeout: 20_000, interval: 50 })
  const [{ to, mail, raw } = { to: [], mail: undefined, raw: '' }] = arrived()
  expect(to).toEqual([contactTo])
  expect(mail?.subject).toBe('【本人確認管理システム】お問い合わせが届きました')
  expect(raw.split('\r\n\r\n')[0]).not.toMatch(/evil/i)
  await vi.waitUntil(() => smtp.received.some((each) => each.to.includes(email)), {
    timeout: 20_000,
    interval: 50,
  })
})

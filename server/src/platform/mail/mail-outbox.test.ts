import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDatabase } from '../../testing/app/test-database.ts'
import { type SmtpListener, startSmtpListener } from '../../testing/doubles/smtp-listener.ts'
import { singleKey } from '../crypto/encrypted-box.ts'
import { createUnreadable } from '../crypto/unreadable.ts'
import { inTransaction } from '../db/transaction.ts'
import { createLog, type Log, silentLog } from '../log.ts'
import { createOutbox, type Outbox } from '../outbox/outbox.ts'
import type { Mail, MailTransport } from './mail.ts'
import { listMails } from './mail-folder.ts'
import { createMailOutbox, type MailOutbox } from './mail-outbox.ts'
import { folderTransport, smtpTransport } from './mail-transports.ts'

// Frozen, like the settings.
const from = Object.freeze({ name: '本人確認管理システム', address: 'kyc@example.com' })
const mail: Mail = {
  to: 'owner@example.com',
  subject: '書類が差し戻されました',
  text: '理由: 不鮮明\nhttps://kyc.example.com/invite#token=secret-of-the-link\n',
  html: '<p>理由: 不鮮明</p>',
}
const keys = singleKey(randomBytes(32))
const unreadable = createUnreadable(silentLog())

const database = useDatabase()
let smtp: SmtpListener
const running: Outbox[] = []

beforeEach(async () => {
  smtp = await startSmtpListener()
})
afterEach(async () => {
  for (const outbox of running.splice(0)) await outbox.stop()
  await smtp.close()
  await sql`DELETE FROM outbox`.execute(database.db)
})

/** The outbox of one process. */
function newProcess(
  options: { transport?: MailTransport; log?: Log; retries?: number[] } = {},
): MailOutbox & { stop(): Promise<void> } {
  const { log = silentLog(), retries = [0] } = options
  const outbox = createOutbox({ db: database.db, log, pollEvery: 500, retries })
  running.push(outbox)
  const transport = options.transport ?? smtpTransport(new URL(smtp.url), from)
  return {
    ...createMailOutbox({ outbox, transport, keys, unreadable }),
    stop: () => outbox.stop(),
  }
}

function send(outbox: MailOutbox, one: Mail = mail): Promise<void> {
  return inTransaction(database.db, (tx) => outbox.send(tx, one))
}

/** The rows of mails that are not sent yet, or of those that are dead letters. */
async function jobs({ dead } = { dead: false }) {
  const rows = database.db.selectFrom('outbox').selectAll()
  return await rows.where('next_attempt_at', dead ? 'is' : 'is not', null).execute()
}

function until(probe: () => boolean | Promise<boolean>): Promise<boolean> {
  return vi.waitUntil(probe, { timeout: 20_000, interval: 20 })
}

test('a mail arrives once and unchanged, from the sender of the settings', async () => {
  const outbox = newProcess()
  outbox.startDelivery()
  await send(outbox)
  await until(async () => (await jobs()).length === 0)
  expect(smtp.received).toHaveLength(1)
  const [arrived] = smtp.received
  expect(arrived?.to).toEqual([mail.to])
  expect(arrived?.mail).toMatchObject({
    subject: mail.subject,
    text: expect.stringContaining(mail.text),
    html: expect.stringContaining(mail.html),
    from,
    messageId: expect.stringMatching(/^<[0-9a-f-]{36}@example\.com>$/),
  })
  expect(arrived?.raw).toContain('Auto-Submitted: auto-generated')
})

test('a mail is not sent before the commit, and never after a rollback', async () => {
  const outbox = newProcess()
  outbox.startDelivery()
  const act = inTransaction(database.db, async (tx) => {
    await outbox.send(tx, { ...mail, to: 'rolled-back@example.com' })
    await send(outbox, { ...mail, to: 'committed@example.com' })
    await until(() => smtp.received.length > 0)
    throw new Error('the act fails')
  })
  await expect(act).rejects.toThrow('the act fails')
  expect(smtp.received.map(({ to }) => to)).toEqual([['committed@example.com']])
  await until(async () => (await jobs()).length === 0)
})

test('a mail rejected by the server is retried with the same Message-ID', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
  const outbox = newProcess({ log })
  smtp.refuse(451)
  outbox.startDelivery()
  await send(outbox)
  await until(() => smtp.received.length > 0)
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ queue: 'mail', attempt: 1, response: 451 }])
  expect(lines.join()).not.toContain('@example.com')
})

test('after the last attempt, a mail is a dead letter, and the log contains no address', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line: string) => void lines.push(line) })
  const outbox = newProcess({ log })
  smtp.refuse(550, 550)
  outbox.startDelivery()
  await send(outbox)
  await until(async () => (await jobs({ dead: true })).length === 1)
  expect(smtp.received).toEqual([])
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 50, queue: 'mail', response: 550 })
  expect(lines.join()).not.toContain('@example.com')
})

test('a queued mail survives a restart between two attempts', async () => {
  const retries = Array<number>(20).fill(1000)
  const { port } = new URL(smtp.url)
  await smtp.close() // the server is down
  const first = newProcess({ retries })
  first.startDelivery()
  await send(first)
  await until(async () => (await jobs()).some(({ attempts }) => attempts > 0))
  await first.stop()
  smtp = await startSmtpListener()
  expect(new URL(smtp.url).port).not.toBe(port)
  newProcess({ retries }).startDelivery()
  await until(() => smtp.received.length > 0)
  expect(smtp.received[0]?.mail.subject).toBe(mail.subject)
})

test('a damaged mail fails alone: it is counted and becomes a dead letter, and later mails are sent', async () => {
  const outbox = newProcess()
  await send(outbox)
  await sql`UPDATE outbox SET box = '\\x000000' || substr(box, 4)`.execute(database.db)
  await send(outbox, { ...mail, subject: 'the next one' })
  outbox.startDelivery()
  await until(async () => (await jobs({ dead: true })).length === 1)
  await until(() => smtp.received.length === 1)
  expect(smtp.received[0]?.mail.subject).toBe('the next one')
  expect(unreadable.counts()).toMatchObject({ mails: 1, entries: 0 })
})

test('the database contains no address, text or link of a queued mail in plain text', async () => {
  await send(newProcess())
  const [job] = await jobs()
  const bytes = job?.box?.toString('utf8')
  expect(bytes).toMatch(/^.{100}/s)
  expect(bytes + JSON.stringify(job?.data)).not.toMatch(/owner|secret|不鮮明/)
})

test.each([
  'a@example.com, b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  '名前 <a@example.com>',
  '',
])('rejects a mail to %j: exactly one address, and no further header', async (to) => {
  await expect(send(newProcess(), { ...mail, to })).rejects.toThrow(TypeError)
  expect(await jobs()).toEqual([])
})

test('rejects a reply address that is not one plain address', async () => {
  for (const replyTo of ['a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com']) {
    await expect(send(newProcess(), { ...mail, replyTo })).rejects.toThrow(TypeError)
  }
})

test('rejects a subject of several lines', async () => {
  await expect(send(newProcess(), { ...mail, subject: 'a\r\nBcc: b@example.com' })).rejects.toThrow(TypeError)
})

test('uses name and password of the SMTP address, with any characters', async () => {
  const login = { user: 'kyc@example.com', password: 'p@ss/wörd' }
  const guarded = await startSmtpListener(login)
  const url = new URL(guarded.url)
  url.username = encodeURIComponent(login.user)
  url.password = encodeURIComponent(login.password)
  await smtpTransport(url, from).deliver(mail, 'id')
  expect(guarded.received).toHaveLength(1)
  url.password = 'wrong'
  await expect(smtpTransport(url, from).deliver(mail, 'id')).rejects.toMatchObject({ code: 'EAUTH' })
  await guarded.close()
})

test('without an SMTP server, mails are files that only this OS account can read', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kyc-mails-'))
  try {
    const outbox = newProcess({ transport: folderTransport(join(folder, 'mails'), from) })
    outbox.startDelivery()
    await send(outbox)
    await until(async () => (await jobs()).length === 0)
    const [name = ''] = await readdir(join(folder, 'mails'))
    expect((await stat(join(folder, 'mails', name))).mode & 0o777).toBe(0o600)
    const [stored] = await listMails(join(folder, 'mails'), 10)
    expect(stored).toMatchObject({
      to: mail.to,
      subject: mail.subject,
      text: expect.stringContaining(mail.text),
      html: expect.stringContaining(mail.html),
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/app/test-app.ts'
import type { TestClient, TestReply } from '../../../testing/app/test-client.ts'
import { startSession, tokenIn, visitor } from '../../../testing/app/visitor.ts'
import { openValue } from '../../audit/seal.ts'
import { createAccount } from '../create-account.ts'
import { startResetMails } from './reset-mail-job.ts'

const oldPassword = 'kawaii-neko-2718'
const newPassword = 'atarashii-inu-3141'
let app: TestApp
let addresses = 0
let accounts = 0

beforeAll(async () => {
  // The tests stand in for the reverse proxy, so that they can come from any address.
  app = await createTestApp({ env: { TRUST_PROXY: '127.0.0.1' } })
  await startResetMails(app.services)
})
afterAll(() => app.close())

async function makeAccount(): Promise<{ id: string; email: string }> {
  const email = `reset${++accounts}@example.com`
  return createAccount(app.services, {
    ...{ email, name: '制作 花子', role: 'user', actor: null },
    password: oldPassword,
  })
}

function newAddress(): string {
  return `198.51.100.${++addresses}`
}

async function request(email: string, from = newAddress(), client?: TestClient): Promise<TestReply> {
  const by = client ?? (await visitor(app))
  return by.call('POST', '/api/auth/password-reset', {
    json: { email },
    headers: { 'x-forwarded-for': from },
  })
}

async function mailsTo(email: string, subject: string): Promise<string[]> {
  const mails = await app.mails()
  return mails.filter((mail) => mail.to === email && mail.subject.includes(subject)).map(({ text }) => text)
}

/** The newest link of an account, when its mail has been written. */
async function requestLink(email: string): Promise<string> {
  const before = (await mailsTo(email, 'パスワードの再設定')).length
  expect((await request(email)).status).toBe(204)
  await expect
    .poll(async () => (await mailsTo(email, 'パスワードの再設定')).length, { timeout: 15_000 })
    .toBe(before + 1)
  return tokenIn((await mailsTo(email, 'パスワードの再設定')).at(-1), '/password-reset')
}

/**
 * All that were asked for so far are settled when a mail asked for now is there: they are worked on in order.
 */
async function settleRequests(): Promise<void> {
  await requestLink((await makeAccount()).email)
}

/** As far as the time between two mails counts. */
async function fiveMinutesLater(): Promise<void> {
  await app.sql(
    "UPDATE attempt_bucket SET locked_until = locked_until - interval '5 minutes', failed_at = '{}' WHERE bucket LIKE 'reset-mail:%'",
  )
}

async function confirm(token: string, password = newPassword): Promise<TestReply> {
  return (await visitor(app)).post('/api/auth/password-reset/confirm', { token, password })
}

async function signIn(email: string, password: string, client?: TestClient): Promise<TestReply> {
  const by = client ?? (await visitor(app))
  const headers = { 'x-forwarded-for': newAddress() }
  return by.call('POST', '/api/auth/login', { json: { email, password }, headers })
}

const code = (reply: TestReply) => (reply.json as { code: string }).code

/** What a caller can tell answers apart by. */
function visible({ status, headers, bytes }: TestReply) {
  const fixed = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status, headers: fixed, body: bytes.toString() }
}

test('the answer is the same for known, unknown, disabled, invited and provider addresses', async () => {
  const known = await makeAccount()
  const disabled = await makeAccount()
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.id])
  const invited = await makeAccount()
  await app.sql('UPDATE account SET password_hash = NULL WHERE id = $1', [invited.id])
  const provided = await makeAccount()
  await app.sql("UPDATE account SET provider = 'firebase', password_hash = NULL WHERE id = $1", [provided.id])
  const emails = [known, disabled, invited, provided].map(({ email }) => email)
  const replies: unknown[] = []
  for (const email of [...emails, 'nobody@example.com']) {
    const client = await visitor(app)
    replies.push(visible(await request(email, newAddress(), client)))
  }
  expect(replies[0]).toMatchObject({ status: 204, body: '' })
  for (const reply of replies) expect(reply).toEqual(replies[0])
})

test('one job is written for every address, and who gets a mail is settled after the answer', async () => {
  const { id, email } = await makeAccount()
  const disabled = await makeAccount()
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.id])
  const invited = await makeAccount()
  await app.sql('UPDATE account SET password_hash = NULL WHERE id = $1', [invited.id])
  for (const to of [disabled.email, invited.email, 'nobody@example.com']) await request(to)
  await requestLink(email)
  const links = await app.sql('SELECT account_id FROM one_time_token WHERE account_id = ANY($1)', [
    [id, disabled.id, invited.id],
  ])
  expect(links).toEqual([{ account_id: id }])
  const mails = await app.mails()
  expect(
    mails.filter(({ to }) => [disabled.email, invited.email, 'nobody@example.com'].includes(to)),
  ).toEqual([])
})

test('each request has an entry (D38), for an unknown address without the address', async () => {
  const { id, email } = await makeAccount()
  const entriesOf = (rid: string | null) =>
    app.sql<{ id: string; details_enc: Buffer }>(
      `SELECT e.id, p.details_enc FROM audit_event e JOIN audit_pii p ON p.event_id = e.id
       WHERE rid IS NOT DISTINCT FROM $1 AND owner IS NOT DISTINCT FROM rid::uuid AND actor IS NULL AND action = 'update'`,
      [rid],
    )
  const unknownBefore = await entriesOf(null)
  await request(email)
  await request('unknown-address@example.com')
  const [own, ...more] = await entriesOf(id)
  expect(more).toEqual([])
  const unknown = (await entriesOf(null)).slice(unknownBefore.length)
  expect(unknown).toHaveLength(1)
  const [known, foreign] = [own, unknown[0]].map(
    (row) => row && openValue(app.services.auditKeys, row.id, row.details_enc),
  )
  expect(known).toEqual({ requested: 'パスワードの再設定', userAgent: expect.any(String) })
  expect(foreign).toMatchObject({ requested: 'パスワードの再設定', emailHash: expect.any(String) })
  expect(JSON.stringify(foreign)).not.toContain('unknown-address')
})

test('an account of the provider gets a mail that says where its password is, and no link of ours', async () => {
  const { email, id } = await makeAccount()
  await app.sql("UPDATE account SET provider = 'firebase', password_hash = NULL WHERE id = $1", [id])
  await request(email)
  await settleRequests()
  const [mail = '', ...others] = await mailsTo(email, 'パスワードの再設定')
  expect(others).toEqual([])
  expect(mail).toContain('/firebase-login')
  expect(mail).not.toContain('token=')
})

test('the link sets a new password once, ends every session, and tells its owner', async () => {
  const { id, email } = await makeAccount()
  const browser = await visitor(app)
  expect((await signIn(email, oldPassword, browser)).status).toBe(200)
  const first = await requestLink(email)
  await fiveMinutesLater()
  const second = await requestLink(email)
  expect((await confirm(first)).status).toBe(204)
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  expect((await signIn(email, oldPassword)).status).toBe(401)
  expect((await signIn(email, newPassword)).status).toBe(200)
  for (const token of [first, second]) {
    const again = await confirm(token, 'yet-another-secret')
    expect([again.status, code(again)]).toEqual([400, 'LINK_INVALID'])
  }
  expect(await mailsTo(email, 'パスワードが再設定されました')).toHaveLength(1)
  const entries = await app.sql(
    "SELECT action, actor FROM audit_event WHERE rid = $1 AND action = 'update' AND actor IS NOT NULL",
    [id],
  )
  expect(entries).toEqual([{ action: 'update', actor: id }])
})

test('of twenty uses of a link at a time exactly one counts', async () => {
  const { id, email } = await makeAccount()
  const token = await requestLink(email)
  const passwords = Array.from({ length: 20 }, (_, n) => `parallel-secret-${n}`)
  const replies = await Promise.all(passwords.map((password) => confirm(token, password)))
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(19)
  const won = passwords[replies.findIndex(({ status }) => status === 204)] ?? ''
  expect((await signIn(email, won)).status).toBe(200)
  const entries = await app.sql(
    "SELECT 1 FROM audit_event WHERE rid = $1 AND action = 'update' AND actor IS NOT NULL",
    [id],
  )
  expect(entries).toHaveLength(1)
})

test('a link ends after an hour, and when its account is disabled', async () => {
  const late = await makeAccount()
  const lateToken = await requestLink(late.email)
  await app.sql(
    "UPDATE one_time_token SET expires_at = expires_at - interval '1 hour' WHERE account_id = $1",
    [late.id],
  )
  expect(code(await confirm(lateToken))).toBe('LINK_INVALID')
  const gone = await makeAccount()
  const goneToken = await requestLink(gone.email)
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [gone.id])
  expect(code(await confirm(goneToken))).toBe('LINK_INVALID')
  expect(code(await confirm('A'.repeat(43)))).toBe('LINK_INVALID')
})

test('a password that breaks the rules does not use the link up', async () => {
  const { email } = await makeAccount()
  const token = await requestLink(email)
  for (const weak of ['short', 'password123', email]) {
    const reply = await confirm(token, weak)
    expect([reply.status, (reply.json as { field: string }).field]).toEqual([400, 'password'])
  }
  expect((await confirm(token)).status).toBe(204)
})

test('asking for a link lifts no lock-out; the new password does', async () => {
  const { email } = await makeAccount()
  for (let n = 0; n < 5; n++) await signIn(email, 'wrong-password')
  const token = await requestLink(email)
  expect((await signIn(email, oldPassword)).status).toBe(401)
  expect((await confirm(token)).status).toBe(204)
  expect((await signIn(email, newPassword)).status).toBe(200)
})

test('the sixth request of a network for an address is refused, whether or not there is such an account', async () => {
  const { email } = await makeAccount()
  const refusals: unknown[] = []
  for (const typed of [email, 'nobody-here@example.com']) {
    const from = newAddress()
    for (let n = 0; n < 5; n++) expect((await request(typed, from)).status).toBe(204)
    const refused = await request(typed.toUpperCase(), from)
    expect((await request(typed)).status).toBe(204)
    expect(refused.headers.get('retry-after')).toMatch(/^(3600|359\d)$/)
    refusals.push([refused.status, code(refused)])
  }
  expect(refusals).toEqual([
    [429, 'RATE_LIMITED'],
    [429, 'RATE_LIMITED'],
  ])
})

test('requests from other networks neither keep the owner from asking nor send further mails', async () => {
  const { email } = await makeAccount()
  for (let n = 0; n < 8; n++) expect((await request(email)).status).toBe(204)
  await settleRequests()
  const mails = await mailsTo(email, 'パスワードの再設定')
  expect(mails).toHaveLength(1)
  expect((await confirm(tokenIn(mails[0], '/password-reset'))).status).toBe(204)
  // The link is used: the next mail does not have to wait.
  await requestLink(email)
  await fiveMinutesLater()
  await requestLink(email)
})

test('an account of the provider gets one mail in five minutes as well', async () => {
  const { email, id } = await makeAccount()
  await app.sql("UPDATE account SET provider = 'firebase', password_hash = NULL WHERE id = $1", [id])
  for (let n = 0; n < 3; n++) await request(email)
  await settleRequests()
  expect(await mailsTo(email, 'パスワードの再設定')).toHaveLength(1)
})

test('strangers on the network of the owner don’t keep a known browser from asking', async () => {
  const { email } = await makeAccount()
  const browser = await visitor(app)
  await signIn(email, oldPassword, browser)
  // The session is over; that this browser was here once is still known.
  browser.cookies.delete('__Host-sid')
  await startSession(browser)
  const from = newAddress()
  for (let n = 0; n < 6; n++) await request(email, from)
  expect((await request(email, from)).status).toBe(429)
  expect((await request(email, from, browser)).status).toBe(204)
})

test('one network asks for twenty mails an hour at most', async () => {
  const from = newAddress()
  for (let n = 0; n < 20; n++) expect((await request(`one-of-many${n}@example.com`, from)).status).toBe(204)
  expect((await request('one-more@example.com', from)).status).toBe(429)
  expect((await request('one-more@example.com')).status).toBe(204)
})

test('nothing that is stored lets anybody use a link', async () => {
  const { email } = await makeAccount()
  const token = await requestLink(email)
  const tables = ['one_time_token', 'audit_event', 'audit_pii', 'attempt_bucket', 'pgboss.job']
  for (const table of tables) {
    const rows = await app.sql<{ line: string }>(`SELECT t::text AS line FROM ${table} t`)
    expect(rows.filter(({ line }) => line.includes(token))).toEqual([])
  }
})

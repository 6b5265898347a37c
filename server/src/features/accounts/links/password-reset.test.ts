import { beforeAll, expect, test } from 'vitest'
import { anonymousBrowser, startSession, tokenIn } from '../../../testing/app/anonymous-browser.ts'
import { createPasswordAccount, password } from '../../../testing/app/password-account.ts'
import { useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../../testing/app/test-client.ts'
import { decryptValue } from '../../audit/entry-box.ts'
import { startResetMails } from './reset-mail-job.ts'

const newPassword = 'atarashii-inu-3141'
// The tests act as the reverse proxy, so that they can send any client address.
const { app } = useStage({}, { env: { TRUST_PROXY: '127.0.0.1' } })
let addresses = 0

beforeAll(async () => {
  startResetMails(app.services)
})

function newAddress(): string {
  return `198.51.100.${++addresses}`
}

async function request(email: string, from = newAddress(), client?: TestClient): Promise<TestReply> {
  const by = client ?? (await anonymousBrowser(app))
  return by.call('POST', '/api/auth/password-reset', {
    json: { email },
    headers: { 'x-forwarded-for': from },
  })
}

async function mailsTo(email: string, subject: string): Promise<string[]> {
  const mails = await app.mails()
  return mails.filter((mail) => mail.to === email && mail.subject.includes(subject)).map(({ text }) => text)
}

/** Requests a link and returns its secret as soon as the mail is enqueued. */
async function requestLink(email: string): Promise<string> {
  const before = (await mailsTo(email, 'パスワードの再設定')).length
  expect((await request(email)).status).toBe(204)
  await expect.poll(async () => (await mailsTo(email, 'パスワードの再設定')).length).toBe(before + 1)
  return tokenIn((await mailsTo(email, 'パスワードの再設定')).at(-1), '/password-reset')
}

/** Processes all earlier requests: jobs run in order, so the mail of a new request is the last one. */
async function settleRequests(): Promise<void> {
  await requestLink((await createPasswordAccount(app)).email)
}

/** Lets five minutes pass for the limit of mails. */
async function fiveMinutesLater(): Promise<void> {
  await app.sql(
    "UPDATE attempt_bucket SET locked_until = locked_until - interval '5 minutes', failed_at = '{}' WHERE bucket LIKE 'reset-mail:%'",
  )
}

async function confirm(token: string, secret = newPassword): Promise<TestReply> {
  return (await anonymousBrowser(app)).post('/api/auth/password-reset/confirm', { token, password: secret })
}

async function signIn(email: string, secret: string, client?: TestClient): Promise<TestReply> {
  const by = client ?? (await anonymousBrowser(app))
  const headers = { 'x-forwarded-for': newAddress() }
  return by.call('POST', '/api/auth/login', { json: { email, password: secret }, headers })
}

/** The parts of a reply that a caller can compare. */
function visiblePartsOf({ status, headers, bytes }: TestReply) {
  const fixed = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name))
  return { status, headers: fixed, body: bytes.toString() }
}

test('the reply is the same for known, unknown, disabled, invited and provider addresses', async () => {
  const known = await createPasswordAccount(app)
  const disabled = await createPasswordAccount(app)
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.id])
  const invited = await createPasswordAccount(app)
  await app.sql('UPDATE account SET password_hash = NULL WHERE id = $1', [invited.id])
  const provided = await createPasswordAccount(app)
  await app.sql("UPDATE account SET provider = 'firebase', password_hash = NULL WHERE id = $1", [provided.id])
  const emails = [known, disabled, invited, provided].map(({ email }) => email)
  const replies: unknown[] = []
  for (const email of [...emails, 'nobody@example.com']) {
    const client = await anonymousBrowser(app)
    replies.push(visiblePartsOf(await request(email, newAddress(), client)))
  }
  expect(replies[0]).toMatchObject({ status: 204, body: '' })
  for (const reply of replies) expect(reply).toEqual(replies[0])
})

test('enqueues one job for every address, and decides about the mail after the reply', async () => {
  const { id, email } = await createPasswordAccount(app)
  const disabled = await createPasswordAccount(app)
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.id])
  const invited = await createPasswordAccount(app)
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

test('each request writes an entry, without the address if it is unknown (D38)', async () => {
  const { id, email } = await createPasswordAccount(app)
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
    (row) => row && decryptValue(app.services.auditKeys, row.id, row.details_enc),
  )
  expect(known).toEqual({ requested: 'パスワードの再設定', userAgent: expect.any(String) })
  expect(foreign).toMatchObject({ requested: 'パスワードの再設定', emailHash: expect.any(String) })
  expect(JSON.stringify(foreign)).not.toContain('unknown-address')
})

test('an account of the provider gets a mail about its sign-in, without a reset link', async () => {
  const { email, id } = await createPasswordAccount(app)
  await app.sql("UPDATE account SET provider = 'firebase', password_hash = NULL WHERE id = $1", [id])
  await request(email)
  await settleRequests()
  const [mail = '', ...others] = await mailsTo(email, 'パスワードの再設定')
  expect(others).toEqual([])
  expect(mail).toContain('/firebase-login')
  expect(mail).not.toContain('token=')
})

test('the link sets a new password once, ends every session and notifies the account', async () => {
  const { id, email } = await createPasswordAccount(app)
  const browser = await anonymousBrowser(app)
  expect((await signIn(email, password, browser)).status).toBe(200)
  const first = await requestLink(email)
  await fiveMinutesLater()
  const second = await requestLink(email)
  expect((await confirm(first)).status).toBe(204)
  expect((await browser.get('/api/auth/me')).status).toBe(401)
  expect((await signIn(email, password)).status).toBe(401)
  expect((await signIn(email, newPassword)).status).toBe(200)
  for (const token of [first, second]) {
    const again = await confirm(token, 'yet-another-secret')
    expect(refusalOf(again)).toEqual([400, 'LINK_INVALID'])
  }
  expect(await mailsTo(email, 'パスワードが再設定されました')).toHaveLength(1)
  const entries = await app.sql(
    "SELECT action, actor FROM audit_event WHERE rid = $1 AND action = 'update' AND actor IS NOT NULL",
    [id],
  )
  expect(entries).toEqual([{ action: 'update', actor: id }])
})

test('one of twenty concurrent uses of a link succeeds', async () => {
  const { id, email } = await createPasswordAccount(app)
  const token = await requestLink(email)
  const secrets = Array.from({ length: 20 }, (_, n) => `parallel-secret-${n}`)
  const replies = await Promise.all(secrets.map((secret) => confirm(token, secret)))
  expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
  expect(replies.filter(({ status }) => status === 400)).toHaveLength(19)
  const used = secrets[replies.findIndex(({ status }) => status === 204)] ?? ''
  expect((await signIn(email, used)).status).toBe(200)
  const entries = await app.sql(
    "SELECT 1 FROM audit_event WHERE rid = $1 AND action = 'update' AND actor IS NOT NULL",
    [id],
  )
  expect(entries).toHaveLength(1)
})

test('a link expires after an hour, and ends when its account is disabled', async () => {
  const late = await createPasswordAccount(app)
  const lateToken = await requestLink(late.email)
  await app.sql(
    "UPDATE one_time_token SET expires_at = expires_at - interval '1 hour' WHERE account_id = $1",
    [late.id],
  )
  expect(refusalOf(await confirm(lateToken))).toEqual([400, 'LINK_INVALID'])
  const disabled = await createPasswordAccount(app)
  const disabledToken = await requestLink(disabled.email)
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.id])
  expect(refusalOf(await confirm(disabledToken))).toEqual([400, 'LINK_INVALID'])
  expect(refusalOf(await confirm('A'.repeat(43)))).toEqual([400, 'LINK_INVALID'])
})

test('a rejected password does not consume the link', async () => {
  const { email } = await createPasswordAccount(app)
  const token = await requestLink(email)
  for (const weak of ['short', 'password123', email]) {
    const reply = await confirm(token, weak)
    expect(reply.status).toBe(400)
    expect(reply.json).toMatchObject({ field: 'password' })
  }
  expect((await confirm(token)).status).toBe(204)
})

test('the new password lifts a lockout, the request of a link does not', async () => {
  const { email } = await createPasswordAccount(app)
  for (let n = 0; n < 5; n++) await signIn(email, 'wrong-password')
  const token = await requestLink(email)
  expect((await signIn(email, password)).status).toBe(401)
  expect((await confirm(token)).status).toBe(204)
  expect((await signIn(email, newPassword)).status).toBe(200)
})

test('rejects the sixth request of a network for an address, with or without an account', async () => {
  const { email } = await createPasswordAccount(app)
  const refusals: unknown[] = []
  for (const typed of [email, 'nobody-here@example.com']) {
    const from = newAddress()
    for (let n = 0; n < 5; n++) expect((await request(typed, from)).status).toBe(204)
    const refused = await request(typed.toUpperCase(), from)
    expect((await request(typed)).status).toBe(204)
    expect(refused.headers.get('retry-after')).toMatch(/^(3600|359\d)$/)
    refusals.push(refusalOf(refused))
  }
  expect(refusals).toEqual([
    [429, 'RATE_LIMITED'],
    [429, 'RATE_LIMITED'],
  ])
})

test('requests from other networks neither block the account nor send further mails', async () => {
  const { email } = await createPasswordAccount(app)
  for (let n = 0; n < 8; n++) expect((await request(email)).status).toBe(204)
  await settleRequests()
  const mails = await mailsTo(email, 'パスワードの再設定')
  expect(mails).toHaveLength(1)
  expect((await confirm(tokenIn(mails[0], '/password-reset'))).status).toBe(204)
  // The link is used, so that the next mail is sent at once.
  await requestLink(email)
  await fiveMinutesLater()
  await requestLink(email)
})

test('an account of the provider gets at most one mail in five minutes', async () => {
  const { email, id } = await createPasswordAccount(app)
  await app.sql("UPDATE account SET provider = 'firebase', password_hash = NULL WHERE id = $1", [id])
  for (let n = 0; n < 3; n++) await request(email)
  await settleRequests()
  expect(await mailsTo(email, 'パスワードの再設定')).toHaveLength(1)
})

test('a device is exempt from the limit of its network', async () => {
  const { email } = await createPasswordAccount(app)
  const browser = await anonymousBrowser(app)
  await signIn(email, password, browser)
  // Without the session; the device cookie remains.
  browser.cookies.delete('__Host-sid')
  await startSession(browser)
  const from = newAddress()
  for (let n = 0; n < 6; n++) await request(email, from)
  expect((await request(email, from)).status).toBe(429)
  expect((await request(email, from, browser)).status).toBe(204)
})

test('limits a network to twenty requests an hour', async () => {
  const from = newAddress()
  for (let n = 0; n < 20; n++) expect((await request(`one-of-many${n}@example.com`, from)).status).toBe(204)
  expect((await request('one-more@example.com', from)).status).toBe(429)
  expect((await request('one-more@example.com')).status).toBe(204)
})

test('stores no secret of a link', async () => {
  const { email } = await createPasswordAccount(app)
  const token = await requestLink(email)
  const tables = ['one_time_token', 'audit_event', 'audit_pii', 'attempt_bucket', 'outbox']
  for (const table of tables) {
    const rows = await app.sql<{ line: string }>(`SELECT t::text AS line FROM ${table} t`)
    expect(rows.filter(({ line }) => line.includes(token))).toEqual([])
  }
})

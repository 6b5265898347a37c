/** @module-tag long */

import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { endpoints } from '@kyc/contract/endpoints.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { schedulesOf } from '../../jobs.ts'
import { anonymousBrowser } from '../app/anonymous-browser.ts'
import { registrationForm } from '../app/factories.ts'
import { follow, linkOf, registerPartner, registrationOf, signInAs } from '../app/kyc-app.ts'
import { listen } from '../app/live-socket.ts'
import { attemptNow, insertDelivery } from '../app/partners.ts'
import { createPasswordAccount } from '../app/password-account.ts'
import { createToken } from '../app/performer-links.ts'
import { pdfOf } from '../app/sample-files.ts'
import { signIn } from '../app/sign-in.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import type { TestClient, TestReply, TestRequest } from '../app/test-client.ts'
import { bearerOf, bodyOf } from '../matrix/matrix-calls.ts'
import { kindOf } from '../matrix/matrix-records.ts'
import type { RecordKind } from '../matrix/record-kind.ts'
import * as canaries from './canaries.ts'
import { type CanaryStage, createCanaryStage } from './canary-stage.ts'
import { shownBy } from './sinks.ts'

// Secrets and personal texts in all inputs: none may appear in a log, a metric, a trace, an error, a header, a file or
// a list of another account (spec §9, D19, D47, D49).

const { canary, leaksIn } = canaries
/** What replies showed apart from their content, and what the server created as a secret. */
const shown: string[] = []
const secrets = new Set<string>()
const records = new Map<RecordKind, string>()
let stage: CanaryStage
let app: TestApp

beforeAll(async () => {
  stage = await createCanaryStage()
  app = stage.app
})
afterAll(() => stage.close())

/** Calls and keeps what the reply shows. */
async function call(
  client: TestClient,
  method: string,
  path: string,
  request: TestRequest = {},
): Promise<TestReply> {
  const reply = await client.call(method, path, request)
  shown.push(shownBy(reply))
  for (const value of client.cookies.values()) secrets.add(value)
  if (client.csrfToken) secrets.add(client.csrfToken)
  return reply
}

async function succeeds(...args: Parameters<typeof call>): Promise<TestReply> {
  const reply = await call(...args)
  expect(reply.status, `${args[2]} ${JSON.stringify(reply.json)}`).toBeLessThan(300)
  return reply
}

async function recordFor(endpoint: Endpoint, account: TestAccount): Promise<string> {
  if (!endpoint.path.includes('{id}')) return ''
  const kind = kindOf(endpoint)
  const id =
    records.get(kind) ??
    (await kind.create(app, {
      account,
      registrar: account,
      client: account,
      organisation: account.accountId,
      joinedAs: 'representative',
    }))
  records.set(kind, id)
  return id
}

const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

test('canaries are sent to every endpoint, in valid and in broken calls', async () => {
  const account = await app.signedIn('superadmin', canary())
  let admitted = 0
  for (const endpoint of endpoints.toSorted((a, b) => order.indexOf(a.method) - order.indexOf(b.method))) {
    const id = await recordFor(endpoint, account)
    const { method, path, query, body, upload } = endpoint
    const named = `/api${path.replace(/\{(?:id|\w+Id)\}/g, id).replace('{type}', 'idFront')}`
    // Signed in for each call, because some calls end their session.
    const client = method === 'GET' ? account : await signIn(app.services, app.url, account.accountId)
    const token = { 'x-firebase-token': canary('token') }
    const broken = upload || method === 'GET' ? {} : { json: canaries.brokenBody(bodyOf(endpoint, id)) }
    const brokenPath = `${canaries.brokenPath(path)}?q=${canary('latin')}`
    await call(client, method, brokenPath, { ...broken, headers: { ...canaries.filledHeaders(), ...token } })
    const headers = {
      ...canaries.filledHeaders(),
      ...(endpoint.bearer === 'required' ? await bearerOf(client) : {}),
    }
    const given = body && canaries.filledBody(body, bodyOf(endpoint, id))
    const content = upload ? { form: brokenForm(upload.files) } : given === undefined ? {} : { json: given }
    const reply = await call(client, method, `${named}${canaries.filledQuery(query)}`, {
      headers,
      ...content,
    })
    if (reply.status < 300) admitted++
  }
  // Enough calls are admitted, so that the code behind the checks is reached.
  expect(admitted).toBeGreaterThan(endpoints.length / 2)
  expect(canaries.createdCanaries()).toBeGreaterThan(500)
})

function brokenForm(files: readonly string[]): FormData {
  const form = new FormData()
  form.append('lastName', canary())
  for (const name of files.slice(0, 2))
    form.append(name, new Blob([`%PDF-1.7 ${canary()}`]), `${canary()}.pdf`)
  return form
}

async function photoWithMetadata(): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 60, height: 60, channels: 3, background: '#abc' } })
  const tagged = picture.withExif({ IFD0: { Copyright: canary('latin'), Artist: canary('latin') } })
  return new Uint8Array(await tagged.jpeg().toBuffer())
}

test('canaries are sent in records, files, searches, notes and decisions', async () => {
  const user = await app.signedIn('user', canary())
  const admin = await app.signedIn('superadmin', canary())
  const pdf = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    `<< /Title (${canary('latin')}) >>`,
  ])
  const fields = {
    lastName: canary(),
    firstName: canary(),
    lastNameRoman: canary('roman'),
    firstNameRoman: canary('roman'),
    lastNameKana: canary('kana'),
    firstNameKana: canary('kana'),
    nationality: canary(),
    email: canary('email'),
    external_id: canary('latin'),
    otherNames: `旧名：${canary()}`,
  }
  const files = {
    agreementFile: { name: `${canary()}.pdf`, bytes: new Uint8Array(Buffer.from(pdf, 'latin1')) },
    idFront: { name: `${canary()}.jpg`, bytes: await photoWithMetadata() },
    selfie: { name: `${canary()}.jpg`, bytes: await photoWithMetadata() },
  }
  const form = await registrationForm({ fields, files })
  const created = await succeeds(user, 'POST', '/api/performers', { form })
  const { id } = created.json as { id: string } // the reply of the contract
  const performer = `/api/performers/${id}`
  await succeeds(user, 'PATCH', performer, { json: { nationality: canary() } })
  await call(user, 'PUT', `${performer}/documents/selfie`, { form: brokenForm(['file']) })
  for (const path of ['', '/documents', '/documents/selfie', '/documents/idFront?download=1', '/history'])
    await succeeds(admin, 'GET', `${performer}${path}`)
  await succeeds(admin, 'POST', `${performer}/subject-export`)
  await succeeds(admin, 'POST', `/api/review/cases/${id}/notes`, { json: { text: canary() } })
  const json = { codes: ['other'], message: canary(), note: canary() }
  await succeeds(admin, 'PUT', `${performer}/documents/idFront/reject`, { json })
  for (const path of [
    '/api/performers',
    '/api/performers/export',
    '/api/audit-logs',
    '/api/videos',
    '/api/users',
  ])
    await call(admin, 'GET', `${path}?search=${encodeURIComponent(canary())}`)
  secrets.add(await createToken(user, id))
  await succeeds(user, 'POST', `${performer}/link`, { json: { language: 'ja', email: canary('email') } })
  const lines = [
    {
      lastName: canary(),
      firstName: canary(),
      lastNameRoman: canary('roman'),
      firstNameRoman: canary('roman'),
    },
  ]
  await succeeds(user, 'POST', '/api/performers/imports', { json: { lines } })
  await succeeds(admin, 'DELETE', performer)
})

test('canaries are sent in sign-ins, links and mails that the mail server refuses', async () => {
  const password = canary('password')
  const { email } = await createPasswordAccount(app, { password, name: canary(), email: canary('email') })
  const client = await anonymousBrowser(app)
  expect((await call(client, 'POST', '/api/auth/login', { json: { email, password } })).status).toBe(200)
  for (let n = 0; n < 6; n++)
    await call(await anonymousBrowser(app), 'POST', '/api/auth/login', {
      json: { email, password: canary('password') },
    })
  await call(await anonymousBrowser(app), 'POST', '/api/auth/password-reset', { json: { email } })
  const boss = await app.signedIn('superadmin')
  await succeeds(boss, 'POST', '/api/users', {
    json: { email: canary('email'), name: canary(), role: 'user' },
  })
  for (const { text } of await app.mails())
    for (const [, token] of text.matchAll(/#token=([\w-]+)/g)) secrets.add(token ?? '')
  stage.smtp.refuse(...Array<number>(50).fill(451))
  app.services.mails.startDelivery()
  await vi.waitFor(() => expect(stage.lines.join('')).toContain('"queue":"mail"'), { timeout: 15_000 })
})

test('canaries are received from partners, the identity provider and their errors', async () => {
  const { partner, google } = stage
  const kyc = { app, partner, google }
  const company = await registerPartner(kyc, { name: canary() })
  const { apiKey } = company
  secrets.add(apiKey)
  const link = {
    ...linkOf({ ...kyc, registered: company } as Parameters<typeof linkOf>[0], company), // reads these parts only
    user_id: canary('latin'),
    session_id: canary('latin'),
  }
  const browser = await anonymousBrowser(app)
  await follow(browser, { ...link, api_key: canary('token') })
  await follow(browser, link)
  const uid = canary('latin')
  await signInAs(browser, google, uid, { claims: { name: canary(), picture: `${canary('url')}/a.png` } })
  const json = registrationOf({ uid, link })
  await call(browser, 'POST', '/api/users/sharegram-register', { json, headers: await bearerOf(browser) })
  await call(browser, 'POST', '/api/sharegram/auth-result', { json: {}, headers: await bearerOf(browser) })
  for (const status of [500, 302, 200]) {
    const headers = { location: canary('url'), 'x-answer': canary('latin') }
    partner.behave((response) => response.writeHead(status, headers).end(canary()))
    await attemptNow(app.services, await insertDelivery(app.services, company, `/${canary('latin')}`))
  }
  google.failWith(`INVALID: ${canary('email')}`)
  const idToken = await google.token(canary('latin'))
  const stranger = await anonymousBrowser(app)
  await call(stranger, 'POST', '/api/auth/firebase/session', { json: { idToken } })
  await call(stranger, 'POST', '/api/auth/firebase/session', {
    json: { idToken: `${idToken}${canary('latin')}` },
  })
})

test('canaries are sent in addresses, broken requests and sockets', async () => {
  const client = await app.signedIn('user')
  for (const path of [
    '/kyc/register',
    '/performers',
    `/${canary('latin')}`,
    `/assets/${canary('latin')}.js`,
    '/metrics',
  ])
    await call(client, 'GET', `${path}?api_key=${canary('token')}&search=${canary('latin')}`)
  for (const text of [
    `GET /${canary('latin')} HTTP/1.1\r\nHost: ${canary('latin')}\r\n\r\n`,
    `${canary('latin')}\r\n\r\n`,
  ])
    shown.push(await rawReply(text))
  const page = await listen(client)
  page.socket.send(canary())
  await page.closed
})

async function rawReply(text: string): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.setTimeout(3000, () => socket.destroy()).end(text)
  return Buffer.concat(await socket.toArray().catch(() => [])).toString('utf8')
}

test('other accounts find no canary in any list', async () => {
  const stranger = await app.signedIn('user')
  for (const { method, path, reply } of endpoints.filter(
    (each) => each.method === 'GET' && !each.path.includes('{'),
  )) {
    if (reply.kind === 'navigation') continue
    const { bytes, status } = await call(stranger, method, `/api${path}`)
    expect(leaksIn(bytes.toString('utf8')), `${path} ${status}`).toEqual([])
  }
})

test('no sink contains a canary or a secret', async () => {
  for (const { jobs } of schedulesOf(app.services))
    for (const job of Object.values(jobs))
      await job().catch((err: unknown) => app.services.log.error({ err }, 'job'))
  await app.services.logVerifier.idle()
  const [setting] = await app.sql<{ data_directory: string }>('SHOW data_directory')
  const clusterLog = join(dirname(setting?.data_directory ?? ''), 'postgres.log')
  const sinks = {
    ...(await stage.stop()),
    'errors and headers': shown.join('\n'),
    'log of PostgreSQL': await readFile(clusterLog, 'utf8'),
  }
  for (const [name, text] of Object.entries(sinks)) {
    expect(text.length, name).toBeGreaterThan(name === 'standard streams' ? -1 : 200)
    expect.soft([...new Set(leaksIn(text))].slice(0, 5), name).toEqual([])
    const leaked = [...secrets].filter((secret) => secret.length > 15 && text.includes(secret))
    expect.soft(leaked, `secrets in ${name}`).toEqual([])
  }
  expect(secrets.size).toBeGreaterThan(20)
})

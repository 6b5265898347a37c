/** @module-tag long */

import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { limits } from '@kyc/contract/limits.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSharedLimits } from '../../platform/db/shared-limits.ts'
import { registerPerformer, registrationForm } from '../app/factories.ts'
import {
  createKycApp,
  type KycApp,
  openSignedIn,
  register,
  registrationOf,
  resultOf,
  sendResult,
} from '../app/kyc-app.ts'
import { settingsFor } from '../app/partners.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import { refusalOf, TestClient } from '../app/test-client.ts'
import { startLoadBalancer } from '../doubles/load-balancer.ts'

// The guarantees to a user whose calls reach different processes. Two servers with services of their own stand for two
// processes.

let kyc: KycApp
let app: TestApp
let other: Awaited<ReturnType<TestApp['neighbour']>>
beforeAll(async () => {
  kyc = await createKycApp()
  ;({ app } = kyc)
  await using settings = await settingsFor(kyc.partner)
  other = await app.neighbour({ ...settings.env })
})
afterAll(async () => {
  await other.close()
  await kyc.close()
})

/** The same browser at the other process. */
function elsewhere(person: TestAccount): TestClient {
  const client = new TestClient(other.url)
  for (const [name, value] of person.cookies) client.cookies.set(name, value)
  client.csrfToken = person.csrfToken
  return client
}

test('each call of the KYC page may reach another process, and the partner receives one result', async () => {
  const balancer = await startLoadBalancer([app.url, other.url])
  const spread: KycApp = { ...kyc, app: { ...app, anonymous: () => new TestClient(balancer.url) } }
  const session = await openSignedIn(spread)
  expect((await register(session.client, registrationOf(session))).status).toBe(200)
  const { callback_url, api_key } = session.link
  const sent = { callback_url, api_key, result: resultOf(session) }
  for (let repeat = 0; repeat < 3; repeat++) expect((await sendResult(session.client, sent)).status).toBe(200)
  expect(kyc.partner.received).toHaveLength(1)
  for (const calls of balancer.received.values()) expect(calls).toBeGreaterThan(3)
  await balancer.close()
})

test('of two concurrent calls with one key at two processes, one registers and the other replays its reply', async () => {
  const person = await app.signedIn('user')
  const headers = { 'idempotency-key': randomUUID() }
  const send = async (client: TestClient) =>
    client.call('POST', '/api/performers', { form: await registrationForm(), headers })
  const replies = await Promise.all([send(person), send(elsewhere(person))])
  const ids = replies.map(({ json }) => (json as { id: string }).id) // the contract's reply
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect(new Set(ids).size).toBe(1)
  expect(replies.filter((reply) => reply.headers.has('idempotent-replayed'))).toHaveLength(1)
  expect((await elsewhere(person).get('/api/performers')).json).toHaveLength(1)
})

test('thumbnails of a page that another process has shown are part of its view, and a repeated view is none (D38)', async () => {
  const person = await app.signedIn('user')
  const { id } = await registerPerformer(person)
  const views = async () =>
    (await app.sql(`SELECT FROM audit_event WHERE action = 'read' AND $1 IN (rid, subject::text)`, [id]))
      .length
  await person.get(`/api/performers/${id}`)
  for (const type of ['idFront', 'selfie'])
    expect((await elsewhere(person).get(`/api/performers/${id}/documents/${type}?thumbnail=1`)).status).toBe(
      200,
    )
  await elsewhere(person).get(`/api/performers/${id}`)
  expect(await views()).toBe(1)
  await elsewhere(person).get(`/api/performers/${id}/documents/idFront?size=screen`)
  await person.get(`/api/performers/${id}/documents/idFront?size=screen`)
  expect(await views()).toBe(2)
})

test(`an account sends ${limits.uploadsPerAccount} uploads at a time to all processes together (D59)`, async () => {
  const person = await app.signedIn('user')
  const open = [startUpload(person), startUpload(elsewhere(person))]
  const slots = async () => (await app.sql(`SELECT FROM limit_use WHERE name LIKE 'upload:%'`)).length
  await expect.poll(slots).toBe(2)
  const replies = [person, elsewhere(person)].map(async (client) =>
    client.call('POST', '/api/performers', { form: await registrationForm() }),
  )
  for (const reply of await Promise.all(replies)) expect(refusalOf(reply)).toEqual([429, 'RATE_LIMITED'])
  for (const socket of open) socket.destroy()
  await expect.poll(slots).toBe(0)
  await registerPerformer(elsewhere(person))
})

test('the repeat of an upload whose process was killed waits for its place and is not refused (D59)', async () => {
  const person = await app.signedIn('user')
  const killed = createSharedLimits(app.services)
  for (let place = 0; place < limits.uploadsPerAccount; place++)
    expect(await killed.take(`upload:${person.accountId}`, limits.uploadsPerAccount)).toBeDefined()
  killed.close() // renews nothing any more
  await app.sql("UPDATE limit_use SET ends_at = now() + interval '1 second'")
  await registerPerformer(elsewhere(person))
})

test('an account exports its list at one process at a time (D80)', async () => {
  const person = await app.signedIn('user')
  const release = await other.services.sharedLimits.take(`export:performer:${person.accountId}`, 1)
  expect(refusalOf(await person.get('/api/performers/export'))).toEqual([409, 'EXPORT_IN_PROGRESS'])
  await release?.()
  for (const client of [person, elsewhere(person)])
    expect((await client.get('/api/performers/export')).status).toBe(200)
})

test('a session that ends at one process ends at the other', async () => {
  const person = await app.signedIn('user')
  expect((await elsewhere(person).get('/api/auth/me')).status).toBe(200)
  await elsewhere(person).post('/api/auth/logout')
  expect((await person.get('/api/auth/me')).status).toBe(401)
})

/** Begins a registration whose body does not end. */
function startUpload(client: TestClient): Socket {
  const socket = connect(Number(new URL(client.url).port), '127.0.0.1')
  const lines = [
    'POST /api/performers HTTP/1.1',
    'Host: localhost',
    `Cookie: ${client.cookieHeader()}`,
    `X-CSRF-Token: ${client.csrfToken}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 1000',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n`)
  return socket
}

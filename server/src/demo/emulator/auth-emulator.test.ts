/** @module-tag long */

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { createTestApp, type TestApp } from '../../testing/app/test-app.ts'
import { refusalOf, type TestClient, type TestReply } from '../../testing/app/test-client.ts'

const toolkit = '/identitytoolkit.googleapis.com/v1'
let app: TestApp
let owner: ChildProcess
let address: string

/** A process that runs an emulator like the server and prints its address. */
const ownerScript = `
  import { createAuthEmulator } from ${JSON.stringify(join(import.meta.dirname, 'auth-emulator.ts'))}
  import { providerAccounts } from ${JSON.stringify(join(import.meta.dirname, '../provider-accounts.ts'))}
  const log = { info: () => undefined, warn: console.error }
  const emulator = createAuthEmulator({ projectId: 'demo-kyc', accounts: providerAccounts, log })
  emulator.start()
  setInterval(() => undefined, 1000)
  console.log(await emulator.ready())`

// The provider's own emulator, behind the real product in demo mode. Shared, because its start takes seconds.
beforeAll(async () => {
  const input = ['--input-type=module', '-e', ownerScript]
  owner = spawn(process.execPath, input, { stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: owner.stdout as NonNullable<ChildProcess['stdout']> }) // a pipe
  ;[address] = (await once(lines, 'line')) as [string]
  app = await createTestApp({ env: { DEMO: 'on', FIREBASE_AUTH_EMULATOR_HOST: address } })
}, 180_000)
afterAll(async () => {
  owner.kill('SIGKILL')
  await app.close()
})

/** Calls the emulator like the provider's library in the browser. */
function provider(client: TestClient, act: string, json: unknown): Promise<TestReply> {
  return client.call('POST', `${toolkit}/accounts:${act}?key=demo`, { json })
}

/** A new id token of a demo account at the provider. */
async function signedInAtProvider(client: TestClient, name: string): Promise<string> {
  const credentials = { email: `${name}@example.com`, password: 'demo-password', returnSecureToken: true }
  const reply = await provider(client, 'signInWithPassword', credentials)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return (reply.json as { idToken: string }).idToken // the provider's reply
}

async function signIn(name: string): Promise<TestReply> {
  const client = await anonymousBrowser(app)
  return client.post('/api/auth/firebase/session', { idToken: await signedInAtProvider(client, name) })
}

test('while the emulator is unavailable, provider and product calls fail in their own formats', async () => {
  const other = await createTestApp({ env: { DEMO: 'on' } })
  const client = await anonymousBrowser(other)
  const reply = await provider(client, 'signInWithPassword', {})
  expect(reply.status).toBe(503)
  expect(reply.json).toMatchObject({ error: { message: expect.stringMatching(/^PROVIDER_UNAVAILABLE : /) } })
  const ours = await client.post('/api/auth/firebase/session', { idToken: 'a.b.c' })
  expect(refusalOf(ours)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
  await other.close()
})

test('the emulator has the demo accounts, and the product accepts their tokens', async () => {
  expect((await signIn('sister')).json).toMatchObject({
    user: { email: 'sister@example.com', name: '姉妹 花子', role: 'user', provider: 'firebase' },
  })
  expect((await signIn('sister-admin')).json).toMatchObject({ user: { role: 'admin' } })
  expect((await signIn('unverified')).json).toMatchObject({ user: { email: 'unverified@example.com' } })
})

test('a wrong password, an unknown address and a reset do not reveal which accounts exist', async () => {
  const client = await anonymousBrowser(app)
  for (const email of ['sister@example.com', 'unknown@example.com']) {
    const reply = await provider(client, 'signInWithPassword', {
      email,
      password: 'wrong',
      returnSecureToken: true,
    })
    expect(reply.json).toMatchObject({ error: { message: 'INVALID_LOGIN_CREDENTIALS' } })
    expect((await provider(client, 'sendOobCode', { requestType: 'PASSWORD_RESET', email })).status).toBe(200)
  }
  const links = await client.get('/emulator/v1/projects/demo-kyc/oobCodes')
  const link = `${app.url}/auth/action?mode=resetPassword&oobCode=`
  expect(links.json).toEqual({
    oobCodes: [
      {
        email: 'sister@example.com',
        requestType: 'PASSWORD_RESET',
        oobCode: expect.any(String),
        oobLink: expect.stringContaining(link),
      },
    ],
  })
})

test('the emulator sends the mail for a new password to the mail folder of demo mode', async () => {
  const client = app.anonymous()
  const page = (await client.get('/dev/mail')).bytes.toString()
  expect(page).toContain('sister@example.com')
  expect(page).not.toContain('unknown@example.com')
})

test('the accounts and settings of the emulator cannot be changed through the product', async () => {
  const client = await anonymousBrowser(app)
  const owner = { authorization: 'Bearer owner' }
  const project = '/emulator/v1/projects/demo-kyc'
  const calls: [string, string][] = [
    ['DELETE', `${project}/accounts`],
    ['PATCH', `${project}/config`],
    ['GET', `${project}/config`],
    ['GET', '/emulator/openapi.json'],
    ['POST', `${toolkit}/projects/demo-kyc/accounts:batchCreate`],
    ['POST', `${toolkit}/projects/demo-kyc/accounts:update`],
    ['POST', `${toolkit}/accounts:delete?key=demo`],
    ['POST', `${toolkit}/../v1/projects/demo-kyc/accounts:query`],
  ]
  for (const [method, path] of calls) {
    const json = method === 'GET' ? {} : { json: {} }
    const reply = await client.call(method, path, { ...json, headers: owner })
    expect([404, 405], `${method} ${path}`).toContain(reply.status)
  }
  // The header with administrator rights is not forwarded.
  const json = { localId: 'demo-admin', disableUser: true }
  const update = await client.call('POST', `${toolkit}/accounts:update?key=demo`, { json, headers: owner })
  expect(update.status).toBe(400)
  expect((await signIn('admin')).status).toBe(200)
})

test('the emulator rejects calls of foreign pages', async () => {
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const client = app.anonymous()
  for (const path of [
    '/emulator/v1/projects/demo-kyc/oobCodes',
    '/emulator/auth/handler?apiKey=a&providerId=google.com',
  ]) {
    expect((await client.get(path, foreign)).status).toBe(403)
  }
  const request = { json: { returnSecureToken: true }, headers: foreign }
  const signUp = await client.call('POST', `${toolkit}/accounts:signUp?key=demo`, request)
  expect(signUp.status).toBe(403)
  const own = await provider(client, 'signInWithPassword', {})
  expect(own.headers.get('access-control-allow-origin')).toBeNull()
})

test('the pages of the emulator load nothing from other hosts and run only their own scripts', async () => {
  for (const path of ['iframe?apiKey=a&appName=b', 'handler?apiKey=a&providerId=google.com']) {
    const reply = await app.anonymous().get(`/emulator/auth/${path}`)
    expect(reply.status).toBe(200)
    const page = reply.bytes.toString()
    expect(page).not.toMatch(/(?:src|href)="https?:/)
    const policy = reply.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'self'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+';/)
    expect(policy).not.toMatch(/https:|script-src[^;]*unsafe/)
    expect(reply.headers.get('x-frame-options')).toBeNull()
    expect(reply.headers.get('cross-origin-opener-policy')).toBeNull()
  }
  const frame = await app.anonymous().get('/emulator/auth/iframe?apiKey=a&appName=b')
  expect(frame.bytes.toString()).toContain('<script src="/emulator/gapi-double.js">')
  expect((await app.anonymous().get('/emulator/gapi-double.js')).headers.get('content-type')).toContain(
    'javascript',
  )
})

test('the emulator does not exist outside demo mode', async () => {
  const other = await createTestApp()
  expect((await other.anonymous().get('/emulator/gapi-double.js')).status).toBe(404)
  const reply = await provider(await anonymousBrowser(other), 'signInWithPassword', {})
  expect([404, 405]).toContain(reply.status)
  expect((await other.anonymous().get('/api/config')).json).toMatchObject({ emulator: false, firebase: null })
  await other.close()
})

test('the emulator exits with its parent process, even if that was killed; then sign-in is unavailable', async () => {
  const client = await anonymousBrowser(app)
  const idToken = await signedInAtProvider(client, 'sister')
  owner.kill('SIGKILL')
  const isReachable = () =>
    fetch(`http://${address}`).then(
      () => true,
      () => false,
    )
  await expect.poll(isReachable).toBe(false)
  const reply = await client.post('/api/auth/firebase/session', { idToken })
  expect(refusalOf(reply)).toEqual([503, 'PROVIDER_UNAVAILABLE'])
})

import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { signIdToken } from './id-token.ts'
import { createSigningKeys } from './signing-keys.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const keySet = async () => {
  const reply = await app.anonymous().get('/.well-known/jwks.json')
  return { reply, keys: (reply.json as { keys: Record<string, unknown>[] }).keys }
}
const claims = { companyId: 'c', subject: 's', userId: 'u', sessionId: null, email: null }

test('of many who need the first key at once one makes it, and all use it', async () => {
  const { db, partnerKeys } = app.services
  const many = Array.from({ length: 6 }, () => createSigningKeys({ db, key: partnerKeys.signing }).current())
  const kids = new Set((await Promise.all(many)).map(({ kid }) => kid))
  expect(kids.size).toBe(1)
  expect(await app.sql('SELECT kid FROM signing_key')).toEqual([{ kid: [...kids][0] }])
})

test('anybody gets the public half, to keep for five minutes, and nothing of the private one', async () => {
  const { reply, keys } = await keySet()
  expect(reply.status).toBe(200)
  expect(reply.headers.get('cache-control')).toBe('public, max-age=300')
  expect(reply.headers.get('content-type')).toContain('application/json')
  expect(keys).toEqual([
    {
      ...{ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' },
      ...{ x: expect.any(String), y: expect.any(String), kid: expect.stringMatching(/^[\w-]{43}$/) },
    },
  ])
  const [row] = await app.sql<{ text: string }>('SELECT signing_key::text AS text FROM signing_key')
  expect(row?.text).not.toContain('"d"')
})

test('the private half opens with its own key and name only', async () => {
  const { db } = app.services
  await expect(createSigningKeys({ db, key: Buffer.alloc(32) }).current()).rejects.toThrow()
  await app.sql("UPDATE signing_key SET kid = 'other' || kid")
  const { partnerKeys } = app.services
  await expect(createSigningKeys({ db, key: partnerKeys.signing }).current()).rejects.toThrow()
  await app.sql('UPDATE signing_key SET kid = substr(kid, 6)')
})

test('a retired key signs no more, is listed for a day, and then no longer', async () => {
  const old = decodeProtectedHeader(await signIdToken(app.services, claims)).kid
  await app.sql('UPDATE signing_key SET retired_at = now()')
  const young = decodeProtectedHeader(await signIdToken(app.services, claims)).kid
  expect(young).not.toBe(old)
  expect((await keySet()).keys.map(({ kid }) => kid)).toEqual([young, old])
  await app.sql("UPDATE signing_key SET retired_at = now() - interval '25 hours' WHERE kid = $1", [old])
  expect((await keySet()).keys.map(({ kid }) => kid)).toEqual([young])
})

test('one address gets them as often as it may call anything', async () => {
  const small = await createTestApp({ env: { RATE_API_PER_MINUTE: '3' } })
  try {
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await small.anonymous().get('/.well-known/jwks.json')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  } finally {
    await small.close()
  }
})

test('nothing else stands below /.well-known', async () => {
  for (const path of ['', '/', '/jwks', '/security.txt', '/openid-configuration', '/jwks.json/x']) {
    expect((await app.anonymous().get(`/.well-known${path}`)).status).toBe(404)
  }
  const { bytes } = await app.anonymous().get('/api/openapi.json')
  expect(bytes.toString()).toContain('/.well-known/jwks.json')
})

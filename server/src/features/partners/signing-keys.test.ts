import { decodeProtectedHeader } from 'jose'
import { expect, test } from 'vitest'
import { createUnreadable } from '../../platform/crypto/unreadable.ts'
import { silentLog } from '../../platform/log.ts'
import { createTestApp, useStage } from '../../testing/app/test-app.ts'
import { signIdToken } from './id-token.ts'
import { createSigningKeys } from './signing-keys.ts'

const { app } = useStage()

const keySet = async () => {
  const reply = await app.anonymous().get('/.well-known/jwks.json')
  return { reply, keys: (reply.json as { keys: Record<string, unknown>[] }).keys }
}
/** The keys in another process. */
const newProcess = () => {
  const { db, partnerKeys } = app.services
  return createSigningKeys({ db, keys: partnerKeys.signing, unreadable: createUnreadable(silentLog()) })
}
const claims = { companyId: 'c', subject: 's', userId: 'u', sessionId: null, email: null }

test('of many processes that need the first key at once, one creates it and all use it', async () => {
  const many = Array.from({ length: 6 }, () => newProcess().current())
  const kids = new Set((await Promise.all(many)).map(({ kid }) => kid))
  expect(kids.size).toBe(1)
  expect(await app.sql('SELECT kid FROM signing_key')).toEqual([{ kid: [...kids][0] }])
})

test('the public keys need no session, may be cached for five minutes, and contain no private part', async () => {
  const { reply, keys } = await keySet()
  expect(reply.status).toBe(200)
  expect(reply.headers.get('cache-control')).toBe('public, max-age=300')
  expect(reply.headers.get('content-type')).toContain('application/json')
  expect(keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      alg: 'ES256',
      use: 'sig',
      x: expect.any(String),
      y: expect.any(String),
      kid: expect.stringMatching(/^[\w-]{43}$/),
    },
  ])
  const [row] = await app.sql<{ text: string }>('SELECT signing_key::text AS text FROM signing_key')
  expect(row?.text).not.toContain('"d"')
})

test('a damaged private key is replaced once, and its public key remains listed', async () => {
  const { kid } = await newProcess().current()
  await app.sql(
    'UPDATE signing_key SET private_enc = set_byte(private_enc, 40, get_byte(private_enc, 40) # 1)',
  )
  const created = await Promise.all([newProcess().current(), newProcess().current()])
  const [newest] = created
  expect(newest?.kid).not.toBe(kid)
  expect(created.map((each) => each.kid)).toEqual([newest?.kid, newest?.kid])
  expect((await keySet()).keys.map((each) => each.kid)).toEqual([newest?.kid, kid])
  await app.sql("UPDATE signing_key SET kid = 'other' || kid WHERE kid = $1", [newest?.kid])
  expect((await newProcess().current()).kid).not.toMatch(/^other|^$/)
  await app.sql('DELETE FROM signing_key')
})

test('a retired key signs nothing and remains listed for a day', async () => {
  const old = decodeProtectedHeader(await signIdToken(app.services, claims)).kid
  await app.sql('UPDATE signing_key SET retired_at = now()')
  const newer = decodeProtectedHeader(await signIdToken(app.services, claims)).kid
  expect(newer).not.toBe(old)
  expect((await keySet()).keys.map(({ kid }) => kid)).toEqual([newer, old])
  await app.sql("UPDATE signing_key SET retired_at = now() - interval '25 hours' WHERE kid = $1", [old])
  expect((await keySet()).keys.map(({ kid }) => kid)).toEqual([newer])
})

test('the public keys have the rate limit of other calls per address', async () => {
  const small = await createTestApp({ env: { RATE_API_PER_MINUTE: '3' } })
  try {
    const statuses: number[] = []
    for (let n = 0; n < 4; n++) statuses.push((await small.anonymous().get('/.well-known/jwks.json')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
  } finally {
    await small.close()
  }
})

test('no other path below /.well-known exists', async () => {
  for (const path of ['', '/', '/jwks', '/security', '/openid-configuration', '/jwks.json/x']) {
    expect((await app.anonymous().get(`/.well-known${path}`)).status).toBe(404)
  }
  const { bytes } = await app.anonymous().get('/api/openapi.json')
  expect(bytes.toString()).toContain('/.well-known/jwks.json')
})

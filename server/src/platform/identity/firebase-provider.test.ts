import { SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { useStarted } from '../../testing/app/use-started.ts'
import { startGoogleDouble } from '../../testing/doubles/google-double.ts'
import { createFirebaseProvider } from './firebase-provider.ts'
import { noProvider } from './identity-provider.ts'

const google = useStarted(startGoogleDouble)

beforeEach(() => google.setReachable(true))
afterEach(() => {
  delete process.env.FIREBASE_AUTH_EMULATOR_HOST
})

function verify(token: string): Promise<unknown> {
  return google.provider.verifyIdToken(token)
}

const invalid = { code: 'INVALID_TOKEN' }
const seconds = () => Math.floor(Date.now() / 1000)

/** The claims of a token that is valid once signed. */
function claims(): Record<string, unknown> {
  const at = seconds()
  google.accounts.set('forged', {})
  return {
    ...{ sub: 'forged', user_id: 'forged', aud: google.projectId, iat: at, exp: at + 3600, auth_time: at },
    ...{ iss: `https://securetoken.google.com/${google.projectId}`, role: 'superadmin' },
  }
}

test('returns the claims of a token signed by the provider', async () => {
  const token = await google.token('hanako', { claims: { role: 'admin' }, age: 30 })
  expect(await google.provider.verifyIdToken(token)).toMatchObject({
    ...{ uid: 'hanako', email: 'hanako@example.com', emailVerified: true, name: '名 hanako', role: 'admin' },
    authenticatedAt: expect.any(Date),
    expiresAt: expect.any(Date),
  })
})

test.each<[string, () => string | Promise<string>]>([
  ['an empty token', () => ''],
  ['a token of three letters', () => 'a.b.c'],
  ['a token without a signature', () => new UnsecuredJWT(claims()).encode()],
  [
    'a token signed with the public key as a secret',
    () =>
      new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
        .sign(Buffer.from(google.publicKey)),
  ],
  [
    'a token of another project',
    () => google.token('a', { claims: { aud: 'other', iss: 'https://securetoken.google.com/other' } }),
  ],
  ['a token of another issuer', () => google.token('a', { claims: { iss: 'https://evil.example' } })],
  ['a token that has expired', () => google.token('a', { claims: { exp: seconds() - 1 } })],
  ['a token whose key is a path', () => google.token('a', { header: { kid: '../../../../dev/null' } })],
  ['a token whose key is a property of objects', () => google.token('a', { header: { kid: '__proto__' } })],
  ['a token without a key id', () => google.token('a', { header: { kid: undefined } })],
  [
    'a token of a tenant, whose uids are not unique across tenants',
    () => google.token('a', { claims: { firebase: { tenant: 't' } } }),
  ],
  ['a token without the time of the sign-in', () => google.token('a', { claims: { auth_time: undefined } })],
])('rejects %s', async (_, make) => {
  // Tokens with other claims have a valid signature, so that only the claim is wrong.
  await expect(verify(await make())).rejects.toMatchObject(invalid)
})

test('rejects a token signed by another key under the same key id', async () => {
  const other = await startGoogleDouble()
  const token = await other.token('hanako')
  await other.close()
  await expect(verify(token)).rejects.toMatchObject(invalid)
})

test('always checks whether the account is disabled or revoked, even with a valid signature', async () => {
  const token = await google.token('taro')
  await expect(verify(token)).resolves.toMatchObject({ uid: 'taro' })
  google.accounts.set('taro', { disabled: true })
  await expect(verify(token)).rejects.toMatchObject(invalid)
  google.accounts.set('taro', { validSince: new Date(Date.now() + 60_000) })
  await expect(verify(token)).rejects.toMatchObject(invalid)
  google.accounts.delete('taro')
  await expect(verify(token)).rejects.toMatchObject(invalid)
})

test('finds accounts by uid', async () => {
  const validSince = new Date('2026-01-02T03:04:05Z')
  google.accounts.set('jiro', { disabled: true, validSince })
  expect(await google.provider.lookUp('jiro')).toEqual({
    ...{ disabled: true, validSince },
    ...{ email: undefined, emailVerified: false },
  })
  expect(await google.provider.lookUp('nobody')).toBeUndefined()
})

test('an unreachable provider is reported as unavailable, not as an invalid token', async () => {
  const token = await google.token('hanako')
  google.setReachable(false)
  await expect(verify(token)).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  await expect(google.provider.lookUp('hanako')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
})

test('rejects every token once the emulator variable is set', async () => {
  const token = await google.token('hanako')
  process.env.FIREBASE_AUTH_EMULATOR_HOST = '127.0.0.1:1'
  await expect(verify(token)).rejects.toMatchObject(invalid)
  await expect(verify(new UnsecuredJWT(claims()).encode())).rejects.toMatchObject(invalid)
})

test('is unavailable while the emulator is not running', async () => {
  const access = { kind: 'emulator', host: undefined } as const
  const provider = createFirebaseProvider({
    settings: { projectId: 'demo-kyc', access },
    emulatorAddress: () => undefined,
  })
  await expect(provider.verifyIdToken('a.b.c')).rejects.toMatchObject({ code: 'PROVIDER_UNAVAILABLE' })
  await provider.close()
})

test('reports that no provider is configured', async () => {
  await expect(noProvider.verifyIdToken('x')).rejects.toMatchObject({ code: 'PROVIDER_NOT_CONFIGURED' })
  await expect(noProvider.lookUp('x')).rejects.toMatchObject({ code: 'PROVIDER_NOT_CONFIGURED' })
})

import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import type { Clock } from '../../platform/clock.ts'
import { SoftwareAuthenticator } from '../doubles/software-authenticator.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient, TestReply } from './test-client.ts'

/** What the authenticator app shows, `steps` of 30 s from now. */
export function codeOf(secret: string, clock: Clock, steps = 0): string {
  const timestamp = clock.now().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Sets up an authenticator app for `client`, whose session goes on under a new id. */
export async function enrolTotp(
  client: TestClient,
  clock: Clock,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const started = await client.post('/api/account/totp')
  expect(started.status, JSON.stringify(started.json)).toBe(200)
  const { secret } = started.json as { secret: string } // the contract's reply
  const reply = await client.post('/api/account/totp/confirm', { code: codeOf(secret, clock) })
  return { secret, recoveryCodes: enrolled(client, reply) }
}

/** Adds a passkey of a new security key. */
export async function enrolPasskey(
  app: TestApp,
  client: TestClient,
): Promise<{ key: SoftwareAuthenticator; recoveryCodes: string[] }> {
  const key = new SoftwareAuthenticator(app.services.config.publicUrl)
  const options = (await client.post('/api/account/passkeys/options')).json
  const credential = key.create(options)
  const reply = await client.post('/api/account/passkeys', { name: '鍵', credential })
  return { key, recoveryCodes: enrolled(client, reply) }
}

function enrolled(client: TestClient, reply: TestReply): string[] {
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  const { csrfToken, recoveryCodes } = reply.json as { csrfToken: string; recoveryCodes: string[] } // the contract's reply
  client.csrfToken = csrfToken
  return recoveryCodes
}

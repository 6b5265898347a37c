import { addPasskey, confirmTotp, passkeyOptions, startTotp } from '@kyc/contract/account.ts'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../../platform/clock.ts'
import { SoftwareAuthenticator } from '../doubles/software-authenticator.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** The code of the authenticator app, `steps` of 30 s from now. */
export function codeOf(secret: string, clock: Clock, steps = 0): string {
  const timestamp = clock.now().getTime() + steps * 30_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp })
}

/** Adds an authenticator app for `client`, whose session continues under a new id. */
export async function enrolTotp(
  client: TestClient,
  clock: Clock,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await client.send(startTotp)
  const reply = await client.send(confirmTotp, { body: { code: codeOf(secret, clock) } })
  client.csrfToken = reply.csrfToken
  return { secret, recoveryCodes: reply.recoveryCodes }
}

/** Adds a passkey on a new security key. */
export async function enrolPasskey(
  app: TestApp,
  client: TestClient,
): Promise<{ key: SoftwareAuthenticator; recoveryCodes: string[] }> {
  const key = new SoftwareAuthenticator(app.services.config.publicUrl)
  const options = await client.send(passkeyOptions)
  const credential = key.create(options)
  const reply = await client.send(addPasskey, { body: { name: '鍵', credential } })
  client.csrfToken = reply.csrfToken
  return { key, recoveryCodes: reply.recoveryCodes }
}

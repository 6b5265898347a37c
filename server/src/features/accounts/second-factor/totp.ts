import { Secret, TOTP } from 'otpauth'
import { decryptBox, encryptBox } from '../../../platform/crypto/encrypted-box.ts'
import { Problem } from '../../../platform/problem.ts'
import type { AccountServices } from '../account-services.ts'

/** Shown by authenticator apps. */
const issuer = '本人確認管理システム'
const secretBytes = 20
const period = 30

/** Creates a secret: plain and as a URI for the app, and encrypted for the table. */
export function newTotpSecret(
  { accountKeys }: AccountServices,
  { id, email }: { readonly id: string; readonly email: string | null },
): { secret: string; uri: string; encrypted: Buffer } {
  const secret = new Secret({ size: secretBytes })
  const uri = new TOTP({ issuer, label: email ?? id, secret, period }).toString()
  return {
    secret: secret.base32,
    uri,
    encrypted: encryptBox(accountKeys.totp, Buffer.from(secret.bytes), id),
  }
}

/**
 * The time step of `code`, which may be the current one or a neighbour; undefined if the code is wrong (RFC
 * 6238).
 */
export function totpStep(
  { accountKeys, clock, unreadable }: AccountServices,
  accountId: string,
  encrypted: Buffer,
  code: string,
): number | undefined {
  const digits = code.normalize('NFKC').replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return undefined
  const secret = unreadable.decrypt('secrets', `totp:${accountId}`, () =>
    decryptBox(accountKeys.totp, encrypted, accountId),
  )
  if (!secret) throw new Problem('FACTOR_UNREADABLE')
  const bytes = new Uint8Array(secret)
  const totp = new TOTP({ secret: new Secret({ buffer: bytes.buffer }), period })
  const timestamp = clock.now().getTime()
  const delta = totp.validate({ token: digits, timestamp, window: 1 })
  return delta === null ? undefined : totp.counter({ timestamp }) + delta
}

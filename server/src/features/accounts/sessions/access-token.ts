import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '@kyc/contract/limits.ts'

/**
 * A token for five minutes that names the session: `<expiry in seconds>.<HMAC>`. It contains no claims,
 * because the session is read on every request anyway.
 */
export function issueAccessToken(key: Buffer, sessionKey: string, now: Date): string {
  const expires = String(Math.floor((now.getTime() + limits.accessToken) / 1000))
  return `${expires}.${macOf(key, sessionKey, expires).toString('base64url')}`
}

/** Whether `token` was issued for this session and has not expired. */
export function isValidAccessToken(key: Buffer, sessionKey: string, token: string, now: Date): boolean {
  const [, expires, mac] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? []
  if (expires === undefined || mac === undefined) return false
  const given = Buffer.from(mac, 'base64url')
  return timingSafeEqual(macOf(key, sessionKey, expires), given) && Number(expires) * 1000 > now.getTime()
}

function macOf(key: Buffer, sessionKey: string, expires: string): Buffer {
  return createHmac('sha256', key).update(`${sessionKey}.${expires}`).digest()
}

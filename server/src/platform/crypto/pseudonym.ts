import { createHmac } from 'node:crypto'

/** A keyed hash for texts of which only equality matters, such as addresses in the log: 128 bits of an HMAC, as hex. */
export function pseudonym(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
}

import { createHmac } from 'node:crypto'

/** A keyed hash of a text of which only equality matters: 128 bits of an HMAC, as hex. */
export function pseudonym(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
}

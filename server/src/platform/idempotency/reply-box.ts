import { type BoxKeys, decryptBox, encryptBox } from '../crypto/encrypted-box.ts'
import type { Db } from '../db/database.ts'
import type { IdempotencyKey } from './idempotency-key.ts'

/** The services that save replies. Replies contain personal data and secrets, so all are stored encrypted. */
export interface ReplyServices {
  readonly db: Db
  readonly replyKeys: BoxKeys
}

type Keys = Pick<ReplyServices, 'replyKeys'>

/** Encrypts the reply of a call, bound to its key. */
export function encryptReply({ replyKeys }: Keys, key: IdempotencyKey, body: object): Buffer {
  return encryptBox(replyKeys, Buffer.from(JSON.stringify(body)), contextOf(key))
}

/** @throws BoxDamaged */
export function decryptReply<Body>({ replyKeys }: Keys, key: IdempotencyKey, box: Buffer): Body {
  // Saved by an earlier call with the same key, so it has the same type.
  return JSON.parse(decryptBox(replyKeys, box, contextOf(key)).toString()) as Body
}

function contextOf({ scope, route, key }: IdempotencyKey): string {
  return replyContext(`${scope}:${route}:${key}`)
}

/** What the box of a reply is bound to: its scope, route and key, joined with colons. */
export function replyContext(id: string): string {
  return `answer:${id}`
}

import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { lastFour } from './credential-repository.ts'
import type { PartnerServices } from './partner-services.ts'

/** Creates an API key and returns it. Only its hash is stored. */
export async function insertApiKey({ clock }: PartnerServices, tx: Tx, partnerId: string): Promise<string> {
  const apiKey = `kyc_pk_${randomBytes(32).toString('base64url')}`
  const row = { id: newId(), partner_id: partnerId, hash: hashOfKey(apiKey), hint: lastFour(apiKey) }
  await tx
    .insertInto('partner_key')
    .values({ ...row, created_at: clock.now() })
    .execute()
  return apiKey
}

/** The stored hash of a key. A key is 32 random bytes, so it needs no slow hash. */
export function hashOfKey(apiKey: string): Buffer {
  return createHash('sha256').update(apiKey).digest()
}

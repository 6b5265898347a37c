import { randomBytes } from 'node:crypto'
import { decryptBox, encryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { lastFour, newestFirst, notExpired } from './credential-repository.ts'
import type { PartnerServices } from './partner-services.ts'

/** Creates a signing secret in the format of Standard Webhooks and returns it. It is stored encrypted. */
export async function insertSecret(
  { partnerKeys, clock }: PartnerServices,
  tx: Tx,
  partnerId: string,
): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const id = newId()
  const secret_enc = encryptBox(partnerKeys.secret, Buffer.from(secret), secretContext(id))
  const row = { id, partner_id: partnerId, secret_enc, hint: lastFour(secret), created_at: clock.now() }
  await tx.insertInto('partner_secret').values(row).execute()
  return secret
}

/**
 * The secrets that currently sign callbacks to a partner: the newest, then a replaced one that has not
 * expired. Skips damaged ones.
 */
export async function validSecrets(
  { partnerKeys, unreadable }: PartnerServices,
  db: Db,
  partnerId: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('partner_secret')
    .select(['id', 'secret_enc'])
    .where('partner_id', '=', partnerId)
    .where(notExpired)
    .orderBy('expires_at', newestFirst)
    .execute()
  return rows.flatMap(({ id, secret_enc }) => {
    const decrypt = () => decryptBox(partnerKeys.secret, secret_enc, secretContext(id)).toString()
    return unreadable.decrypt('secrets', secretContext(id), decrypt) ?? []
  })
}

/** What a box is bound to. */
export function secretContext(id: string): string {
  return `partner-secret:${id}`
}

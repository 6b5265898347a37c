import type { Partner } from '@kyc/contract/partners.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { fingerprintOf, type IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { type OnceReply, replyOnce } from '../../platform/idempotency/reply-once.ts'
import { Problem } from '../../platform/problem.ts'
import { actOnPartner, changePartner, type PartnerAct } from './act-on-partner.ts'
import { insertApiKey } from './api-keys.ts'
import {
  type CredentialTable,
  deleteCredential,
  expireAfterOverlap,
  findCredentials,
} from './credential-repository.ts'
import { withdrawProofs } from './kyc/kyc-session-repository.ts'
import { lockPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { insertSecret } from './secrets.ts'

/** A repeated call with the same idempotency key returns the saved reply. */
type Rotation = PartnerAct & { readonly key: IdempotencyKey | undefined }

/**
 * Creates an API key. The previous one expires in 24 hours; older ones are deleted, so at most two are valid.
 */
export function rotateKey(
  services: PartnerServices,
  act: Rotation,
): Promise<OnceReply<{ partner: Partner; apiKey: string }>> {
  return rotate(services, act, 'partner_key', async (tx) => ({
    apiKey: await insertApiKey(services, tx, act.id),
  }))
}

/**
 * Creates a signing secret. For 24 hours, callbacks are signed with both secrets. A second rotation in that time revokes
 * the older one.
 */
export function rotateSecret(
  services: PartnerServices,
  act: Rotation,
): Promise<OnceReply<{ partner: Partner; signingSecret: string }>> {
  return rotate(services, act, 'partner_secret', async (tx) => ({
    signingSecret: await insertSecret(services, tx, act.id),
  }))
}

async function rotate<Credential extends object>(
  services: PartnerServices,
  act: Rotation,
  table: CredentialTable,
  insert: (tx: Tx) => Promise<Credential>,
): Promise<OnceReply<{ partner: Partner } & Credential>> {
  const { key, id } = act
  const once = {
    key,
    fingerprint: fingerprintOf([table, id]),
    status: 201,
  } as const
  return replyOnce(services, once, async (tx) => {
    await lockPartner(tx, id)
    const revokes = await expireAfterOverlap(tx, table, id)
    if (revokes && table === 'partner_secret') await withdrawProofs(tx, id)
    const credential = await insert(tx)
    const partner = await changePartner(services, tx, act, async () => ({ change: changes[table].rotated }))
    return { partner, ...credential }
  })
}

/**
 * Revokes a replaced key or secret immediately. Users that a secret has proven are only claimed until the next proof.
 */
export async function endCredential(
  services: PartnerServices,
  act: PartnerAct & { readonly credentialId: string },
  table: CredentialTable,
): Promise<void> {
  await actOnPartner(services, act, async (tx, { id }) => {
    const credentials = await findCredentials(tx, table, [id])
    const credential = credentials.find((each) => each.id === act.credentialId)
    if (!credential) throw new Problem('NOT_FOUND')
    if (credential.expires_at === null) throw new Problem('CONFLICT')
    await deleteCredential(tx, table, act.credentialId)
    if (table === 'partner_secret') await withdrawProofs(tx, id)
    return { change: changes[table].ended }
  })
}

/** Values of `change` in the details of the audit entry. */
const changes = {
  partner_key: { rotated: 'key_rotated', ended: 'key_ended' },
  partner_secret: { rotated: 'secret_rotated', ended: 'secret_ended' },
} as const

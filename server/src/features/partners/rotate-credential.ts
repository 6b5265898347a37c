import type { Partner } from '@kyc/contract/partners.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { type AnsweredOnce, answerOnce } from '../../platform/idempotency/answer-once.ts'
import { fingerprintOf, type IdempotencyKey } from '../../platform/idempotency/idempotency-key.ts'
import { Problem } from '../../platform/problem.ts'
import { actOnPartner, changePartner, type PartnerAct } from './act-on-partner.ts'
import { insertApiKey } from './api-keys.ts'
import {
  type CredentialTable,
  deleteCredential,
  endAfterOverlap,
  findCredentials,
} from './credential-repository.ts'
import { lockPartner } from './partner-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { insertSecret } from './secrets.ts'

/** The same call again, under the key of an earlier one, gets the earlier answer (D20). */
type Rotation = PartnerAct & { readonly key: IdempotencyKey | undefined }

/**
 * A new API key; the old one works 24 hours longer. A third never holds beside them.
 * @throws Problem NOT_FOUND, IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS
 */
export function rotateKey(
  services: PartnerServices,
  act: Rotation,
): Promise<AnsweredOnce<{ partner: Partner; apiKey: string }>> {
  return rotate(services, act, 'partner_key', async (tx) => ({
    apiKey: await insertApiKey(services, tx, act.id),
  }))
}

/**
 * A new signing secret; for 24 hours callbacks carry the signatures of both (D35).
 * @throws Problem NOT_FOUND, IDEMPOTENCY_KEY_REUSED, REQUEST_IN_PROGRESS
 */
export function rotateSecret(
  services: PartnerServices,
  act: Rotation,
): Promise<AnsweredOnce<{ partner: Partner; signingSecret: string }>> {
  return rotate(services, act, 'partner_secret', async (tx) => ({
    signingSecret: await insertSecret(services, tx, act.id),
  }))
}

async function rotate<Made extends object>(
  services: PartnerServices,
  act: Rotation,
  table: CredentialTable,
  make: (tx: Tx) => Promise<Made>,
): Promise<AnsweredOnce<{ partner: Partner } & Made>> {
  const { key, id } = act
  const once = {
    key,
    fingerprint: fingerprintOf([table, id]),
    status: 201,
    seal: services.partnerKeys.answer,
  } as const
  return answerOnce(services.db, once, async (tx) => {
    await lockPartner(tx, id)
    await endAfterOverlap(tx, table, id)
    const made = await make(tx)
    const partner = await changePartner(services, tx, act, async () => ({ change: changes[table].rotated }))
    return { partner, ...made }
  })
}

/**
 * Ends a replaced key or secret at once.
 * @throws Problem NOT_FOUND if the partner has none of that id; CONFLICT if it is the newest
 */
export async function endCredential(
  services: PartnerServices,
  act: PartnerAct & { readonly credentialId: string },
  table: CredentialTable,
): Promise<void> {
  await actOnPartner(services, act, async (tx, { id }) => {
    const held = await findCredentials(tx, table, [id])
    const wanted = held.find((each) => each.id === act.credentialId)
    if (!wanted) throw new Problem('NOT_FOUND')
    if (wanted.expires_at === null) throw new Problem('CONFLICT')
    await deleteCredential(tx, table, act.credentialId)
    return { change: changes[table].ended }
  })
}

/** As the log names them. */
const changes = {
  partner_key: { rotated: 'key_rotated', ended: 'key_ended' },
  partner_secret: { rotated: 'secret_rotated', ended: 'secret_ended' },
} as const

import type { Partner } from '@kyc/contract/partners.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { actOnPartner, type PartnerAct } from './act-on-partner.ts'
import { insertApiKey } from './api-keys.ts'
import {
  type CredentialTable,
  deleteCredential,
  endAfterOverlap,
  findCredentials,
} from './credential-repository.ts'
import type { PartnerServices } from './partner-services.ts'
import { insertSecret } from './secrets.ts'

/**
 * A new API key; the old one works 24 hours longer. A third never holds beside them.
 * @throws Problem NOT_FOUND
 */
export async function rotateKey(
  services: PartnerServices,
  act: PartnerAct,
): Promise<{ partner: Partner; apiKey: string }> {
  const { partner, made } = await rotate(services, act, 'partner_key', insertApiKey)
  return { partner, apiKey: made }
}

/**
 * A new signing secret; for 24 hours callbacks carry the signatures of both (D35).
 * @throws Problem NOT_FOUND
 */
export async function rotateSecret(
  services: PartnerServices,
  act: PartnerAct,
): Promise<{ partner: Partner; signingSecret: string }> {
  const { partner, made } = await rotate(services, act, 'partner_secret', insertSecret)
  return { partner, signingSecret: made }
}

async function rotate(
  services: PartnerServices,
  act: PartnerAct,
  table: CredentialTable,
  make: (services: PartnerServices, tx: Tx, partnerId: string) => Promise<string>,
): Promise<{ partner: Partner; made: string }> {
  let made = ''
  const partner = await actOnPartner(services, act, async (tx, { id }) => {
    await endAfterOverlap(tx, table, id)
    made = await make(services, tx, id)
    return { change: changes[table].rotated }
  })
  return { partner, made }
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

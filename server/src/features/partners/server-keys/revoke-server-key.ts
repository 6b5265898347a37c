import { Problem } from '../../../platform/problem.ts'
import { actOnPartner, type PartnerAct } from '../act-on-partner.ts'
import { withdrawAddressesOf } from '../api/address-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { deleteServerKey } from './server-key-repository.ts'

/** Revokes a key at once: each call reads its key. What its addresses have proven is a claim again (D33). */
export async function revokeServerKey(
  services: PartnerServices,
  act: PartnerAct & { readonly keyId: string },
): Promise<void> {
  await actOnPartner(services, act, async (tx, partner) => {
    if (!(await deleteServerKey(tx, partner.id, act.keyId))) throw new Problem('NOT_FOUND')
    await withdrawAddressesOf(tx, partner.id, act.keyId)
    return { change: 'server_key_revoked' }
  })
}

import { Problem } from '../../../platform/problem.ts'
import { actOnPartner, type PartnerAct } from '../act-on-partner.ts'
import type { PartnerServices } from '../partner-services.ts'
import { deleteServerKey } from './server-key-repository.ts'

/** Revokes a key at once: each call reads its key. */
export async function revokeServerKey(
  services: PartnerServices,
  act: PartnerAct & { readonly keyId: string },
): Promise<void> {
  await actOnPartner(services, act, async (tx, partner) => {
    if (!(await deleteServerKey(tx, partner.id, act.keyId))) throw new Problem('NOT_FOUND')
    return { change: 'server_key_revoked' }
  })
}

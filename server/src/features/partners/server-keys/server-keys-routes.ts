import * as contract from '@kyc/contract/partner-keys.ts'
import { type Binding, bind } from '../../../platform/http/requests/binding.ts'
import { actOf, keyOf, partnerOf } from '../partner-call.ts'
import type { PartnerServices } from '../partner-services.ts'
import { createServerKey, rotateServerKey } from './create-server-key.ts'
import { presentServerKey } from './present-server-key.ts'
import { revokeServerKey } from './revoke-server-key.ts'
import { findServerKeys } from './server-key-repository.ts'

/** The keys of partners' servers, for superadmins (D112). */
export function serverKeysRoutes(services: PartnerServices): Binding[] {
  const partner = partnerOf(services)
  // A key has no address of its own, so Location names the list.
  const location = (id: string) => ({ location: `/api/partners/${id}/api-keys` })
  return [
    bind(contract.listApiKeys, partner, async ({ found }) => ({
      body: (await findServerKeys(services.db, found.id)).map(presentServerKey),
    })),
    bind(contract.createApiKey, partner, async (call) => {
      const act = { ...actOf(call), key: keyOf(contract.createApiKey, call) }
      const { body, headers } = await createServerKey(services, act, call.body)
      return { body, headers: { ...headers, ...location(act.id) } }
    }),
    bind(contract.rotateApiKey, partner, async (call) => {
      const key = keyOf(contract.rotateApiKey, call)
      const act = { ...actOf(call), key, keyId: call.params.keyId }
      const { body, headers } = await rotateServerKey(services, act)
      return { body, headers: { ...headers, ...location(act.id) } }
    }),
    bind(contract.revokeApiKey, partner, async (call) => {
      await revokeServerKey(services, { ...actOf(call), keyId: call.params.keyId })
      return {}
    }),
  ]
}

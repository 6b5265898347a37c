import type { Partner } from '@kyc/contract/partners.ts'
import * as contract from '@kyc/contract/partners.ts'
import { type Binding, bind } from '../../platform/http/requests/binding.ts'
import type { OnceReply } from '../../platform/idempotency/reply-once.ts'
import { getPresentedPartner } from './act-on-partner.ts'
import { createPartnerOnce } from './create-partner.ts'
import { disablePartner, enablePartner } from './disable-partner.ts'
import { unlinkUser } from './kyc/unlink-user.ts'
import { listPartners } from './list-partners.ts'
import { actOf, keyOf, partnerOf } from './partner-call.ts'
import type { PartnerServices } from './partner-services.ts'
import { endCredential, rotateKey, rotateSecret } from './rotate-credential.ts'
import { updatePartner } from './update-partner.ts'

/** The registry of partners. */
export function partnersRoutes(services: PartnerServices): Binding[] {
  const { db } = services
  const partner = partnerOf(services)
  return [
    bind(contract.listPartners, ({ query }) => listPartners(services, query)),
    bind(contract.getPartner, async ({ params }) => ({ body: await getPresentedPartner(db, params.id) })),
    bind(contract.createPartner, async ({ actor, body, request }) => {
      const key = keyOf(contract.createPartner, { actor, request })
      return created(await createPartnerOnce(services, { body, actor: actor.id, ip: request.ip, key }))
    }),
    bind(contract.updatePartner, partner, async (call) => ({
      body: await updatePartner(services, actOf(call), call.body),
    })),
    bind(contract.disablePartner, partner, async (call) => ({
      body: await disablePartner(services, actOf(call)),
    })),
    bind(contract.enablePartner, partner, async (call) => ({
      body: await enablePartner(services, actOf(call)),
    })),
    bind(contract.unlinkPartnerUser, partner, async (call) => {
      await unlinkUser(services, { ...actOf(call), userId: call.body.userId })
      return {}
    }),
    ...credentialRoutes(services),
  ]
}

function credentialRoutes(services: PartnerServices): Binding[] {
  const partner = partnerOf(services)
  const ends = [
    [contract.endKey, 'partner_key'],
    [contract.endSecret, 'partner_secret'],
  ] as const
  return [
    bind(contract.rotateKey, partner, async (call) =>
      created(await rotateKey(services, { ...actOf(call), key: keyOf(contract.rotateKey, call) })),
    ),
    bind(contract.rotateSecret, partner, async (call) =>
      created(await rotateSecret(services, { ...actOf(call), key: keyOf(contract.rotateSecret, call) })),
    ),
    ...ends.map(([endpoint, table]) =>
      bind(endpoint, partner, async (call) => {
        await endCredential(services, { ...actOf(call), credentialId: call.params.credentialId }, table)
        return {}
      }),
    ),
  ]
}

/** D50: a key or secret has no address of its own, so Location names its partner. */
function created<Body extends { readonly partner: Partner }>({ body, headers }: OnceReply<Body>) {
  return { body, headers: { ...headers, location: `/api/partners/${body.partner.id}` } }
}

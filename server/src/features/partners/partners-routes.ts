import * as contract from '@kyc/contract/partners.ts'
import { type Binding, bind, type RequestInfo } from '../../platform/http/binding.ts'
import type { Actor } from '../access/actor.ts'
import { type PartnerAct, shownPartner } from './act-on-partner.ts'
import { createPartner } from './create-partner.ts'
import { disablePartner, enablePartner } from './disable-partner.ts'
import { listPartners } from './list-partners.ts'
import type { PartnerServices } from './partner-services.ts'
import { endCredential, rotateKey, rotateSecret } from './rotate-credential.ts'
import { updatePartner } from './update-partner.ts'

/** The registry of partners (D33). */
export function partnersRoutes(services: PartnerServices): Binding[] {
  const { db } = services
  const visible = refuseUnknown(services)
  return [
    bind(contract.listPartners, async ({ query }) => {
      const { partners, ...page } = await listPartners(services, query)
      return { body: partners, page }
    }),
    bind(contract.getPartner, async ({ params }) => ({ body: await shownPartner(db, params.id) })),
    bind(contract.createPartner, async ({ actor, body, request }) => {
      const created = await createPartner(services, { body, actor: actor.id, ip: request.ip })
      return { body: created, headers: { location: `/api/partners/${created.partner.id}` } }
    }),
    bind(
      contract.updatePartner,
      async (call) => ({ body: await updatePartner(services, actOf(call), call.body) }),
      visible,
    ),
    bind(
      contract.disablePartner,
      async (call) => ({ body: await disablePartner(services, actOf(call)) }),
      visible,
    ),
    bind(
      contract.enablePartner,
      async (call) => ({ body: await enablePartner(services, actOf(call)) }),
      visible,
    ),
    ...credentialRoutes(services),
  ]
}

function credentialRoutes(services: PartnerServices): Binding[] {
  const visible = refuseUnknown(services)
  const ends = [
    [contract.endKey, 'partner_key'],
    [contract.endSecret, 'partner_secret'],
  ] as const
  return [
    bind(contract.rotateKey, async (call) => ({ body: await rotateKey(services, actOf(call)) }), visible),
    bind(
      contract.rotateSecret,
      async (call) => ({ body: await rotateSecret(services, actOf(call)) }),
      visible,
    ),
    ...ends.map(([endpoint, table]) =>
      bind(
        endpoint,
        async (call) => {
          await endCredential(services, { ...actOf(call), credentialId: call.params.credentialId }, table)
          return {}
        },
        visible,
      ),
    ),
  ]
}

function actOf({ actor, params, request }: { actor: Actor; params: { id: string }; request: RequestInfo }) {
  return { actor, id: params.id, ip: request.ip } satisfies PartnerAct
}

/** For `bind`: says that there is no such partner before anything is said about the input (D50). */
function refuseUnknown({ db }: Pick<PartnerServices, 'db'>) {
  return async ({ params }: { params: { id: string } }) => {
    await shownPartner(db, params.id)
  }
}

import * as contract from '@kyc/contract/partner-webhooks.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type Binding, bind, type OnRecord } from '../../../platform/http/requests/binding.ts'
import { fingerprintOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import { pageById } from '../../../platform/lists/page.ts'
import { countCalls, findCalls, presentCall } from '../api/call-repository.ts'
import { newestVersion } from '../api/versions.ts'
import { deliverNow } from '../deliveries/deliver.ts'
import { getDelivery } from '../deliveries/deliveries-repository.ts'
import { presentDelivery } from '../deliveries/present-delivery.ts'
import { actOf, keyOf, partnerOf } from '../partner-call.ts'
import { getPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { deleteWebhook, renewWebhookSecret, setWebhook, type WebhookAct } from './change-webhook.ts'
import { presentWebhook, presentWebhooks } from './present-webhook.ts'
import { readHealth } from './read-health.ts'
import { sendTestEvent } from './send-test-event.ts'
import { findWebhooks, getWebhookById, type WebhookRow } from './webhook-repository.ts'

/** The addresses that receive the events of partners, their health and the log of their calls, for superadmins (D112). */
export function webhooksRoutes(services: PartnerServices): Binding[] {
  const { db, cursors } = services
  const partner = partnerOf(services)
  return [
    bind(contract.listWebhooks, partner, async ({ found }) => ({
      body: await presentWebhooks(db, await findWebhooks(db, found.id)),
    })),
    bind(contract.partnerHealth, partner, async ({ found }) => ({ body: await readHealth(db, found.id) })),
    bind(contract.listCalls, partner, async ({ found, query: { outcome, ...paging } }) => {
      const filter = { partnerId: found.id, outcome }
      const { rows, page } = await pageById(
        cursors,
        ['partner calls', found.id, outcome],
        paging,
        (bounds) => findCalls(db, filter, bounds),
        () => countCalls(db, filter),
      )
      return { body: rows.map(presentCall), page }
    }),
    ...changeRoutes(services),
  ]
}

function changeRoutes(services: PartnerServices): Binding[] {
  const { db } = services
  const webhook = ({ params }: OnRecord<{ id: string; webhookId: string }>) =>
    getWebhookById(db, params.id, params.webhookId)
  return [
    bind(contract.putWebhook, partnerOf(services), async ({ actor, body, found, request }) => {
      const act = { by: { actor, request }, of: { partnerId: found.id, mode: body.mode } }
      const change = { url: body.url, version: newestVersion }
      return inTransaction(db, async (tx) => {
        const { webhook: row, secret } = await setWebhook(services, tx, act, change)
        return { body: { webhook: await presentWebhook(tx, row), secret } }
      })
    }),
    bind(contract.removeWebhook, webhook, async (call) => {
      await inTransaction(db, (tx) => deleteWebhook(services, tx, actOn(call)))
      return {}
    }),
    bind(contract.rotateWebhookSecret, webhook, async (call) => {
      const key = keyOf(contract.rotateWebhookSecret, call)
      const once = { key, fingerprint: fingerprintOf([call.found.id]), status: 201 } as const
      const { body, headers } = await replyOnce(services, once, async (tx) => {
        const { webhook: row, secret } = await renewWebhookSecret(services, tx, actOn(call))
        return { webhook: await presentWebhook(tx, row), secret }
      })
      // A secret has no address of its own, so Location names the list.
      return { body, headers: { ...headers, location: `/api/partners/${actOf(call).id}/webhooks` } }
    }),
    bind(contract.testWebhook, webhook, async (call) => {
      const key = keyOf(contract.testWebhook, call)
      const once = { key, fingerprint: fingerprintOf([call.found.id]), status: 200 } as const
      const { body, headers } = await replyOnce(services, once, async (tx) => {
        const { deliveryId } = await sendTestEvent(services, tx, actOn(call))
        return { deliveryId }
      })
      await deliverNow(services, body.deliveryId)
      const partner = await getPartner(db, call.found.partner_id)
      const delivery = await getDelivery(db, partner.id, body.deliveryId)
      return { body: await presentDelivery(db, partner, delivery), headers }
    }),
  ]
}

interface OnWebhook {
  readonly actor: WebhookAct['by']['actor']
  readonly found: WebhookRow
  readonly request: { readonly ip: string | null }
}

function actOn({ actor, found, request }: OnWebhook): WebhookAct {
  return { by: { actor, request }, of: { partnerId: found.partner_id, mode: found.mode } }
}

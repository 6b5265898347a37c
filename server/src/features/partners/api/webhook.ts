import * as contract from '@kyc/contract/partner-api.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { fingerprintOf } from '../../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../../platform/idempotency/reply-once.ts'
import type { PartnerServices } from '../partner-services.ts'
import { deleteWebhook, renewWebhookSecret, setWebhook, type WebhookAct } from '../webhooks/change-webhook.ts'
import { sendTestEvent } from '../webhooks/send-test-event.ts'
import { getWebhook, type WebhookRow } from '../webhooks/webhook-repository.ts'
import { bindPartner, keyOfCall, type PartnerBinding } from './partner-binding.ts'
import type { PartnerCaller } from './partner-caller.ts'
import { presentEvent } from './present-event.ts'

/** The calls of a partner's server about the webhook of its key's mode (D112). */
export function webhookRoutes(services: PartnerServices): PartnerBinding[] {
  const { db } = services
  return [
    bindPartner(contract.getWebhook, async ({ caller }) => ({
      body: present(await getWebhook(db, of(caller))),
    })),
    bindPartner(contract.setWebhook, async (call) => {
      const change = { url: call.body.url, version: call.caller.version }
      const { webhook, secret } = await inTransaction(db, (tx) =>
        setWebhook(services, tx, actOf(call), change),
      )
      return { body: { ...present(webhook), secret } }
    }),
    bindPartner(contract.deleteWebhook, async (call) => {
      await inTransaction(db, (tx) => deleteWebhook(services, tx, actOf(call)))
      return {}
    }),
    bindPartner(contract.renewWebhookSecret, async (call) => {
      const once = onceOf(contract.renewWebhookSecret, call)
      const { body, headers } = await replyOnce(services, once, async (tx) => {
        const { webhook, secret } = await renewWebhookSecret(services, tx, actOf(call))
        return { ...present(webhook), secret }
      })
      return { body, headers }
    }),
    bindPartner(contract.sendTestEvent, async (call) => {
      const once = onceOf(contract.sendTestEvent, call)
      const { body, headers } = await replyOnce(services, once, async (tx) => {
        const { event } = await sendTestEvent(services, tx, actOf(call))
        return presentEvent(event)
      })
      return { body, headers }
    }),
  ]
}

type Call = Parameters<typeof keyOfCall>[1]

function onceOf(endpoint: Parameters<typeof keyOfCall>[0], call: Call) {
  return { key: keyOfCall(endpoint, call), fingerprint: fingerprintOf([]), status: 201 } as const
}

function of({ partner, mode }: PartnerCaller): WebhookAct['of'] {
  return { partnerId: partner.id, mode }
}

function actOf({ caller, request }: Call): WebhookAct {
  return { by: { actor: null, request }, of: of(caller) }
}

function present(row: WebhookRow): contract.PartnerWebhook {
  return {
    id: row.id,
    url: row.url,
    test: row.mode === 'test',
    version: row.api_version,
    stopped: row.stop,
    failing_since: row.failing_since?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

import { limits } from '@kyc/contract/limits.ts'
import type { WebhookStop } from '@kyc/contract/partner-webhooks.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { aboutPartner, byJob } from '../../audit/about.ts'
import { mailCallbacksStopped } from '../../mails/mail-callbacks-stopped.ts'
import { getPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { lockWebhook, setFailing, type WebhookRow } from './webhook-repository.ts'

interface Outcome {
  readonly at: Date
  readonly status: number | null
  readonly failure: string | null
}

/**
 * Locks the address only if the attempt changes it, so that concurrent successes do not serialize. Call it before
 * locking the delivery.
 */
export async function lockIfFailing(
  tx: Tx,
  webhookId: string,
  { failure }: Outcome,
): Promise<WebhookRow | undefined> {
  const query = tx.selectFrom('partner_webhook').select('failing_since').where('id', '=', webhookId)
  const before = await query.executeTakeFirst()
  if (!before || (failure === null && before.failing_since === null)) return undefined
  return lockWebhook(tx, webhookId)
}

/**
 * Records whether events reach an address. A 410 response or five days of failures stop it (D35), and superadmins get a
 * mail.
 */
export async function recordOnWebhook(
  services: PartnerServices,
  tx: Tx,
  webhook: WebhookRow,
  { at, status, failure }: Outcome,
): Promise<void> {
  // Damage on our side says nothing about the partner.
  if (failure === 'unreadable') return
  const failing_since = failure === null ? null : (webhook.failing_since ?? at)
  const stop = webhook.stop ?? (failing_since && reasonToStop(status, failing_since, at))
  await setFailing(tx, webhook.id, { failing_since, stop })
  if (stop === null || webhook.stop !== null) return
  const { id, name } = await getPartner(tx, webhook.partner_id)
  await services.audit.record(tx, byJob, 'update', aboutPartner(id), {
    ...{ change: 'webhook_stopped', mode: webhook.mode },
    ...{ before: { callbackStop: null }, after: { callbackStop: stop } },
  })
  await mailCallbacksStopped(services, tx, { partnerName: name, reason: stop, webhook: webhook.mode })
}

function reasonToStop(status: number | null, since: Date, at: Date): WebhookStop | null {
  if (status === 410) return 'gone'
  return at.getTime() - since.getTime() >= limits.callback.failingFor ? 'failing' : null
}

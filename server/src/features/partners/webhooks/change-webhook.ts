import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutPartner } from '../../audit/about.ts'
import type { Origin } from '../../audit/record.ts'
import { addressBelow, mayHaveOrigin } from '../allowed-origins.ts'
import { lockPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import {
  endWaiting,
  findWebhook,
  getWebhook,
  insertWebhook,
  lockWebhook,
  moveWaiting,
  removeWebhookRow,
  updateWebhook,
  type WebhookOf,
  type WebhookRow,
} from './webhook-repository.ts'
import { expireWebhookSecrets, insertWebhookSecret } from './webhook-secrets.ts'

// The acts on the address that receives the events of a partner and mode (D112), of superadmins and of the partner's
// server. Each locks the partner first, like every change of it.

export interface WebhookAct {
  readonly by: Origin
  readonly of: WebhookOf
}

/**
 * Sets the address of a mode below a callback origin of the partner, so that a key of its server cannot send events
 * elsewhere, and resumes it if it was stopped. Pending deliveries go to the new address. The secret is created with the
 * first address.
 */
export async function setWebhook(
  services: PartnerServices,
  tx: Tx,
  act: WebhookAct,
  { url, version }: { readonly url: string; readonly version: string },
): Promise<{ webhook: WebhookRow; secret: string | null }> {
  const { partnerId, mode } = act.of
  const partner = await lockPartner(tx, partnerId)
  if (mode === 'live' && partner.mode === 'test')
    throw fieldProblem('mode', 'テストの提携先には、テスト用の送信先だけを設定できます。')
  // Checked again: the server may no longer run in the mode in which the origins were saved.
  const origins = partner.callback_origins.filter((each) =>
    mayHaveOrigin(services.config, partner.mode, each, 'callback'),
  )
  const address = addressBelow(origins, url)
  if (address === undefined) throw new Problem('WEBHOOK_NOT_ALLOWED', { field: 'url' })
  const at = services.clock.now()
  const before = await findWebhook(tx, act.of)
  await record(services, tx, act, { change: 'webhook_set' })
  if (!before) {
    const times = { created_at: at, updated_at: at }
    const row = { id: newId(at), partner_id: partnerId, mode, url: address, api_version: version, ...times }
    const webhook = await insertWebhook(tx, row)
    return { webhook, secret: await insertWebhookSecret(services, tx, webhook.id) }
  }
  const changes = { url: address, api_version: version, updated_at: at }
  const webhook = await updateWebhook(tx, before.id, changes)
  await moveWaiting(tx, webhook, at)
  return { webhook, secret: null }
}

/** Removes an address with its secrets. Events that wait for it are still listed by GET /events. */
export async function deleteWebhook(services: PartnerServices, tx: Tx, act: WebhookAct): Promise<void> {
  const webhook = await lock(tx, act)
  await endWaiting(tx, webhook, services.clock.now())
  await removeWebhookRow(tx, webhook.id)
  await record(services, tx, act, { change: 'webhook_deleted' })
}

/** Creates a secret. The previous one signs for 24 hours more. */
export async function renewWebhookSecret(
  services: PartnerServices,
  tx: Tx,
  act: WebhookAct,
): Promise<{ webhook: WebhookRow; secret: string }> {
  const webhook = await lock(tx, act)
  await expireWebhookSecrets(tx, webhook.id)
  const secret = await insertWebhookSecret(services, tx, webhook.id)
  await record(services, tx, act, { change: 'webhook_secret_renewed' })
  return { webhook, secret }
}

async function lock(tx: Tx, { of }: WebhookAct): Promise<WebhookRow> {
  await lockPartner(tx, of.partnerId)
  const { id } = await getWebhook(tx, of)
  const webhook = await lockWebhook(tx, id)
  if (!webhook) throw new Problem('NOT_FOUND')
  return webhook
}

async function record(
  { audit }: PartnerServices,
  tx: Tx,
  { by, of }: WebhookAct,
  details: AuditDetails,
): Promise<void> {
  await audit.record(tx, by, 'update', aboutPartner(of.partnerId), { ...details, mode: of.mode })
}

import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { CallbackRules } from '../../../platform/callbacks/callback-target.ts'
import type { Db } from '../../../platform/db/database.ts'
import { findEvent } from '../api/event-repository.ts'
import { eventInVersion } from '../api/present-event.ts'
import { findPartner, type PartnerRow } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'
import { validSecrets } from '../secrets.ts'
import { findWebhookById } from '../webhooks/webhook-repository.ts'
import { validWebhookSecrets } from '../webhooks/webhook-secrets.ts'
import type { Claim } from './claim-delivery.ts'
import { type AttemptOutcome, recordAttempt } from './record-attempt.ts'
import { addIdToken, decryptResult } from './stored-result.ts'

/**
 * Executes the claimed attempt and records its outcome.
 * @param stop aborts the attempt without a record: the lease expires and the scheduler retries
 */
export async function attemptDelivery(
  services: PartnerServices,
  claim: Claim,
  stop?: AbortSignal,
): Promise<void> {
  const at = services.clock.now()
  const startedAt = performance.now()
  const outcome = await send(services, claim, at, stop)
  const durationMs = Math.round(performance.now() - startedAt)
  await recordAttempt(services, claim, { ...outcome, at, durationMs })
}

async function send(
  services: PartnerServices,
  claim: Claim,
  at: Date,
  stop: AbortSignal | undefined,
): Promise<AttemptOutcome> {
  const partner = await findPartner(services.db, claim.partnerId)
  const { db } = services
  const message =
    claim.webhookId === null ? await messageOfResult(services, claim) : await messageOfEvent(services, claim)
  if (typeof message !== 'object') return { status: null, failure: message ?? 'unreadable', answer: null }
  const { id, url, body } = message
  // The allowed origins may have changed since the delivery was enqueued.
  if (!partner?.callback_origins.includes(new URL(url).origin)) {
    return { status: null, failure: 'refused_address', answer: null }
  }
  const secrets =
    claim.webhookId === null
      ? await validSecrets(services, db, partner.id)
      : await validWebhookSecrets(services, db, claim.webhookId)
  // Without a secret the partner could not verify the sender.
  if (secrets.length === 0) return { status: null, failure: 'unreadable', answer: null }
  const headers = sign({ id, at, body }, secrets)
  const rules = rulesFor(services.config, partner)
  const outcome = await services.postCallback({ url, body, headers }, { rules, signal: stop })
  return { ...outcome, answer: outcome.answer && withoutTokens(outcome.answer) }
}

/** What is sent, and where. The id is the same in every attempt, so that the receiver can drop repeats. */
interface Message {
  readonly id: string
  readonly url: string
  readonly body: string
}

async function messageOfResult(
  services: PartnerServices,
  { id, url, payload }: Claim,
): Promise<Message | 'unlinked' | undefined> {
  const stored =
    payload && services.unreadable.decrypt('deliveries', id, () => decryptResult(services, id, payload))
  if (!stored) return undefined
  const link = await findLink(services.db, id)
  if (link && link.verified === null) return 'unlinked'
  const verified = stored.result.user_id_verified === true && link?.verified !== false
  const result = { ...stored.result, user_id_verified: verified }
  return { id, url, body: JSON.stringify(await addIdToken(services, { ...stored, result })) }
}

/**
 * The present link of the account and the partner's user of a result, which may have changed since it was enqueued: what a
 * secret has proven is a claim again once the secret is revoked, and a superadmin may have undone the link (D33), which is
 * null then. Undefined once the KYC session is erased.
 */
async function findLink(db: Db, deliveryId: string): Promise<{ verified: boolean | null } | undefined> {
  const { rows } = await sql<{ verified: boolean | null }>`
    SELECT u.verified FROM kyc_session v LEFT JOIN partner_user u
      ON u.partner_id = v.partner_id AND u.user_id = v.user_id AND u.account_id = v.account_id
    WHERE v.delivery_id = ${deliveryId}::uuid`.execute(db)
  return rows[0]
}

/**
 * The event as the list shows it, for the current address of the webhook. Has the id of the event, so that a repeated
 * delivery is the same message.
 */
async function messageOfEvent(
  { db }: PartnerServices,
  { webhookId, eventId }: Claim,
): Promise<Message | undefined> {
  const event = eventId === null ? undefined : await findEvent(db, eventId)
  const webhook = webhookId === null ? undefined : await findWebhookById(db, webhookId)
  if (!event || !webhook) return undefined
  return { id: event.id, url: webhook.url, body: JSON.stringify(eventInVersion(webhook.api_version, event)) }
}

/**
 * The headers of Standard Webhooks, with one signature per secret, so that the receiver may use the old
 * or the new one. Each attempt has a new timestamp and the same id.
 */
function sign(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

/** Only test partners may have addresses of this machine. */
function rulesFor({ callbacks, demo }: PartnerServices['config'], { mode }: PartnerRow): CallbackRules {
  const test = mode === 'test'
  return {
    ca: callbacks.ca,
    localAddresses: test ? callbacks.localAddresses : [],
    plainLoopback: test && demo,
  }
}

/** Removes tokens, also truncated or quoted ones: receivers may echo them, and none is stored. */
function withoutTokens(response: string): string {
  return response.replace(/eyJ[\w-]+(\.[\w-]*){0,2}/g, '[token]')
}

import type { Webhook } from '@kyc/contract/partner-webhooks.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { WebhookRow } from './webhook-repository.ts'
import { findWebhookSecrets } from './webhook-secrets.ts'

/** Addresses as superadmins see them, with their secrets but not the values. */
export async function presentWebhooks(db: Db, rows: readonly WebhookRow[]): Promise<Webhook[]> {
  const secrets = await findWebhookSecrets(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    id: row.id,
    mode: row.mode,
    url: row.url,
    version: row.api_version,
    stop: row.stop,
    failingSince: row.failing_since?.toISOString() ?? null,
    secrets: secrets
      .filter(({ webhook_id }) => webhook_id === row.id)
      .map(({ hint, created_at, expires_at }) => ({
        hint,
        createdAt: created_at.toISOString(),
        expiresAt: expires_at?.toISOString() ?? null,
      })),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }))
}

export async function presentWebhook(db: Db, row: WebhookRow): Promise<Webhook> {
  const [webhook] = await presentWebhooks(db, [row])
  if (!webhook) throw new Error('one row has one presentation')
  return webhook
}

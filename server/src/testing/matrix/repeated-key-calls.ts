import { createSession } from '@kyc/contract/partner-api.ts'
import { anonymousBrowser } from '../app/anonymous-browser.ts'
import { partnerServers } from '../app/partner-api.ts'
import type { TestAccount, TestApp } from '../app/test-app.ts'
import type { TestClient } from '../app/test-client.ts'

/** A call with an idempotency key, and how often it took effect. */
export interface RepeatedCall {
  readonly by: TestClient
  readonly path: string
  readonly body?: Record<string, unknown>
  /** The same endpoint with other content. */
  readonly other?: { readonly path?: string; readonly body?: Record<string, unknown> }
  /** How often the call took effect. */
  readonly effects: () => Promise<number>
}

interface Stage {
  readonly app: TestApp
  readonly superadmin: TestAccount
  readonly partnerId: string
}

/** The idempotent calls about the keys and addresses of a partner's server. `stage` is evaluated at each call. */
export function repeatedKeyCalls(stage: () => Stage): Record<string, () => Promise<RepeatedCall>> {
  const { newServer, withKey } = partnerServers(stage)
  const count = async (table: string, partnerId: string) => {
    const statement = `SELECT count(*)::int AS n FROM ${table} WHERE partner_id = $1`
    const [row] = await stage().app.sql<{ n: number }>(statement, [partnerId])
    return row?.n ?? 0
  }
  return {
    async 'partners.createApiKey'() {
      const { superadmin, partnerId: id } = stage()
      const body = { mode: 'test', scopes: ['sessions'] }
      const before = await count('partner_api_key', id)
      return {
        by: superadmin,
        path: `/api/partners/${id}/api-keys`,
        body,
        other: { body: { ...body, scopes: ['events'] } },
        effects: async () => (await count('partner_api_key', id)) - before,
      }
    },
    async 'partners.rotateApiKey'() {
      const { partnerId: id, keyId } = await withKey(stage().partnerId, 'test')
      const another = await withKey(id, 'test')
      const path = (of: string) => `/api/partners/${id}/api-keys/${of}/rotation`
      const before = await count('partner_api_key', id)
      return {
        by: stage().superadmin,
        path: path(keyId),
        other: { path: path(another.keyId) },
        effects: async () => (await count('partner_api_key', id)) - before,
      }
    },
    ...repeatedWebhookCalls(stage),
    async 'kyc.openAddress'() {
      const server = await newServer()
      const address = async (user_id: string) => {
        const json = { user_id, callback_url: 'https://partner.example.com/callback' }
        const { url } = (await server.call(createSession, { json })).json as { url: string }
        return { token: new URL(url).hash.replace('#token=', '') }
      }
      return {
        by: await anonymousBrowser(stage().app),
        path: '/api/kyc/addresses',
        body: await address('user-1'),
        other: { body: await address('user-2') },
        effects: () => count('kyc_session', server.partnerId),
      }
    },
  }
}

function repeatedWebhookCalls(stage: () => Stage): Record<string, () => Promise<RepeatedCall>> {
  const countOf = async (table: string, webhookId: string | undefined) => {
    const statement = `SELECT count(*)::int AS n FROM ${table} WHERE webhook_id = $1`
    const [row] = await stage().app.sql<{ n: number }>(statement, [webhookId])
    return row?.n ?? 0
  }
  /** New webhooks of both modes. */
  const webhooks = async (): Promise<(string | undefined)[]> => {
    const { app, partnerId } = stage()
    await app.sql('DELETE FROM partner_webhook WHERE partner_id = $1', [partnerId])
    const rows = await app.sql<{ id: string }>(
      `INSERT INTO partner_webhook (id, partner_id, mode, url, api_version, created_at, updated_at)
       SELECT uuidv7(), id, m, callback_origins[1] || '/events', '2026-11-28', now(), now()
       FROM partner, unnest('{test,live}'::text[]) m WHERE id = $1 RETURNING id`,
      [partnerId],
    )
    for (const { id } of rows)
      await app.sql(
        `INSERT INTO partner_webhook_secret (id, webhook_id, secret_enc, hint, created_at)
         VALUES (uuidv7(), $1, '\\x00', '', now())`,
        [id],
      )
    return rows.map(({ id }) => id)
  }
  return {
    async 'partners.rotateWebhookSecret'() {
      const { superadmin, partnerId: id } = stage()
      const [webhook, another] = await webhooks()
      const path = (of: string | undefined) => `/api/partners/${id}/webhooks/${of}/secrets`
      return {
        by: superadmin,
        path: path(webhook),
        other: { path: path(another) },
        effects: async () => (await countOf('partner_webhook_secret', webhook)) - 1,
      }
    },
    async 'partners.testWebhook'() {
      const { superadmin, partnerId: id } = stage()
      const [webhook, another] = await webhooks()
      const path = (of: string | undefined) => `/api/partners/${id}/webhooks/${of}/test`
      return {
        by: superadmin,
        path: path(webhook),
        other: { path: path(another) },
        effects: () => countOf('delivery', webhook),
      }
    },
  }
}

import { z } from 'zod'
import { deliverySchema } from './deliveries.ts'
import { endpoint, keyProblems } from './endpoint.ts'
import { emptyIsAbsent, id, instant, noBody, paging, webAddress } from './fields.ts'
import { limits } from './limits.ts'
import { partnerModes } from './partners.ts'

// Events of a partner by webhook, and the log of its calls (D112), for superadmins.

/** Why nothing is sent to an address until it is set again: a 410 response, or failures for five days (D35). */
export const webhookStops = ['gone', 'failing'] as const
export type WebhookStop = (typeof webhookStops)[number]

export const webhookUrl = webAddress('url', limits.partnerTexts.url).refine((value) => value !== '', {
  error: 'Webhookの送信先を入力してください。',
})

const webhookSchema = z.strictObject({
  id,
  mode: z.enum(partnerModes),
  url: z.string(),
  version: z.string(),
  stop: z.enum(webhookStops).nullable(),
  failingSince: instant.nullable(),
  /** The newest first; a replaced one signs for 24 hours more. */
  secrets: z.array(z.strictObject({ hint: z.string(), createdAt: instant, expiresAt: instant.nullable() })),
  createdAt: instant,
  updatedAt: instant,
})
export type Webhook = z.infer<typeof webhookSchema>

const one = z.strictObject({ id })
const ofWebhook = z.strictObject({ id, webhookId: id })
const base = { who: 'superadmin', path: '/partners/{id}/webhooks' } as const

export const listWebhooks = endpoint({
  ...base,
  name: 'partners.webhooks',
  method: 'GET',
  summary: 'The addresses that receive the events of a partner, one per mode (D112)',
  params: one,
  reply: { kind: 'json', status: 200, schema: z.array(webhookSchema) },
  problems: ['NOT_FOUND'],
})

export const putWebhook = endpoint({
  ...base,
  name: 'partners.putWebhook',
  method: 'PUT',
  summary:
    'Set the address of a mode, or resume it; the reply contains the secret only if there was no address (D112)',
  stepUp: true,
  params: one,
  body: z.strictObject({
    mode: z.enum(partnerModes, { error: '種別を選択してください。' }),
    url: webhookUrl,
  }),
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({ webhook: webhookSchema, secret: z.string().nullable() }),
  },
  problems: ['NOT_FOUND', 'INVALID_INPUT', 'WEBHOOK_NOT_ALLOWED', 'STEP_UP_REQUIRED'],
  audit: ['update'],
})

export const removeWebhook = endpoint({
  ...base,
  name: 'partners.removeWebhook',
  method: 'DELETE',
  path: '/partners/{id}/webhooks/{webhookId}',
  summary: 'Send no more events of a mode; those that wait are dropped (D112)',
  stepUp: true,
  params: ofWebhook,
  reply: { kind: 'empty', status: 204 },
  problems: ['NOT_FOUND', 'STEP_UP_REQUIRED'],
  audit: ['update'],
})

export const rotateWebhookSecret = endpoint({
  ...base,
  name: 'partners.rotateWebhookSecret',
  method: 'POST',
  path: '/partners/{id}/webhooks/{webhookId}/secrets',
  summary: 'Create a new secret; for 24 hours events have both signatures (D112)',
  stepUp: true,
  params: ofWebhook,
  ...noBody,
  reply: {
    kind: 'json',
    status: 201,
    schema: z.strictObject({ webhook: webhookSchema, secret: z.string() }),
  },
  problems: ['NOT_FOUND', 'STEP_UP_REQUIRED', ...keyProblems],
  audit: ['update'],
  idempotent: true,
})

export const testWebhook = endpoint({
  ...base,
  name: 'partners.testWebhook',
  method: 'POST',
  path: '/partners/{id}/webhooks/{webhookId}/test',
  summary: 'Send a test event now; returns the outcome (D112)',
  params: ofWebhook,
  ...noBody,
  reply: { kind: 'json', status: 200, schema: deliverySchema },
  problems: ['NOT_FOUND', 'CALLBACKS_STOPPED', ...keyProblems],
  audit: ['share', 'update'],
  idempotent: true,
})

const healthSchema = z.strictObject({
  lastSuccessAt: instant.nullable(),
  /** Failed attempts of the last 24 hours. */
  failures: z.int(),
  /** Since when the oldest delivery waits. */
  oldestWaitingAt: instant.nullable(),
  /** Calls of the last 24 hours, and those with an error. */
  calls: z.int(),
  failedCalls: z.int(),
})
export type PartnerHealth = z.infer<typeof healthSchema>

export const partnerHealth = endpoint({
  ...base,
  name: 'partners.health',
  method: 'GET',
  path: '/partners/{id}/health',
  summary: 'Whether deliveries reach a partner, and its calls of the last 24 hours (D112)',
  params: one,
  reply: { kind: 'json', status: 200, schema: healthSchema },
  problems: ['NOT_FOUND'],
})

const callSchema = z.strictObject({
  id,
  at: instant,
  mode: z.enum(partnerModes),
  /** The last four characters of the key. */
  keyHint: z.string(),
  method: z.string(),
  /** Without the ids of records and without the query. */
  path: z.string(),
  status: z.int(),
  durationMs: z.int(),
  /** `x-request-id` of the reply. */
  requestId: z.string(),
})
export type PartnerCallEntry = z.infer<typeof callSchema>

/** Calls by their outcome. */
export const callOutcomes = ['ok', 'failed'] as const

export const listCalls = endpoint({
  ...base,
  name: 'partners.calls',
  method: 'GET',
  path: '/partners/{id}/calls',
  summary: 'The calls of a partner’s server in the last 30 days, newest first, without their content (D112)',
  params: one,
  query: z.object({
    outcome: emptyIsAbsent(z.enum(callOutcomes, { error: '結果の指定が正しくありません。' })),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(callSchema), paged: true },
  problems: ['NOT_FOUND', 'INVALID_INPUT', 'CURSOR_INVALID'],
})

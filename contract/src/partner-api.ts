import { z } from 'zod'
import { type Endpoint, endpoint, keyProblems } from './endpoint.ts'
import { emptyIsAbsent, filled, id, instant, noBody, paging, text, webAddress } from './fields.ts'
import { kycFaults, userIdPattern } from './kyc.ts'
import { limits } from './limits.ts'
import { addressStates, type PartnerEventType, partnerEventTypes } from './partner-api-vocabulary.ts'
import { titleEndpoints } from './partner-shares.ts'
import { webhookStops, webhookUrl } from './partner-webhooks.ts'
import { type TakedownKind, takedownKindIds, takedownStates } from './takedown-vocabulary.ts'

// The API for the servers of partners (D112). It has ids, codes and days only and, of shared titles, what their owner
// shares. Its fields are named like those of the payloads that partners already receive. A test key never reads or
// writes the data of a live key.

const userId = z
  .string({ error: kycFaults.userIdMissing })
  .min(1, { error: kycFaults.userIdMissing })
  .max(limits.partnerTexts.userId, { error: 'パラメータが長すぎます。' })
  .regex(userIdPattern, { error: kycFaults.userIdInvalid })

const sessionSchema = z.strictObject({
  id,
  user_id: z.string(),
  session_id: z.string().nullable(),
  state: z.enum(addressStates),
  test: z.boolean(),
  created_at: instant,
  expires_at: instant,
  opened_at: instant.nullable(),
})
export type PartnerSession = z.infer<typeof sessionSchema>

const one = z.strictObject({ id })
const reply = <Schema extends z.ZodType>(schema: Schema) => ({ kind: 'json', status: 200, schema }) as const
const list = <Schema extends z.ZodType>(schema: Schema) =>
  ({ ...reply(z.array(schema)), paged: true }) as const

export const createSession = endpoint({
  name: 'partnerApi.createSession',
  method: 'POST',
  path: '/partner/v1/sessions',
  summary:
    'Create an address of the KYC page for a user, valid once and for 24 hours; only this reply contains it',
  who: 'partner',
  scope: 'sessions',
  body: z.strictObject({
    user_id: userId,
    callback_url: webAddress('callback_url', limits.partnerTexts.url).refine((value) => value !== '', {
      error: kycFaults.callbackUrlMissing,
    }),
    redirect_url: webAddress('redirect_url', limits.partnerTexts.url).nullish(),
    session_id: text('session_id', limits.partnerTexts.sessionId).nullish(),
    locale: text('locale', 20).nullish(),
  }),
  reply: { kind: 'json', status: 201, schema: sessionSchema.extend({ url: z.string() }) },
  problems: ['INVALID_INPUT', 'CALLBACK_NOT_ALLOWED', 'REDIRECT_NOT_ALLOWED', ...keyProblems],
  audit: ['create'],
  idempotent: true,
})

export const listSessions = endpoint({
  name: 'partnerApi.listSessions',
  method: 'GET',
  path: '/partner/v1/sessions',
  summary: 'The sessions of the last 30 days, newest first',
  who: 'partner',
  scope: 'sessions',
  query: z.object({ user_id: emptyIsAbsent(userId), ...paging }),
  reply: list(sessionSchema),
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

export const getSession = endpoint({
  name: 'partnerApi.getSession',
  method: 'GET',
  path: '/partner/v1/sessions/{id}',
  summary: 'Whether a user has opened an address and completed the page',
  who: 'partner',
  scope: 'sessions',
  params: one,
  reply: reply(sessionSchema),
  problems: ['NOT_FOUND'],
})

export const partnerPerformerSchema = z.strictObject({
  id,
  user_id: z.string(),
  status: z.enum(['pending', 'approved', 'rejected']),
  /** The first day on which a document has expired or will; null without one. */
  expires_on: z.string().nullable(),
  test: z.boolean(),
  created_at: instant,
  updated_at: instant,
})
export type PartnerPerformer = z.infer<typeof partnerPerformerSchema>

export const listPartnerPerformers = endpoint({
  name: 'partnerApi.listPerformers',
  method: 'GET',
  path: '/partner/v1/performers',
  summary:
    'The status of the performers that proven users have registered, newest first; no names and no pictures',
  who: 'partner',
  scope: 'performers',
  query: z.object({ user_id: emptyIsAbsent(userId), ...paging }),
  reply: list(partnerPerformerSchema),
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

export const getPartnerPerformer = endpoint({
  name: 'partnerApi.getPerformer',
  method: 'GET',
  path: '/partner/v1/performers/{id}',
  summary: 'The status of one performer',
  who: 'partner',
  scope: 'performers',
  params: one,
  reply: reply(partnerPerformerSchema),
  problems: ['NOT_FOUND'],
})

export const partnerRequestSchema = z.strictObject({
  id,
  /** The receipt number. */
  number: z.string(),
  kind: z.enum(takedownKindIds as [TakedownKind, ...TakedownKind[]], {
    error: '申し出の種類を選択してください。',
  }),
  state: z.enum(takedownStates),
  test: z.boolean(),
  received_at: instant,
  due_at: instant,
  confirmed_at: instant.nullable(),
  closed_at: instant.nullable(),
})
export type PartnerRequest = z.infer<typeof partnerRequestSchema>

export const createRequest = endpoint({
  name: 'partnerApi.createRequest',
  method: 'POST',
  path: '/partner/v1/requests',
  summary:
    'Ask for a title to be taken down: an exact product number, external id or address stops it at once',
  who: 'partner',
  scope: 'requests',
  body: z.strictObject({
    kind: partnerRequestSchema.shape.kind,
    title: filled('作品の品番、外部IDまたはURL', limits.publications.addressChars),
    text: text('申し出の内容', limits.textChars, true).nullish(),
  }),
  reply: { kind: 'json', status: 201, schema: partnerRequestSchema },
  problems: ['INVALID_INPUT', 'RATE_LIMITED', ...keyProblems],
  audit: ['create', 'update'],
  idempotent: true,
})

export const listRequests = endpoint({
  name: 'partnerApi.listRequests',
  method: 'GET',
  path: '/partner/v1/requests',
  summary: 'The requests that this partner has opened, newest first',
  who: 'partner',
  scope: 'requests',
  query: z.object(paging),
  reply: list(partnerRequestSchema),
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

export const getRequest = endpoint({
  name: 'partnerApi.getRequest',
  method: 'GET',
  path: '/partner/v1/requests/{id}',
  summary: 'One request that this partner has opened',
  who: 'partner',
  scope: 'requests',
  params: one,
  reply: reply(partnerRequestSchema),
  problems: ['NOT_FOUND'],
})

export const partnerEventSchema = z.strictObject({
  id,
  type: z.enum(Object.keys(partnerEventTypes) as [PartnerEventType, ...PartnerEventType[]]), // the keys of the table
  timestamp: instant,
  /** The id of the session, performer, request, shared title or webhook that the type is about. */
  object_id: id,
  user_id: z.string().nullable(),
  expires_on: z.string().nullable(),
  test: z.boolean(),
})
/** The same in the list of events and as the body of a webhook. */
export type PartnerEvent = z.infer<typeof partnerEventSchema>

export const listEvents = endpoint({
  name: 'partnerApi.listEvents',
  method: 'GET',
  path: '/partner/v1/events',
  summary:
    'The events of the last 90 days, oldest first, after the event that `after` names. A client that keeps the last id gets each event exactly once',
  who: 'partner',
  scope: 'events',
  query: z.object({ after: emptyIsAbsent(z.string().max(limits.idChars)), limit: paging.limit }),
  reply: reply(z.array(partnerEventSchema)),
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

/** The address that receives the events of the key's mode. A mode has one, below a registered callback origin. */
const webhookSchema = z.strictObject({
  id,
  url: z.string(),
  test: z.boolean(),
  /** The version in which events are sent: that of the call which set the address. */
  version: z.string(),
  /** Why nothing is sent: a 410 response, or failures for five days. Setting the address again resumes it. */
  stopped: z.enum(webhookStops).nullable(),
  /** The start of uninterrupted failures. */
  failing_since: instant.nullable(),
  created_at: instant,
  updated_at: instant,
})
export type PartnerWebhook = z.infer<typeof webhookSchema>

const webhook = { path: '/partner/v1/webhook', who: 'partner', scope: 'webhooks' } as const

export const getWebhook = endpoint({
  ...webhook,
  name: 'partnerApi.getWebhook',
  method: 'GET',
  summary: 'The address that receives the events of the key’s mode',
  reply: reply(webhookSchema),
  problems: ['NOT_FOUND'],
})

export const setWebhook = endpoint({
  ...webhook,
  name: 'partnerApi.setWebhook',
  method: 'PUT',
  summary:
    'Set the address that receives events, or resume it; `secret` is shown once, when there was no address',
  body: z.strictObject({ url: webhookUrl }),
  reply: reply(webhookSchema.extend({ secret: z.string().nullable() })),
  problems: ['INVALID_INPUT', 'WEBHOOK_NOT_ALLOWED'],
  audit: ['update'],
})

export const deleteWebhook = endpoint({
  ...webhook,
  name: 'partnerApi.deleteWebhook',
  method: 'DELETE',
  summary: 'Stop sending events; those that wait are listed by `GET /events` only',
  reply: { kind: 'empty', status: 204 },
  problems: ['NOT_FOUND'],
  audit: ['update'],
})

export const renewWebhookSecret = endpoint({
  ...webhook,
  name: 'partnerApi.renewWebhookSecret',
  method: 'POST',
  path: '/partner/v1/webhook/secrets',
  summary:
    'Create a new secret; for 24 hours `webhook-signature` has the signatures of the old one and the new one',
  ...noBody,
  reply: { kind: 'json', status: 201, schema: webhookSchema.extend({ secret: z.string() }) },
  problems: ['NOT_FOUND', ...keyProblems],
  audit: ['update'],
  idempotent: true,
})

export const sendTestEvent = endpoint({
  ...webhook,
  name: 'partnerApi.sendTestEvent',
  method: 'POST',
  path: '/partner/v1/webhook/test',
  summary: 'Send an event `webhook.test`, signed like the rest; returns the event',
  ...noBody,
  reply: { kind: 'json', status: 201, schema: partnerEventSchema },
  problems: ['NOT_FOUND', 'CALLBACKS_STOPPED', ...keyProblems],
  audit: ['share'],
  idempotent: true,
})

/** Every call of the partner API, for the routes of the server, the OpenAPI document and the authorisation matrix. */
export const partnerEndpoints = [
  createSession,
  listSessions,
  getSession,
  listPartnerPerformers,
  getPartnerPerformer,
  ...titleEndpoints,
  createRequest,
  listRequests,
  getRequest,
  listEvents,
  getWebhook,
  setWebhook,
  deleteWebhook,
  renewWebhookSecret,
  sendTestEvent,
] as const satisfies readonly Endpoint[]

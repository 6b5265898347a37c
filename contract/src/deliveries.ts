import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { emptyIsAbsent, id, instant, noBody, paging } from './fields.ts'
import { type PartnerEventType, partnerEventTypes } from './partner-api-vocabulary.ts'
import { partnerModes } from './partners.ts'

/** Callbacks to partners, and each attempt (D35); for superadmins (D4). */

export const deliveryStates = ['pending', 'delivered', 'dead'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** What partners receive: the result (D35), and events by webhook (D112). */
export type DeliveryEvent = PartnerEventType

/** Why an attempt got no valid response. */
const attemptFailures = [
  'refused_address',
  'unreachable',
  'tls',
  'timeout',
  'answer_too_large',
  'redirect',
  'status',
  /** The stored result or every signing secret is damaged (D57): nothing was sent. */
  'unreadable',
  /** The user of the partner is no longer linked to the account of the result (D33): nothing was sent. */
  'unlinked',
] as const
export type AttemptFailure = (typeof attemptFailures)[number]

const deliveryAttemptSchema = z.strictObject({
  number: z.int(),
  at: instant,
  durationMs: z.int(),
  status: z.int().nullable(),
  failure: z.enum(attemptFailures).nullable(),
  /** The beginning of the partner's response, as text. */
  answer: z.string().nullable(),
  /** Requested by a superadmin or by the account of the result; does not count as a scheduled retry. */
  manual: z.boolean(),
})
export type DeliveryAttempt = z.infer<typeof deliveryAttemptSchema>

export const deliverySchema = z.strictObject({
  /** The id, which is the `webhook-id` of every attempt to deliver a result, too. */
  id,
  event: z.enum(Object.keys(partnerEventTypes) as [DeliveryEvent, ...DeliveryEvent[]]), // the keys of the table
  /** The mode of the webhook; null for the result of a KYC session. */
  webhook: z.enum(partnerModes).nullable(),
  /** The event that a webhook sends, which is the `webhook-id` of each of its deliveries; null once it is erased. */
  eventId: id.nullable(),
  /** The delivery that this one repeats. */
  resendOf: id.nullable(),
  /** Origin and path. The query is omitted: it can contain anything. */
  address: z.string(),
  state: z.enum(deliveryStates),
  createdAt: instant,
  nextAttemptAt: instant.nullable(),
  /** The newest attempts; the last `number` is the total. */
  attempts: z.array(deliveryAttemptSchema),
})
export type Delivery = z.infer<typeof deliverySchema>

export const listDeliveries = endpoint({
  name: 'partners.deliveries',
  method: 'GET',
  path: '/partners/{id}/deliveries',
  summary: 'Callbacks to a partner with their attempts, newest first (D35)',
  who: 'superadmin',
  params: z.strictObject({ id }),
  query: z.object({
    state: emptyIsAbsent(z.enum(deliveryStates, { error: '状態の指定が正しくありません。' })),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(deliverySchema), paged: true },
  problems: ['NOT_FOUND', 'INVALID_INPUT', 'CURSOR_INVALID'],
})

export const resendDelivery = endpoint({
  name: 'partners.resend',
  method: 'POST',
  path: '/partners/{id}/deliveries/{deliveryId}/resend',
  summary:
    'Make one more attempt now with the same webhook-id; returns its outcome. Of an event, a delivery that has ended is repeated as a new one',
  who: 'superadmin',
  params: z.strictObject({ id, deliveryId: id }),
  ...noBody,
  reply: { kind: 'json', status: 200, schema: deliverySchema },
  problems: ['NOT_FOUND', 'CONFLICT', 'CALLBACKS_STOPPED', 'DELIVERY_EMPTIED', ...keyProblems],
  audit: ['share', 'update'],
  idempotent: true,
})

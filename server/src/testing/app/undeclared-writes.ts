import type { Endpoint } from '@kyc/contract/endpoint.ts'
import { isClassified } from '../../features/audit/leak/shown-by.ts'
import type { ObservedWrites } from './observed-writes.ts'

/** Tables and columns that a call may write without an entry, each with the reason (D38). */
const unaudited: Readonly<Record<string, string>> = {
  analytics_event: 'counts page views without an account (D44)',
  attempt_bucket: 'counts attempts; a failed sign-in has its own entry',
  audit_writer: 'states how many entries the process has written (D121)',
  contract_key: 'the server rotates its own keys',
  document_view: 'deduplicates the entries of reads',
  exported_performers: 'counts what the exports of an hour contained, which have entries (D38)',
  idempotency_key: 'stores the reply of an act that has its own entry',
  limit_use: 'limits what an account does at a time',
  looks_alert: 'claims the mail about many views or listed records of an hour (D120)',
  object_deletion: 'queues the deletion of files without a row',
  outbox: 'belongs to the act whose transaction enqueues it',
  pending_sign_in: 'an incomplete sign-in; its completion creates the entry',
  recent_view: 'deduplicates the entries of reads',
  review_claim: 'ends by itself; a takeover has its own entry',
  signing_key: 'the server rotates its own keys',
  upload_quota: 'counts the uploads of an account per day',
  upload_intent: 'stored files that are not visible yet; the commit creates the entry',
  used_id_token: 'prevents the reuse of a provider token',
  'account.provider_checked_at': 'schedules the next check at the provider',
  'one_time_token.used_at': 'the act that the link or code permits has its own entry',
  'one_time_token.data': 'the act that the link or code permits has its own entry',
  'performer_link.id_kind_chosen': 'the step of the page; a change of the kind has its own entry',
  'session.challenge': 'has no effect without the response of a passkey',
  'session.challenge_for': 'belongs to the challenge',
  'session.challenge_until': 'belongs to the challenge',
  'session.csrf_generation': 'replaces the CSRF token',
  ...deliveryProgress(),
}

/** Enqueuing a delivery and each of its attempts create entries of their own. */
function deliveryProgress(): Record<string, string> {
  const columns = ['claimed_until', 'next_attempt_at', 'state', 'scheduled', 'attempts', 'ended_at']
  const progress = [
    ...columns.map((column) => `delivery.${column}`),
    'delivery_attempt',
    'partner.failing_since',
  ]
  return Object.fromEntries(
    progress.map((name) => [name, 'progress of a delivery, whose attempts have entries']),
  )
}

/**
 * The differences between the writes of a call and the declaration of its endpoint: entries of other actions, or of
 * kinds that the leak investigation does not cover, and changes that were committed without an entry in their
 * transaction. Empty if there are none.
 */
export function undeclaredWrites(
  endpoint: Endpoint,
  { committed, actions: written, kinds }: ObservedWrites,
): string[] {
  const actions = [...written].filter((action) => !endpoint.audit?.some((declared) => declared === action))
  const changes = endpoint.unaudited === undefined ? new Set(committed.flatMap(withoutEntry)) : []
  const unclassified = [...kinds].filter(([, [action, type]]) => !isClassified(action, type))
  return [
    ...unclassified.map(
      ([kind]) => `shown-by.ts does not say what the entry ${kind} of ${endpoint.name} shows`,
    ),
    ...actions.map((action) => `${endpoint.name} creates an entry "${action}" that it does not declare`),
    ...[...changes].map((name) => `${endpoint.name} writes ${name} without an entry`),
  ]
}

function withoutEntry(transaction: ReadonlySet<string>): string[] {
  if (transaction.has('audit_event')) return []
  return [...transaction].filter((name) => !isUnaudited(name))
}

function isUnaudited(name: string): boolean {
  const [table = ''] = name.split('.', 1)
  return name in unaudited || table in unaudited
}

import type { Endpoint } from '@kyc/contract/endpoint.ts'
import type { ObservedWrites } from '../../platform/db/observed-writes.ts'

/** Tables and columns whose content is no act of a person: a call may write them without an entry (D38). */
const unaudited: Readonly<Record<string, string>> = {
  analytics_event: 'counts page views without a person (D44)',
  attempt_bucket: 'counts attempts; a failed sign-in has its own entry',
  document_view: 'deduplicates the entries of reads',
  idempotency_key: 'keeps the answer of an act that has its entry',
  object_deletion: 'queues the deletion of files that no row names any more',
  pending_sign_in: 'a sign-in that is not complete; its end creates the entry',
  signing_key: 'the server renews its own keys on a schedule',
  upload_quota: 'counts what an account sends in a day',
  upload_intent: 'files that are stored but not yet visible; the commit creates the entry',
  used_id_token: 'refuses a provider token the second time',
  'account.provider_checked_at': 'schedules the next check at the provider',
  'one_time_token.used_at': 'what a link or code opens has its entry',
  'one_time_token.data': 'what a link or code opens has its entry',
  'session.challenge': 'has no effect before a passkey answers it',
  'session.challenge_for': 'belongs to the challenge',
  'session.challenge_until': 'belongs to the challenge',
  'session.csrf_generation': 'replaces the CSRF token',
  ...deliveryProgress(),
}

/** The entry of a delivery is written with it, and another at its end. */
function deliveryProgress(): Record<string, string> {
  const columns = ['claimed_until', 'next_attempt_at', 'state', 'scheduled', 'attempts', 'ended_at']
  const progress = [
    ...columns.map((column) => `delivery.${column}`),
    'delivery_attempt',
    'partner.failing_since',
  ]
  return Object.fromEntries(progress.map((name) => [name, 'how the attempts of a delivery went']))
}

/** The jobs of the outbox: what they do is an act of the transaction that enqueues them. */
const outbox = 'pgboss.'

/**
 * How the rows that a call wrote differ from what its endpoint declares (D61): entries of other actions, and changes
 * that were committed without an entry in their transaction. Empty if they agree.
 */
export function undeclaredWrites(endpoint: Endpoint, { committed, notes }: ObservedWrites): string[] {
  const actions = [...notes].filter((action) => !endpoint.audit?.some((declared) => declared === action))
  const changes = endpoint.unaudited === undefined ? new Set(committed.flatMap(withoutEntry)) : []
  return [
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
  return name in unaudited || table in unaudited || name.startsWith(outbox)
}

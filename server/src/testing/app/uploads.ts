import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { sweepIntents } from '../../features/documents/intake/sweep-intents.ts'
import { reconcile } from '../../features/documents/reconcile.ts'
import { type Registration, registrationForm } from './factories.ts'
import type { TestApp } from './test-app.ts'
import type { TestClient, TestReply } from './test-client.ts'

/** Sends a registration and returns the reply, whatever its status. */
export async function sendRegistration(
  client: TestClient,
  registration?: Registration,
  headers: Record<string, string> = { 'idempotency-key': randomUUID() },
): Promise<TestReply> {
  return client.call('POST', '/api/performers', { form: await registrationForm(registration), headers })
}

/** Whether a reply was saved by an earlier call with the same key or content. */
export function isReplay(reply: TestReply): boolean {
  return reply.headers.get('idempotent-replayed') === 'true'
}

/** Sweeps the intents, and expects no object without a row and no row without an object. */
export async function expectNothingLost(app: TestApp): Promise<void> {
  await sweepIntents(app.services)
  const later = { now: () => new Date(Date.now() + 7_200_000) }
  expect(await reconcile({ ...app.services, clock: later })).toEqual({ orphans: [], missing: [] })
}

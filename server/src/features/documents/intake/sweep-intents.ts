import { limits } from '@kyc/contract/limits.ts'
import { ago } from '../../../platform/db/time.ts'
import type { DocumentServices } from '../document-services.ts'

type SweepServices = Pick<DocumentServices, 'db' | 'store'>

/**
 * Deletes the objects of failed and expired uploads, and returns the number of their intents. An intent is
 * first marked as aborting, so that it can no longer be committed; then its objects are deleted. Every step
 * can be repeated after a crash.
 */
export async function sweepIntents(services: SweepServices): Promise<number> {
  await abortExpired(services)
  const aborting = await services.db
    .selectFrom('upload_intent')
    .select(['id', 'object_keys'])
    .where('state', '=', 'aborting')
    .execute()
  for (const intent of aborting) await deleteObjects(services, intent)
  await deleteClosed(services)
  return aborting.length
}

async function abortExpired({ db }: SweepServices): Promise<void> {
  await db
    .updateTable('upload_intent')
    .set({ state: 'aborting' })
    .where('state', '=', 'pending')
    .where('heartbeat_at', '<', ago(limits.intentLease))
    .execute()
}

async function deleteObjects(
  { db, store }: SweepServices,
  intent: { id: string; object_keys: string[] },
): Promise<void> {
  for (const key of intent.object_keys) await store.delete(key)
  // Without a saved reply the key has no use; a retry with it starts over.
  await db
    .deleteFrom('idempotency_key')
    .where('intent_id', '=', intent.id)
    .where('status', 'is', null)
    .execute()
  await db
    .updateTable('upload_intent')
    .set({ state: 'aborted' })
    .where('id', '=', intent.id)
    .where('state', '=', 'aborting')
    .execute()
}

/** Closed intents are kept for a while as a trace of what became of an upload. */
async function deleteClosed({ db }: SweepServices): Promise<void> {
  await db
    .deleteFrom('upload_intent')
    .where('state', 'in', ['committed', 'aborted'])
    .where('created_at', '<', ago(limits.idempotencyKept))
    .execute()
}

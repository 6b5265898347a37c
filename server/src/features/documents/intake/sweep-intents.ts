import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago } from '../../../platform/db/time.ts'
import { isOutage } from '../../records/destruction/delete-objects.ts'
import type { DocumentServices } from '../document-services.ts'

/** As text, because a Date has only milliseconds. */
const heartbeat = sql<string>`heartbeat_at::text`

/**
 * Deletes the objects of failed and expired uploads, and returns the number of their intents. An intent is
 * first marked as aborting, so that it can no longer be committed; then its objects are deleted. Every step
 * can be repeated after a crash.
 */
export async function sweepIntents(services: DocumentServices): Promise<number> {
  await abortExpired(services)
  const aborting = await services.db
    .selectFrom('upload_intent')
    .select(['id', 'object_keys', heartbeat.as('heartbeat')])
    .where('state', '=', 'aborting')
    .execute()
  const failures: unknown[] = []
  for (const intent of aborting) {
    try {
      for (const key of intent.object_keys) await services.store.delete(key)
    } catch (error) {
      // One object that the store refuses to delete must not prevent the deletion of those of other uploads.
      if (isOutage(error)) throw error
      failures.push(error)
      continue
    }
    await endIntent(services.db, intent)
  }
  await deleteClosed(services)
  if (failures.length > 0) throw failures[0]
  return aborting.length
}

async function abortExpired({ db }: DocumentServices): Promise<void> {
  await db
    .updateTable('upload_intent')
    .set({ state: 'aborting' })
    .where('state', '=', 'pending')
    .where('heartbeat_at', '<', ago(limits.intentLease))
    .execute()
}

/** Does not end an intent whose worker has continued meanwhile: it may have stored more objects, which the next sweep deletes. */
async function endIntent(db: Db, swept: { readonly id: string; readonly heartbeat: string }): Promise<void> {
  // Without a saved reply the key has no use; a retry with it starts over.
  await db
    .deleteFrom('idempotency_key')
    .where('intent_id', '=', swept.id)
    .where('status', 'is', null)
    .execute()
  await db
    .updateTable('upload_intent')
    .set({ state: 'aborted' })
    .where('id', '=', swept.id)
    .where('state', '=', 'aborting')
    .where(heartbeat, '=', swept.heartbeat)
    .execute()
}

/** Closed intents are kept for a while as a trace of what became of an upload. */
async function deleteClosed({ db }: DocumentServices): Promise<void> {
  await db
    .deleteFrom('upload_intent')
    .where('state', 'in', ['committed', 'aborted'])
    .where('created_at', '<', ago(limits.idempotencyKept))
    .execute()
}

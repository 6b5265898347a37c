import { afterCommit, type Tx } from '../../platform/db/transaction.ts'
import type { DocumentServices } from './document-services.ts'

const batch = 500

/** Enqueues objects for deletion after the commit; a crash after the commit loses none. */
export async function queueDeletion(tx: Tx, objectKeys: readonly string[]): Promise<void> {
  await tx
    .insertInto('object_deletion')
    .values(objectKeys.map((object_key) => ({ object_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes queued objects once `tx` has committed; a job repeats it. */
export function deleteObjectsAfterCommit(
  services: Pick<DocumentServices, 'db' | 'log' | 'store'>,
  tx: Tx,
): void {
  afterCommit(tx, () => {
    deleteQueuedObjects(services).catch((error) =>
      services.log.error({ err: error }, 'objects were not deleted'),
    )
  })
}

/**
 * Deletes queued objects and returns their number. A row leaves the queue once its object no longer exists.
 */
export async function deleteQueuedObjects({
  db,
  store,
}: Pick<DocumentServices, 'db' | 'store'>): Promise<number> {
  const queued = await db
    .selectFrom('object_deletion')
    .select('object_key')
    .orderBy('queued_at')
    .limit(batch)
    .execute()
  let deleted = 0
  for (const { object_key } of queued) {
    await store.delete(object_key)
    if (await store.exists(object_key)) continue
    await db.deleteFrom('object_deletion').where('object_key', '=', object_key).execute()
    deleted++
  }
  return deleted
}

import type { Tx } from '../../platform/db/transaction.ts'
import type { DocumentServices } from './document-services.ts'

const batch = 500

/** Has objects deleted once the transaction has committed: also if the process dies right after it. */
export async function queueDeletion(tx: Tx, objectKeys: readonly string[]): Promise<void> {
  await tx
    .insertInto('object_deletion')
    .values(objectKeys.map((object_key) => ({ object_key })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes what is queued; an entry leaves the queue when its object is seen to be gone. */
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
  let gone = 0
  for (const { object_key } of queued) {
    await store.delete(object_key)
    if (await store.exists(object_key)) continue
    await db.deleteFrom('object_deletion').where('object_key', '=', object_key).execute()
    gone++
  }
  return gone
}

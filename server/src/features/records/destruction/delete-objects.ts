import { afterCommit, inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { StoreAwayError } from '../../../platform/storage/object-store.ts'
import type { RecordServices } from '../record-services.ts'
import { namedKeys } from './named-keys.ts'

const batch = 500
const maxLogged = 100

/**
 * Enqueues objects for deletion after the commit; a crash after the commit loses none. Call it in the transaction that
 * destroys their versions: objects that a row names are not deleted.
 */
export async function queueDeletion(tx: Tx, objectKeys: readonly string[]): Promise<void> {
  // Sorted, so that two transactions lock them in the same order.
  const keys = [...new Set(objectKeys)].sort()
  await tx
    .insertInto('object_deletion')
    .values(keys.map((object_key) => ({ object_key })))
    // Changes nothing, but locks a queued row until the commit: `keepNamed` must not remove it before it sees the destruction.
    .onConflict((conflict) =>
      conflict
        .column('object_key')
        .doUpdateSet(({ ref }) => ({ queued_at: ref('object_deletion.queued_at') })),
    )
    .execute()
}

/** Deletes queued objects once `tx` has committed; a job repeats it. */
export function deleteObjectsAfterCommit(services: RecordServices, tx: Tx): void {
  afterCommit(tx, () => {
    deleteQueuedObjects(services).catch((error) =>
      services.log.error({ err: error }, 'objects were not deleted'),
    )
  })
}

/**
 * Deletes queued objects and returns their number. A row leaves the queue once its object no longer exists, or if the object
 * is in use.
 */
export async function deleteQueuedObjects(services: RecordServices): Promise<number> {
  const { db, store } = services
  const queued = await db
    .selectFrom('object_deletion')
    .select('object_key')
    .orderBy('queued_at')
    .limit(batch)
    .execute()
  const kept = await keepNamed(
    services,
    queued.map(({ object_key }) => object_key),
  )
  let deleted = 0
  const failures: unknown[] = []
  for (const { object_key } of queued) {
    if (kept.has(object_key)) continue
    try {
      await store.delete(object_key)
      if (await store.exists(object_key)) continue
    } catch (error) {
      // One object that the store refuses to delete must not keep the others.
      if (isOutage(error)) throw error
      failures.push(error)
      continue
    }
    await db.deleteFrom('object_deletion').where('object_key', '=', object_key).execute()
    deleted++
  }
  if (failures.length > 0) throw failures[0]
  return deleted
}

/** Whether every call of the store fails. */
export function isOutage(error: unknown): boolean {
  return error instanceof StoreAwayError && error.transient
}

/**
 * Removes those of the queued keys that a version or an upload in progress names: only a fault can have queued them. Returns the
 * keys that must not be deleted now.
 */
async function keepNamed({ db, log }: RecordServices, queued: readonly string[]): Promise<Set<string>> {
  const named = await namedKeys(db, queued)
  if (named.length === 0) return new Set()
  const removed = await inTransaction(db, async (tx) => {
    // A destruction at the same time either holds these locks, and is read below, or queues its keys again afterwards.
    const locked = await tx
      .selectFrom('object_deletion')
      .select('object_key')
      .where('object_key', 'in', named)
      .orderBy('object_key')
      .forUpdate()
      .execute()
    const keys = await namedKeys(
      tx,
      locked.map(({ object_key }) => object_key),
    )
    if (keys.length > 0) await tx.deleteFrom('object_deletion').where('object_key', 'in', keys).execute()
    return keys
  })
  if (removed.length > 0)
    log.warn(
      { count: removed.length, objects: removed.slice(0, maxLogged) },
      'queued files are in use and were kept',
    )
  return new Set(named)
}

import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'

/** The intent to store objects under these keys, recorded before the first of them. */
export interface UploadIntent {
  readonly id: string
  readonly accountId: string
  readonly workerId: string
  readonly objectKeys: readonly string[]
}

export async function insertIntent(tx: Tx, intent: UploadIntent): Promise<void> {
  await tx
    .insertInto('upload_intent')
    .values({
      id: intent.id,
      account_id: intent.accountId,
      object_keys: [...intent.objectKeys],
      worker_id: intent.workerId,
      state: 'pending',
    })
    .execute()
}

/** Keeps the objects. Call it in the transaction that inserts their rows. */
export async function commitIntent(tx: Tx, id: string): Promise<void> {
  const done = await tx
    .updateTable('upload_intent')
    .set({ state: 'committed' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (done.numUpdatedRows !== 1n) throw new Problem('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 1 })
}

/**
 * Prevents the intent from being committed, so that the sweeper deletes its objects. An intent that is swept, or was, is swept
 * again: its worker may have stored more objects in the meantime. The heartbeat shows that to a sweep in progress.
 */
export async function abortIntent(db: Db, id: string): Promise<void> {
  await db
    .updateTable('upload_intent')
    .set({ state: 'aborting', heartbeat_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '!=', 'committed')
    .execute()
}

export async function renewIntent(db: Db, id: string): Promise<void> {
  await db.updateTable('upload_intent').set({ heartbeat_at: sql`now()` }).where('id', '=', id).execute()
}

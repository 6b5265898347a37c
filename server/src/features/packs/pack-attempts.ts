import { minute, second } from '@kyc/contract/durations.ts'
import type { PackFailure } from '@kyc/contract/pack-vocabulary.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { fromNow } from '../../platform/db/time.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** A pack whose file this process makes, until its lease expires. */
export type ClaimedPack = Pick<
  Selectable<Tables['pack']>,
  | 'id'
  | 'owner_id'
  | 'shape'
  | 'performer_id'
  | 'unmasked'
  | 'created_by'
  | 'created_at'
  | 'expires_at'
  | 'attempts'
> & { readonly videoIds: string[]; readonly performerIds: string[] }

export const packLease = minute
const mostAttempts = 3
const pause = 10 * second

/** The waiting pack that is due first. */
export async function findDuePacks(db: Db): Promise<{ id: string; wait: number }[]> {
  const { rows } = await sql<{ id: string; wait: number }>`
    SELECT id, extract(epoch FROM due_at - clock_timestamp())::float8 * 1000 AS wait FROM pack
    WHERE state = 'waiting' ORDER BY due_at, id LIMIT 1`.execute(db)
  return rows
}

/**
 * Claims the next attempt of a pack. Fails the pack if its last attempt ended without a recorded failure, as in a
 * crash.
 */
export async function claimPack(db: Db, id: string): Promise<ClaimedPack | undefined> {
  await sql`UPDATE pack SET state = 'failed', failure = 'error'
    WHERE id = ${id}::uuid AND state = 'waiting' AND attempts >= ${mostAttempts} AND due_at <= clock_timestamp()`.execute(
    db,
  )
  const { rows } = await sql<ClaimedPack>`
    UPDATE pack k SET attempts = attempts + 1, due_at = ${fromNow(packLease)}, files_done = 0
    WHERE id = ${id}::uuid AND state = 'waiting' AND due_at <= clock_timestamp()
    RETURNING id, owner_id, shape, performer_id, unmasked, created_by, created_at, expires_at, attempts,
      ARRAY(SELECT video_id FROM pack_video kv WHERE kv.pack_id = k.id ORDER BY video_id) AS "videoIds",
      ARRAY(SELECT performer_id FROM pack_performer kp WHERE kp.pack_id = k.id ORDER BY performer_id) AS "performerIds"`.execute(
    db,
  )
  return rows[0]
}

type Attempt = Pick<ClaimedPack, 'id' | 'attempts'>

/** The row of this attempt, while the pack has not ended and no other process has claimed it. */
const isMine = ({ id, attempts }: Attempt) =>
  sql`id = ${id}::uuid AND attempts = ${attempts} AND state = 'waiting'`

/** Extends the lease and stores the progress. Returns whether the attempt may go on. */
export async function continuePack(
  db: Db,
  attempt: Attempt,
  { done, total }: { readonly done: number; readonly total: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE pack SET due_at = ${fromNow(packLease)}, files_done = ${done}, files_total = ${total}
    WHERE ${isMine(attempt)}`.execute(db)
  return numAffectedRows === 1n
}

interface MadeFile {
  readonly objectKey: string
  readonly objectBytes: number
  readonly keyBox: Buffer
  readonly size: number
  readonly sha256: Buffer
  readonly files: number
}

/** Makes the file visible to the link. Returns whether the pack still waited for it. */
export async function completePack(tx: Tx, attempt: Attempt, file: MadeFile): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE pack SET state = 'ready', object_key = ${file.objectKey}, object_bytes = ${file.objectBytes},
      key_box = ${file.keyBox}, size = ${file.size}, sha256 = ${file.sha256}, files_done = ${file.files},
      files_total = ${file.files}
    WHERE ${isMine(attempt)}`.execute(tx)
  return numAffectedRows === 1n
}

/** Records a failed attempt. Fails the pack if a repeat would not help, or if this was the last attempt. */
export async function failAttempt(db: Db, attempt: Attempt, failure: PackFailure): Promise<void> {
  const isLast = failure === 'size' || attempt.attempts >= mostAttempts
  await sql`UPDATE pack SET due_at = ${fromNow(pause)}, ${isLast ? sql`state = 'failed', failure = ${failure}` : sql`files_done = 0`}
    WHERE ${isMine(attempt)}`.execute(db)
}

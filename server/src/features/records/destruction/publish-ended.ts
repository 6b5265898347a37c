import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { Log } from '../../../platform/log.ts'
import type { CheckpointStore } from '../../../platform/transparency/checkpoint-store.ts'
import type { NoteSigner, NoteVerifier } from '../../../platform/transparency/signed-note.ts'

/** How a record ended: its deletion seals it, its destruction leaves nothing. */
export const endings = ['deleted', 'destroyed'] as const
export type Ending = (typeof endings)[number]

const atOnce = 200

/**
 * Publishes the ids of records that were deleted or destroyed next to the checkpoints of the log, signed (D57). A crash
 * between the publication and its row repeats it. A row about a record that has not ended is a fault, and is not
 * signed: the next restore destroys what is published.
 */
export async function publishEnded({
  auditSigner,
  checkpoints,
  db,
  log,
}: {
  readonly auditSigner: NoteSigner
  readonly checkpoints: CheckpointStore
  readonly db: Db
  readonly log: Log
}): Promise<void> {
  const { rows } = await sql<{ id: string; kind: Ending; ended: boolean }>`
    SELECT performer_id AS id, kind, EXISTS (SELECT FROM performer p WHERE p.id = e.performer_id AND CASE kind
      WHEN 'deleted' THEN p.sealed_at IS NOT NULL
      ELSE p.destroyed_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM performer_key k WHERE k.performer_id = p.id AND k.destroyed_at IS NULL) END) AS ended
    FROM ended_record e LIMIT ${atOnce}`.execute(db)
  for (const { id, kind, ended } of rows) {
    if (ended) await checkpoints.publishEnded(kind, id, auditSigner.sign(textOf(kind, id)))
    else log.error({ performer: id, kind }, 'a record is noted as ended and is not')
    await db.deleteFrom('ended_record').where('performer_id', '=', id).where('kind', '=', kind).execute()
  }
}

/** The published ids, without those that have no valid signature. */
export async function readEnded(
  { auditSigner, checkpoints }: { readonly auditSigner: NoteVerifier; readonly checkpoints: CheckpointStore },
  kind: Ending,
): Promise<string[]> {
  const found: string[] = []
  for (const id of (await checkpoints.listEnded(kind)).filter(isId)) {
    const note = await checkpoints.readEnded(kind, id)
    if (auditSigner.open(note ?? '') === textOf(kind, id)) found.push(id)
  }
  return found
}

const textOf = (kind: Ending, id: string) => `${kind} ${id}\n`

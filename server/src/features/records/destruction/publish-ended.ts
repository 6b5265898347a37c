import type { Db } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import type { CheckpointStore } from '../../../platform/transparency/checkpoint-store.ts'
import type { NoteSigner, NoteVerifier } from '../../../platform/transparency/signed-note.ts'

/** How a record ended: its deletion seals it, its destruction leaves nothing. */
export const endings = ['deleted', 'destroyed'] as const
export type Ending = (typeof endings)[number]

const atOnce = 200

/**
 * Publishes the ids of records that were deleted or destroyed next to the checkpoints of the log, signed (D57). A crash between
 * the publication and its row repeats it.
 */
export async function publishEnded({
  auditSigner,
  checkpoints,
  db,
}: {
  readonly auditSigner: NoteSigner
  readonly checkpoints: CheckpointStore
  readonly db: Db
}): Promise<void> {
  const rows = await db.selectFrom('ended_record').selectAll().limit(atOnce).execute()
  for (const { performer_id: id, kind } of rows) {
    await checkpoints.publishEnded(kind, id, auditSigner.sign(textOf(kind, id)))
    await db.deleteFrom('ended_record').where('performer_id', '=', id).where('kind', '=', kind).execute()
  }
}

/** The ids that were published, without those of another signature. */
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

import type { Db } from '../../../platform/db/database.ts'
import type { CheckpointStore, PublishedName } from '../../../platform/transparency/checkpoint-store.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import type { AuditKeys } from '../entry-box.ts'
import type { Checkpoint } from './checkpoint.ts'
import { findRoot } from './tree-repository.ts'

/** The published checkpoints and what is required to compare the database with them. */
export interface PublishedLog {
  readonly db: Db
  readonly auditKeys: AuditKeys
  readonly auditSigner: NoteVerifier
  readonly checkpoints: CheckpointStore
}

/** The published checkpoints, newest day first and within a day largest first. */
export async function* newestFirst(checkpoints: CheckpointStore): AsyncGenerator<PublishedName> {
  for (const day of (await checkpoints.days()).reverse()) yield* (await checkpoints.list(day)).reverse()
}

export async function isInTree(db: Db, { size, root }: Pick<Checkpoint, 'size' | 'root'>): Promise<boolean> {
  return (await findRoot(db, size))?.equals(root) ?? false
}

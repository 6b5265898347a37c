import { maximumFaults } from '@kyc/contract/audit-verification.ts'
import { day } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type { CheckpointStore, PublishedName } from '../../../platform/transparency/checkpoint-store.ts'
import {
  findAcknowledgements,
  isAcknowledged,
  type RollbackAcknowledgement,
} from '../tree/acknowledgements.ts'
import { openCheckpoint } from '../tree/checkpoint.ts'
import { isInTree, type PublishedLog } from '../tree/published-log.ts'
import { findNewestCheckpoint, findPublished } from '../tree/tree-repository.ts'
import { type Counts, type Faults, faultOf } from './faults.ts'

const batch = 200

/** The published checkpoints to compare: those of more than `from` entries, published after `since`. */
interface PublishedRange {
  readonly from: number
  readonly since: Date | null
}

/** Compares the published checkpoints with the stored ones, which the tree has proved by now. */
export async function checkPublished(
  log: PublishedLog,
  { from, since }: PublishedRange,
  faults: Faults,
  counts: Counts,
): Promise<void> {
  // Read before the files: a checkpoint that is published meanwhile must not be missing.
  const published = new Set(await findPublished(log.db, from))
  const days = await log.checkpoints.days()
  const key = await log.checkpoints.readKey()
  if (key === undefined ? days.length > 0 : key !== log.auditSigner.vkey) faults.add(faultOf('key', {}))
  const acknowledgements = await findAcknowledgements(log.db, log.auditKeys)
  const firstDay = since === null ? '' : new Date(since.getTime() - day).toISOString().slice(0, 10)
  for (const each of days.filter((name) => name >= firstDay)) {
    const names = (await log.checkpoints.list(each)).filter(({ size }) => size > from)
    for (const { size } of names) published.delete(size)
    for (let start = 0; start < names.length; start += batch) {
      const notes = await readAll(log.checkpoints, names.slice(start, start + batch))
      const stored = await storedNotes(log, notes)
      counts.published += notes.length
      for (const note of notes) {
        const other = stored.get(note.size)
        if (other !== note.note) await checkOther(log, note, other, acknowledgements, faults, counts)
      }
    }
  }
  for (const size of published) faults.add(faultOf('published_missing', { checkpoint: size }))
}

interface PublishedNote extends PublishedName {
  readonly note: string
}

function readAll(store: CheckpointStore, names: readonly PublishedName[]): Promise<PublishedNote[]> {
  return Promise.all(names.map(async (name) => ({ ...name, note: await store.read(name) })))
}

async function storedNotes(
  { db }: PublishedLog,
  notes: readonly PublishedNote[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ size: number; note: string }>`
    SELECT size, note FROM audit_checkpoint WHERE size = ANY (${notes.map(({ size }) => size)}::bigint[])`.execute(
    db,
  )
  return new Map(rows.map(({ size, note }) => [size, note]))
}

/** Checks a published note that is not stored; `stored` is another one of the same size. */
async function checkOther(
  log: PublishedLog,
  { note, name, size }: PublishedNote,
  stored: string | undefined,
  acknowledgements: readonly RollbackAcknowledgement[],
  faults: Faults,
  counts: Counts,
): Promise<void> {
  const checkpoint = openCheckpoint(log.auditSigner, note)
  if (checkpoint?.size !== size || !name.endsWith(checkpoint.root.toString('hex').slice(0, 8))) {
    return faults.add(faultOf('signature', { checkpoint: size }))
  }
  if (isAcknowledged(acknowledgements, checkpoint)) counts.acknowledged++
  else if (stored !== undefined) {
    // An invalid stored note has been reported.
    if (openCheckpoint(log.auditSigner, stored)) faults.add(faultOf('fork', { checkpoint: size }))
  }
  // Each look-up reads the tree, so it is made for the first hundred faults only.
  else if (faults.count < maximumFaults && (await isInTree(log.db, checkpoint))) {
    faults.add(faultOf('checkpoint_missing', { checkpoint: size }))
  } else {
    const newest = await findNewestCheckpoint(log.db, log.auditSigner)
    faults.add(faultOf(size > (newest?.size ?? 0) ? 'rollback' : 'fork', { checkpoint: size }))
  }
}

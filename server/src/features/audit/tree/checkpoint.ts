import { splitCheckpoint } from '@kyc/contract/log-notes.ts'
import type { NoteSigner, NoteVerifier } from '../../../platform/transparency/signed-note.ts'

/** The position up to which a sequencer has sealed. Transaction ids are comparable within one database only. */
export interface SealedUpTo {
  /** The cluster and the database in it. */
  readonly database: string
  readonly xid: string
  readonly id: string
}

/** A signed root of the tree: a checkpoint of C2SP tlog-checkpoint with three extension lines. */
export interface Checkpoint {
  readonly size: number
  readonly root: Buffer
  /** The size at the checkpoint before, so that a missing one is detected. */
  readonly previous: number
  readonly sealedAt: Date
  readonly sealedUpTo: SealedUpTo
}

export function signCheckpoint(signer: NoteSigner, checkpoint: Checkpoint): string {
  const { size, root, previous, sealedAt, sealedUpTo } = checkpoint
  const { database, xid, id } = sealedUpTo
  return signer.sign(
    `${signer.name}\n${size}\n${root.toString('base64')}\n` +
      `previous ${previous}\nsealed ${sealedAt.toISOString()}\nposition ${database} ${xid} ${id}\n`,
  )
}

/** The checkpoint of a note; undefined if its signature or form is invalid. */
export function openCheckpoint(verifier: NoteVerifier, note: string): Checkpoint | undefined {
  const lines = splitCheckpoint(verifier.open(note) ?? '')
  if (lines?.origin !== verifier.name) return undefined
  const { size, root, previous, sealed, database, xid, id } = lines
  return {
    size,
    root: Buffer.from(root, 'base64'),
    previous,
    sealedAt: new Date(sealed),
    sealedUpTo: { database, xid, id },
  }
}

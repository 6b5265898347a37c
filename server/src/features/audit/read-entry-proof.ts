import type { EntryProofFile } from '@kyc/contract/log-entries.ts'
import type { Db } from '../../platform/db/database.ts'
import type { NoteVerifier } from '../../platform/transparency/signed-note.ts'
import { type AuditKeys, decryptCommitted } from './entry-box.ts'
import { findPaths, findProvenEntries } from './tree/proven-entries.ts'
import { findNewestCheckpoint } from './tree/tree-repository.ts'

interface ProofServices {
  readonly auditKeys: AuditKeys
  readonly auditSigner: NoteVerifier
}

/**
 * Returns the proof that the entry is in the log, which the public key of the log alone verifies. It contains all
 * details of the entry: the caller decides who may see them. Undefined until a checkpoint covers the entry, which takes
 * about a second, and if its details are damaged or destroyed.
 */
export async function readEntryProof(
  { auditKeys, auditSigner }: ProofServices,
  db: Db,
  entryId: string,
): Promise<EntryProofFile | undefined> {
  const checkpoint = await findNewestCheckpoint(db, auditSigner)
  if (!checkpoint) return undefined
  const [entry] = await findProvenEntries(db, [entryId], checkpoint.size)
  const box = await db
    .selectFrom('audit_pii')
    .select('details_enc')
    .where('event_id', '=', entryId)
    .executeTakeFirst()
  if (!entry || !box) return undefined
  const { leaf_index: index, leaf, ...content } = entry
  const details = decryptCommitted(auditKeys, entryId, box.details_enc, content.details_commit)
  if (!details) return undefined
  const pathOf = await findPaths(db, [entry], checkpoint.size)
  return {
    format: 'kyc-entry-proof/1',
    id: entryId,
    index,
    leaf,
    path: pathOf(entry).map((hash) => hash.toString('hex')),
    content,
    details: { salt: details.salt.toString('hex'), value: JSON.parse(details.bytes.toString('utf8')) },
    note: checkpoint.note,
    vkey: auditSigner.vkey,
  }
}

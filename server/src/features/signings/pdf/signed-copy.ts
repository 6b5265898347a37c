import type { ContractStatement, Drawing } from '@kyc/contract/contract-statement.ts'
import type { EntryProofFile } from '@kyc/contract/log-entries.ts'
import type { InstallationKey } from './installation-key.ts'

interface SignedCopyInput {
  /** The PDF that was signed: rendered or uploaded. */
  readonly draft: Uint8Array
  readonly statement: ContractStatement
  /** Of `statement.entryId`, whose details have `sha256`, the hash of the draft. */
  readonly proof: EntryProofFile
  readonly signature?: Drawing | undefined
  readonly key: InstallationKey
  /** The address of a time-stamping service (RFC 3161); without an answer in time the copy has no time stamp. */
  readonly timestampUrl?: string | undefined
  /** When the copy is made. */
  readonly at: Date
}

/**
 * The copy that the parties receive: the draft, the page 締結の記録, statement and proof as attachments, signed by the
 * installation (PAdES B-B, or B-T with a time stamp).
 * @throws Error if the draft is no PDF, or statement, proof and draft do not belong together
 */
export async function makeSignedCopy(_input: SignedCopyInput): Promise<Uint8Array> {
  throw new Error('not written yet')
}

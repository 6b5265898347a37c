import type { Tx } from '../../../platform/db/transaction.ts'
import type { SigningServices } from '../signing-services.ts'

export const copyQueue = 'signed-copy'

/** Enqueues the job that makes the copy of a signed contract, in the transaction of the signature. */
export function enqueueCopy({ outbox }: SigningServices, tx: Tx, signingId: string): Promise<void> {
  return outbox.enqueue(tx, copyQueue, { data: { signingId }, wait: sealed })
}

/** Milliseconds after which a checkpoint usually covers the entry of the signature. */
const sealed = 1500

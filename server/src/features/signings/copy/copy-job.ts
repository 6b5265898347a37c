import { minute } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { SigningServices } from '../signing-services.ts'
import { makeCopy } from './make-copy.ts'

export const copyQueue = 'signed-copy'

const job = z.strictObject({ signingId: z.string() })

/** Milliseconds after which a checkpoint usually covers the entry of the signature. */
const sealed = 1500

/** Enqueues the job that makes the copy of a signed contract, in the transaction of the signature. */
export function enqueueCopy(
  { outbox }: Pick<SigningServices, 'outbox'>,
  tx: Tx,
  signingId: string,
): Promise<void> {
  return outbox.enqueue(tx, copyQueue, { data: { signingId }, wait: sealed })
}

/** Starts making the copies of signed contracts. */
export function startCopies(services: SigningServices): void {
  services.outbox.work(copyQueue, ({ data }) => makeCopy(services, job.parse(data).signingId))
}

/** Enqueues the copies whose job has failed for the last time, so that no signature stays without one. */
export async function resumeCopies(
  services: Pick<SigningServices, 'clock' | 'db' | 'outbox'>,
): Promise<number> {
  const before = new Date(services.clock.now().getTime() - 10 * minute)
  return inTransaction(services.db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      SELECT s.id FROM signing s JOIN performer p ON p.id = s.performer_id AND p.sealed_at IS NULL
      WHERE s.signed_at < ${before} AND s.copy_paper_id IS NULL AND NOT EXISTS (
        SELECT FROM outbox j WHERE j.queue = ${copyQueue} AND j.next_attempt_at IS NOT NULL
          AND j.data->>'signingId' = s.id::text)
      ORDER BY s.signed_at LIMIT 100 FOR UPDATE OF s SKIP LOCKED`.execute(tx)
    for (const { id } of rows) await enqueueCopy(services, tx, id)
    return rows.length
  })
}

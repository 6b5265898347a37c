import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { lockRecord } from '../records/performers-repository.ts'

/** Releases the own claim of a performer, if any; that of another account stays. */
export function releaseCase(
  { db }: DocumentServices,
  { actor, performerId }: { actor: Actor; performerId: string },
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const { id } = await lockRecord(tx, actor, performerId)
    await tx
      .deleteFrom('review_claim')
      .where('performer_id', '=', id)
      .where('account_id', '=', actor.id)
      .execute()
  })
}

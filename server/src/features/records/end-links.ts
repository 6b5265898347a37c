import type { LinkKind } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { OrganisationId } from '../../platform/ids.ts'
import { queueDeletion } from './destruction/delete-objects.ts'

// Ends links for performers (D66), with their addresses, when other changes of a record require it.

/**
 * Ends the link that may be in use, if there is one, and returns its id. Requires the performer's row lock. The
 * performer's page ends only with another link to it or with the record.
 */
export async function endLink(
  tx: Tx,
  performerId: string,
  at: Date,
  kind: LinkKind = 'documents',
): Promise<string | undefined> {
  const row = await endLinks(tx, at, kind)
    .where('performer_id', '=', performerId)
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Ends the links with these ids that may be in use, and returns them. Requires the locks of their performers. */
export async function endLinksWithId(
  tx: Tx,
  ids: readonly string[],
  at: Date,
): Promise<{ id: string; performer_id: string; owner_id: string }[]> {
  if (ids.length === 0) return []
  return await endLinks(tx, at, 'documents')
    .where('id', 'in', [...ids])
    .returning(['id', 'performer_id', 'owner_id'])
    .execute()
}

/**
 * Ends the links of records that have another owner now, and the offers of contracts that were not signed. They stay
 * ended if the records move back. Deletes drafts, which name the former owner as the party. Call it in the transaction of
 * the move.
 */
export async function endLinksOfMoved(
  tx: Tx,
  { fromId, toId, at }: { fromId: string; toId: OrganisationId; at: Date },
): Promise<void> {
  const moved = tx.selectFrom('performer').select('id').where('owner_id', '=', toId)
  await endLinks(tx, at, 'documents')
    .where('owner_id', '=', fromId)
    .where('performer_id', 'in', moved)
    .execute()
  await tx
    .updateTable('signing')
    .set({ revoked_at: at, ended_at: at, code_mac: null, code_expires_at: null })
    .where('owner_id', '=', fromId)
    .where('performer_id', 'in', moved)
    .where('sent_at', 'is not', null)
    .where('signed_at', 'is', null)
    .where('ended_at', 'is', null)
    .execute()
  const drafts = tx
    .selectFrom('signing')
    .select('id')
    .where('owner_id', '=', fromId)
    .where('performer_id', 'in', moved)
    .where('sent_at', 'is', null)
  const files = await tx
    .deleteFrom('signing_paper')
    .where('signing_id', 'in', drafts)
    .returning('object_key')
    .execute()
  if (files.length > 0)
    await queueDeletion(
      tx,
      files.map(({ object_key }) => object_key),
    )
  await tx.deleteFrom('signing').where('id', 'in', drafts).execute()
}

function endLinks(tx: Tx, at: Date, kind: LinkKind) {
  return tx
    .updateTable('performer_link')
    .set({ revoked_at: at, email_box: null, code_mac: null, code_expires_at: null })
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .where('done_at', 'is', null)
}

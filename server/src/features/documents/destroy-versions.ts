import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { queueDeletion } from './delete-objects.ts'
import { objectKeyColumns, objectKeysOf } from './document-repository.ts'

/**
 * Marks stored versions of a slot as destroyed: one of them, or all without `version`. Queues their objects for deletion and
 * deletes what other tables say about them. Returns their hashes for the audit entry. Requires the performer's row lock; the
 * caller deletes the objects after the commit.
 */
export async function destroyVersions(
  tx: Tx,
  slot: { performerId: string; type: DocumentType; version?: number },
  at: Date,
): Promise<{ version: number; sha256: string }[]> {
  const { performerId, type, version } = slot
  const stored = tx
    .updateTable('document_version')
    .set({ destroyed_at: at, is_current: false })
    .where('performer_id', '=', performerId)
    .where('type', '=', type)
    .where('destroyed_at', 'is', null)
  const destroyed = await (version === undefined ? stored : stored.where('version', '=', version))
    .returning(['id', 'version', 'stored_sha256', ...objectKeyColumns])
    .execute()
  if (destroyed.length === 0) return []
  await queueDeletion(tx, destroyed.flatMap(objectKeysOf))
  const ids = destroyed.map(({ id }) => id)
  for (const table of ['document_view', 'expiry_mail'] as const)
    await tx.deleteFrom(table).where('document_id', 'in', ids).execute()
  return destroyed.map((row) => ({ version: row.version, sha256: row.stored_sha256.toString('hex') }))
}

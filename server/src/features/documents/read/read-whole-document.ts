import { buffer } from 'node:stream/consumers'
import { ObjectMissing } from '../../../platform/storage/object-store.ts'
import { wasDestroyed } from '../../records/destruction/named-keys.ts'
import { keyOfDocument, type PerformerKey } from '../../records/performer-keys.ts'
import type { StoredFile } from '../../records/record-documents.ts'
import type { DocumentServices } from '../document-services.ts'
import { decryptStream, ObjectDamaged } from '../object-cipher.ts'

/** What opens the file of a version. */
export type OpenedFile = Pick<
  StoredFile,
  'id' | 'performer_id' | 'type' | 'object_key' | 'object_bytes' | 'own_key'
>

/**
 * The decrypted bytes of the stored file, at most `limits.fileBytes` or what re-encoding made of them; undefined if the
 * object is damaged, missing or destroyed since the row was read, which is no fault.
 */
export async function readWholeDocument(
  { db, store, unreadable }: Pick<DocumentServices, 'db' | 'store' | 'unreadable'>,
  key: PerformerKey,
  row: OpenedFile,
): Promise<Buffer | undefined> {
  const context = { objectKey: row.object_key, performerId: row.performer_id, documentType: row.type }
  try {
    const stored = await store.get(row.object_key)
    return await buffer(stored.compose(decryptStream(keyOfDocument(key, row), context, row.object_bytes)))
  } catch (error) {
    if (!(error instanceof ObjectDamaged || error instanceof ObjectMissing)) throw error
    if (!(await wasDestroyed(db, row.object_key, error)))
      unreadable.add('files', `${row.id}/${row.object_key}`, error)
    return undefined
  }
}

import { deriveKey } from '../../platform/crypto/derive-key.ts'
import { encryptBox, singleKey, tryDecryptBox } from '../../platform/crypto/encrypted-box.ts'
import {
  KeyUnwrapError,
  newDataKey,
  unwrapKey,
  type WrappedKey,
  wrapKey,
} from '../../platform/crypto/wrapped-key.ts'
import type { Db } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { RecordServices } from './record-services.ts'

/** The key that encrypts the files of one performer. */
export interface PerformerKey {
  readonly performerId: string
  readonly key: Buffer
}

/** The key of a new performer, wrapped for storage. */
export interface NewPerformerKey extends PerformerKey {
  readonly wrapped: WrappedKey
}

/** Creates an id and a key for a new performer. */
export function newPerformerKey({ masterKey }: Pick<RecordServices, 'masterKey'>): NewPerformerKey {
  const performerId = newId()
  const key = newDataKey()
  return { performerId, key, wrapped: wrapKey(masterKey, key, performerId) }
}

export async function decryptPerformerKey(
  { masterKey, unreadable }: Pick<RecordServices, 'masterKey' | 'unreadable'>,
  db: Db,
  performerId: string,
): Promise<PerformerKey> {
  const row = await db
    .selectFrom('performer_key')
    .select(['kek_id', 'wrapped'])
    .where('performer_id', '=', performerId)
    .executeTakeFirst()
  if (!row?.wrapped) throw new Problem('PERFORMER_NOT_FOUND')
  const stored = { kekId: row.kek_id, wrapped: row.wrapped }
  const boxId = `performer-key:${performerId}`
  try {
    const key = unwrapKey(masterKey, stored, performerId)
    unreadable.remove('secrets', boxId)
    return { performerId, key }
  } catch (error) {
    if (!(error instanceof KeyUnwrapError)) throw error
    unreadable.add('secrets', boxId, error)
    throw new Problem('FILE_UNREADABLE', { cause: error, fill: { id: performerId } })
  }
}

const ownKeyBox = (performer: PerformerKey) => singleKey(deriveKey(performer.key, 'document-key'))

/** A key for the objects of one version, which ends with it, encrypted for `own_key`. */
export function newDocumentKey(performer: PerformerKey, documentId: string): { key: Buffer; box: Buffer } {
  const key = newDataKey()
  return { key, box: encryptBox(ownKeyBox(performer), key, documentId) }
}

/** The key of the objects of a version: its own one, or that of its performer. */
export function keyOfDocument(
  performer: PerformerKey,
  { id, own_key }: { readonly id: string; readonly own_key: Buffer | null },
): Buffer {
  if (own_key === null) return performer.key
  const key = tryDecryptBox(ownKeyBox(performer), own_key, id)
  if (!key) throw new Problem('FILE_UNREADABLE', { fill: { id } })
  return key
}

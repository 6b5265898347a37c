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
import type { DocumentServices } from './document-services.ts'

/** The key that encrypts the files of one performer (D17). */
export interface PerformerKey {
  readonly performerId: string
  readonly key: Buffer
}

/** The key of a new performer, wrapped for storage. */
export interface NewPerformerKey extends PerformerKey {
  readonly wrapped: WrappedKey
}

/** Creates an id and a key for a new performer. */
export function newPerformerKey({ masterKey }: Pick<DocumentServices, 'masterKey'>): NewPerformerKey {
  const performerId = newId()
  const key = newDataKey()
  return { performerId, key, wrapped: wrapKey(masterKey, key, performerId) }
}

/**
 * @throws Problem PERFORMER_NOT_FOUND when the key was destroyed, FILE_UNREADABLE when it is damaged
 */
export async function openPerformerKey(
  { masterKey, unreadable }: Pick<DocumentServices, 'masterKey' | 'unreadable'>,
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

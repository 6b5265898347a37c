import { NIL } from 'uuid'
import { findDamagedBoxes } from '../../platform/crypto/box-column.ts'
import type { KeyRing } from '../../platform/crypto/key-ring.ts'
import { KeyUnwrapError, unwrapKey } from '../../platform/crypto/wrapped-key.ts'
import { boxColumns } from './box-columns.ts'
import type { KeyServices } from './rotate-master-key.ts'

export interface KeyFault {
  readonly performerId: string
  readonly fault: 'missing' | 'damaged' | 'destroyed'
}

const batch = 1000

/**
 * Unwraps the key of every performer. A key is destroyed together with the record, so a record without one is a fault.
 * @param onProgress receives the number of examined keys
 */
export async function* checkPerformerKeys(
  { db, masterKey }: Pick<KeyServices, 'db' | 'masterKey'>,
  onProgress: (keys: number) => void,
): AsyncGenerator<KeyFault> {
  let keys = 0
  for (let last: string = NIL; ; ) {
    const rows = await db
      .selectFrom('performer')
      .leftJoin('performer_key', 'performer_id', 'performer.id')
      .select(['performer.id', 'kek_id', 'wrapped'])
      .where('performer.id', '>', last)
      .where('performer.destroyed_at', 'is', null)
      .orderBy('performer.id')
      .limit(batch)
      .execute()
    for (const { id, kek_id, wrapped } of rows) {
      if (kek_id === null) yield { performerId: id, fault: 'missing' }
      else if (wrapped === null) yield { performerId: id, fault: 'destroyed' }
      else if (!unwraps(masterKey, { kekId: kek_id, wrapped }, id))
        yield { performerId: id, fault: 'damaged' }
    }
    keys += rows.length
    onProgress(keys)
    const end = rows.at(-1)
    if (!end) return
    last = end.id
  }
}

function unwraps(...of: Parameters<typeof unwrapKey>): boolean {
  try {
    unwrapKey(...of)
    return true
  } catch (error) {
    if (error instanceof KeyUnwrapError) return false
    throw error
  }
}

/** The boxes that do not decrypt, as `purpose:id`. */
export async function* checkBoxes({
  db,
  keyRing,
}: Pick<KeyServices, 'db'> & { readonly keyRing: KeyRing }): AsyncGenerator<string> {
  for (const column of boxColumns) {
    for (const id of await findDamagedBoxes(db, keyRing.boxKeys(column.purpose), column)) {
      yield `${column.purpose}:${id}`
    }
  }
}

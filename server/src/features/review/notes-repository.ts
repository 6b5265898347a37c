import type { ReviewNote } from '@kyc/contract/review.ts'
import { decryptBox, encryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { recordKey } from '../records/destruction/sealed-content.ts'

type KeyServices = Pick<DocumentServices, 'masterKey' | 'unreadable'>

interface NewNote {
  readonly id: string
  readonly performerId: string
  readonly writtenBy: string
  readonly writtenAt: Date
  readonly text: string
}

/** Stores a note, encrypted with the key of its performer, so that destroying the key destroys it (D17). */
export async function insertNote(services: KeyServices, tx: Tx, note: NewNote): Promise<void> {
  const { id, performerId: performer_id, writtenBy: written_by, writtenAt: written_at, text } = note
  const key = await recordKey(services, tx, performer_id)
  const text_box = encryptBox(key, Buffer.from(text), contextOf(id))
  await tx.insertInto('review_note').values({ id, performer_id, written_by, written_at, text_box }).execute()
}

/** The newest notes of a performer, newest first. A text that cannot be decrypted is null (D57). */
export async function findNotes(
  services: KeyServices,
  db: Db,
  performerId: string,
  limit?: number,
): Promise<ReviewNote[]> {
  const query = db
    .selectFrom('review_note')
    .innerJoin('account', 'account.id', 'review_note.written_by')
    .select(['review_note.id', 'written_at', 'account.name as by', 'text_box'])
    .where('performer_id', '=', performerId)
    .orderBy('review_note.id', 'desc')
  const rows = await (limit === undefined ? query : query.limit(limit)).execute()
  if (rows.length === 0) return []
  const key = await recordKey(services, db, performerId).catch((error) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  return rows.map(({ id, written_at, by, text_box }) => {
    const context = contextOf(id)
    const text =
      key && services.unreadable.decrypt('secrets', context, () => decryptBox(key, text_box, context))
    return { id, at: written_at.toISOString(), by, text: text ? text.toString('utf8') : null }
  })
}

function contextOf(id: string): string {
  return `review-note:${id}`
}

import type { SubjectRequest } from '@kyc/contract/subjects.ts'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { decryptBox, encryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { recordKey } from '../records/destruction/sealed-content.ts'

/** A request with the names that its presentation needs. */
export type RequestRow = Selectable<Tables['subject_request']> & {
  /** Null while the record is sealed. */
  readonly performer_name: string | null
  readonly owner_id: string
  readonly owner_name: string
  readonly handler: string | null
}

/** The rows of `condition`, in `order`. */
export async function findRequests(
  db: Db,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    SELECT r.*, CASE WHEN p.sealed_at IS NULL THEN p.last_name || ' ' || p.first_name END AS performer_name,
      o.id AS owner_id, o.name AS owner_name, handler.name AS handler
    FROM subject_request r JOIN performer p ON p.id = r.performer_id JOIN organisation o ON o.id = p.owner_id
    LEFT JOIN account handler ON handler.id = r.handled_by
    WHERE ${condition} ${order}`.execute(db)
  return rows
}

export async function getRequest(db: Db, id: string): Promise<RequestRow> {
  const [row] = isId(id) ? await findRequests(db, sql`r.id = ${id}`, sql``) : []
  if (!row) throw new Problem('NOT_FOUND')
  return row
}

/** Stores the response of an open request. Returns false if it has one. */
export async function updateResponse(
  tx: Tx,
  id: string,
  response: Pick<Tables['subject_request'], 'response_box'> & {
    readonly state: Exclude<SubjectRequest['state'], 'open'>
    readonly responded_at: Date
    readonly handled_by: string
  },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('subject_request')
    .set(response)
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

type KeyServices = Pick<DocumentServices, 'masterKey' | 'unreadable'>

/** Encrypts a text of a request with the key of its performer, so that destroying the key destroys it (D17). */
export async function textBox(
  services: KeyServices,
  tx: Tx,
  { id, performerId, part }: { id: string; performerId: string; part: 'details' | 'response' },
  text: string,
): Promise<Buffer> {
  const key = await recordKey(services, tx, performerId)
  return encryptBox(key, Buffer.from(text), contextOf(id, part))
}

/** The texts of a request; null if they cannot be decrypted (D57). */
export async function decryptTexts(
  services: KeyServices,
  db: Db,
  row: Pick<RequestRow, 'id' | 'performer_id' | 'details_box' | 'response_box'>,
): Promise<{ details: string | null; response: string | null }> {
  const key = await recordKey(services, db, row.performer_id).catch((error) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  const decrypt = (box: Buffer | null, part: 'details' | 'response') => {
    const context = contextOf(row.id, part)
    const text =
      key && box && services.unreadable.decrypt('secrets', context, () => decryptBox(key, box, context))
    return text ? text.toString('utf8') : null
  }
  return { details: decrypt(row.details_box, 'details'), response: decrypt(row.response_box, 'response') }
}

function contextOf(id: string, part: string): string {
  return `subject-request:${id}/${part}`
}

import type { IdKind } from '@kyc/contract/document-vocabulary.ts'
import { allFields, fieldRules } from '@kyc/contract/performer-fields.ts'
import type { Selectable, UpdateObject } from 'kysely'
import { deriveKey } from '../../../platform/crypto/derive-key.ts'
import { type BoxKeys, decryptBox, encryptBox, singleKey } from '../../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { decryptPerformerKey } from '../performer-keys.ts'
import type { RecordServices } from '../record-services.ts'

type Performer = Selectable<Tables['performer']>

/** What a document version says about the person, apart from its file. */
interface SealedDocument {
  readonly filename: string
  readonly reject_message: string | null
  readonly reject_note: string | null
  readonly id_kind: IdKind | null
  readonly expires_on: string | null
  readonly no_expiry: boolean
}

/** What a paper of an appearance says about the person, apart from its file. */
type SealedPaper = Pick<SealedDocument, 'filename' | 'reject_message' | 'reject_note'>

/** The personal data of a sealed record, which its rows no longer contain (D17). */
export interface SealedContent {
  readonly performer: Partial<Performer>
  /** By the id of the version. */
  readonly documents: Readonly<Record<string, SealedDocument>>
  /** By the id of the version; a box of an earlier release has none. */
  readonly papers?: Readonly<Record<string, SealedPaper>>
}

/**
 * The columns of `performer` that a sealed row has in its box: every field of the contract, and what is derived from
 * one.
 */
const fieldColumns = allFields.map((field) => fieldRules[field])
const sealedColumns = [...fieldColumns.map(({ column }) => column), 'expires_on'] as (keyof Performer)[] // their columns

/** The values of these columns, and of the search columns, in a sealed row. */
export const blankPerformer: Readonly<Record<string, string | null | readonly string[]>> = {
  ...Object.fromEntries(fieldColumns.map(({ column, kind }) => [column, kind === 'name' ? '' : null])),
  expires_on: null,
  sort_name: '',
  search_text: '',
  search_grams: [],
}

const blankDocument = {
  filename: '',
  reject_message: null,
  reject_note: null,
  id_kind: null,
  expires_on: null,
  no_expiry: false,
}

const blankPaper = { filename: '', reject_message: null, reject_note: null }

type KeyServices = Pick<RecordServices, 'masterKey' | 'unreadable'>

/** The personal data of the rows of a performer, encrypted under its key. */
export async function boxOfPerformer(services: KeyServices, tx: Tx, id: string): Promise<Buffer> {
  const row = await tx.selectFrom('performer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const versions = await tx
    .selectFrom('document_version')
    .select(['id', 'filename', 'reject_message', 'reject_note', 'id_kind', 'expires_on', 'no_expiry'])
    .where('performer_id', '=', id)
    .execute()
  const papers = await tx
    .selectFrom('paper')
    .select(['id', 'filename', 'reject_message', 'reject_note'])
    .where('performer_id', '=', id)
    .execute()
  const content: SealedContent = {
    performer: Object.fromEntries(sealedColumns.map((column) => [column, row[column]])),
    documents: Object.fromEntries(versions.map(({ id: versionId, ...rest }) => [versionId, rest])),
    papers: Object.fromEntries(papers.map(({ id: paperId, ...rest }) => [paperId, rest])),
  }
  const key = await recordKey(services, tx, id)
  return encryptBox(key, Buffer.from(JSON.stringify(content)), id)
}

/**
 * Removes the personal data from the rows; `state` has the columns of the new state, which must change in the same
 * update.
 */
export async function blankRows(tx: Tx, id: string, state: UpdateObject<Tables, 'performer'>): Promise<void> {
  await tx
    .updateTable('performer')
    .set((row) => ({ ...blankPerformer, ...state, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  await tx.updateTable('document_version').set(blankDocument).where('performer_id', '=', id).execute()
  await tx.updateTable('paper').set(blankPaper).where('performer_id', '=', id).execute()
}

/** The personal data of a sealed record. */
export async function decryptSealedContent(
  services: KeyServices,
  db: Db,
  id: string,
): Promise<SealedContent> {
  const row = await db.selectFrom('performer').select('sealed_box').where('id', '=', id).executeTakeFirst()
  if (!row?.sealed_box) throw new Problem('PERFORMER_NOT_FOUND')
  const key = await recordKey(services, db, id)
  try {
    return JSON.parse(decryptBox(key, row.sealed_box, id).toString()) as SealedContent // only `boxOfPerformer` has the key
  } catch (cause) {
    services.unreadable.add('secrets', `sealed-record:${id}`, cause)
    throw new Problem('FILE_UNREADABLE', { cause, fill: { id } })
  }
}

/** The key of the texts of a sealed record, apart from that of its files. */
export async function recordKey(services: KeyServices, db: Db, id: string): Promise<BoxKeys> {
  const { key } = await decryptPerformerKey(services, db, id)
  return singleKey(deriveKey(key, 'sealed-record'))
}

import { limits } from '@kyc/contract/limits.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { sql } from 'kysely'
import { decryptBox, encryptBox } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { namesFor, shownName } from '../access/visible-to.ts'
import type { StoredDocument } from '../documents/intake/store-files.ts'
import { fileColumns, renditionColumns } from '../documents/intake/stored-columns.ts'
import { recordKey } from '../records/destruction/sealed-content.ts'
import type { StoredFile } from '../records/record-documents.ts'
import type { TakedownServices } from './takedown-services.ts'

type KeyServices = Pick<TakedownServices, 'masterKey' | 'unreadable'>

/** A file of a request; sealed records show none. */
interface EvidenceRow extends StoredFile {
  readonly mime_type: Takedown['evidence'][number]['mimeType']
  readonly filename_box: Buffer
  readonly uploaded_at: Date
  readonly uploader: string | null
}

const contextOf = (id: string) => `takedown-evidence:${id}`

/** Stores the row of a file whose objects are stored; its name is encrypted with the key of the performer, as the file is. */
export async function insertEvidence(
  services: KeyServices,
  tx: Tx,
  { takedownId, performerId, by, at }: { takedownId: string; performerId: string; by: string; at: Date },
  file: StoredDocument<'evidence'>,
): Promise<void> {
  const key = await recordKey(services, tx, performerId)
  await tx
    .insertInto('takedown_evidence')
    .values({
      ...fileColumns(file),
      ...renditionColumns(file),
      ...{ takedown_id: takedownId, performer_id: performerId },
      filename_box: encryptBox(key, Buffer.from(file.filename), contextOf(file.id)),
      ...{ uploaded_by: by, uploaded_at: at },
    })
    .execute()
}

async function findRows(db: Db, actor: Actor, takedownId: string): Promise<EvidenceRow[]> {
  const { rows } = await sql<EvidenceRow>`
    SELECT e.*, NULL::bytea AS own_key, ${shownName(namesFor(actor), 'a')} AS uploader
    FROM takedown_evidence e JOIN performer p ON p.id = e.performer_id JOIN account a ON a.id = e.uploaded_by
    WHERE e.takedown_id = ${takedownId}::uuid AND p.sealed_at IS NULL ORDER BY e.id
    LIMIT ${limits.takedownEvidence}`.execute(db)
  return rows
}

/** The files of a request, oldest first. */
export async function findEvidence(
  services: KeyServices,
  db: Db,
  actor: Actor,
  takedownId: string,
): Promise<Takedown['evidence']> {
  const rows = await findRows(db, actor, takedownId)
  if (rows.length === 0) return []
  const nameOf = await namesOf(services, db, rows)
  return rows.map((row) => ({
    id: row.id,
    filename: nameOf(row) ?? null,
    mimeType: row.mime_type,
    size: row.size,
    uploadedAt: row.uploaded_at.toISOString(),
    uploadedBy: row.uploader,
  }))
}

/** Decrypts the names of the files of one request, which all have the key of its performer. */
async function namesOf(services: KeyServices, db: Db, [first]: readonly EvidenceRow[]) {
  if (!first) return () => undefined
  const key = await recordKey(services, db, first.performer_id).catch((error) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  return ({ id, filename_box }: EvidenceRow): string | undefined => {
    const name =
      key &&
      services.unreadable.decrypt('secrets', contextOf(id), () =>
        decryptBox(key, filename_box, contextOf(id)),
      )
    return name?.toString('utf8')
  }
}

/** One file with its name. @throws Problem DOCUMENT_NOT_FOUND */
export async function getEvidence(
  services: KeyServices,
  db: Db,
  actor: Actor,
  { takedownId, id }: { takedownId: string; id: string },
): Promise<EvidenceRow & { readonly filename: string }> {
  const row = isId(id) ? (await findRows(db, actor, takedownId)).find((each) => each.id === id) : undefined
  if (!row) throw new Problem('DOCUMENT_NOT_FOUND')
  return { ...row, filename: (await namesOf(services, db, [row]))(row) ?? id }
}

/** How many files a request has. */
export async function countEvidenceOf(db: Db, takedownId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::int AS n FROM takedown_evidence WHERE takedown_id = ${takedownId}::uuid`.execute(db)
  return rows[0]?.n ?? 0
}

/** Whether a request has this file, as it was received. */
export async function hasEvidence(db: Db, takedownId: string, sha256: Buffer): Promise<boolean> {
  const { rows } = await sql`SELECT FROM takedown_evidence
    WHERE takedown_id = ${takedownId}::uuid AND received_sha256 = ${sha256} LIMIT 1`.execute(db)
  return rows.length > 0
}

import { randomUUID } from 'node:crypto'
import type { Role } from '@kyc/contract/accounts.ts'
import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { Insertable } from 'kysely'
import { searchColumns } from '../../features/access/fold-name.ts'
import { emailColumns, nameColumns } from '../../features/accounts/account-columns.ts'
import type { DocumentServices } from '../../features/documents/document-services.ts'
import { blankPerformer } from '../../features/records/destruction/sealed-content.ts'
import { newDataKey, wrapKey } from '../../platform/crypto/wrapped-key.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type AccountId, asAccountId, newId } from '../../platform/ids.ts'
import type { TestAccount, TestApp } from './test-app.ts'

type Row = Insertable<Tables['performer']>

/**
 * A performer's row without files, of the personal organisation of `owner`, for tests of lists and counts, where
 * registrations would be too slow.
 */
export function performerRow(owner: string, columns: Partial<Row> = {}): Row {
  const at = columns.created_at ?? new Date('2026-05-01T00:00:00Z')
  const row = {
    id: newId(),
    owner_id: owner,
    registered_by: owner,
    last_name: '見本',
    first_name: '花子',
    last_name_roman: 'MIHON',
    first_name_roman: 'HANAKO',
    pending_since: (columns.status ?? 'pending') === 'pending' ? at : null,
    created_at: at,
    updated_at: at,
    ...columns,
  }
  const search = searchColumns({
    lastName: row.last_name,
    firstName: row.first_name,
    lastNameRoman: row.last_name_roman,
    firstNameRoman: row.first_name_roman,
  })
  return { ...search, ...row }
}

/** Keys for rows that a test deletes: the key encrypts the sealed record. */
export async function insertPerformerKeys(
  { db, masterKey }: Pick<DocumentServices, 'db' | 'masterKey'>,
  ids: readonly string[],
): Promise<void> {
  const keys = ids.map((performer_id) => {
    const { kekId: kek_id, wrapped } = wrapKey(masterKey, newDataKey(), performer_id)
    return { performer_id, kek_id, wrapped }
  })
  await db.insertInto('performer_key').values(keys).execute()
}

/** The columns of a sealed row, with a box that no key decrypts. */
export function sealedColumns(at: Date = new Date()) {
  return { ...blankPerformer, sealed_at: at, retain_until: '2040-01-01', sealed_box: Buffer.alloc(0) }
}

/** The columns of a sealed row as assignments of an UPDATE. */
export const sealing = [
  "sealed_at = now(), retain_until = '2040-01-01', sealed_box = ''",
  ...Object.entries(blankPerformer).map(
    ([column, value]) => `${column} = ${value === null ? 'NULL' : Array.isArray(value) ? "'{}'" : "''"}`,
  ),
].join(', ')

export async function insertPerformerRows(db: Db, rows: readonly Row[]): Promise<void> {
  // A statement of PostgreSQL has at most 65,535 parameters.
  const batch = 1000
  for (let start = 0; start < rows.length; start += batch) {
    await db
      .insertInto('performer')
      .values(rows.slice(start, start + batch))
      .execute()
  }
}

/** Inserts a document row without a file, pending unless `columns` differ. Returns its id. */
export async function insertDocumentRow(
  db: Db,
  slot: { readonly performer_id: string; readonly type: DocumentType; readonly uploaded_by: string },
  columns: Partial<Insertable<Tables['document_version']>> = {},
): Promise<string> {
  const id = newId()
  const row = {
    id,
    ...slot,
    version: 1,
    is_current: true,
    filename: 'file.png',
    mime_type: 'image/png' as const,
    size: 1,
    received_size: 1,
    received_sha256: Buffer.alloc(32),
    stored_sha256: Buffer.alloc(32),
    object_key: id.replaceAll('-', ''),
    object_bytes: 1,
    uploaded_at: new Date('2026-05-01T00:00:00Z'),
    ...columns,
  }
  await db.insertInto('document_version').values(row).execute()
  return id
}

/**
 * Inserts a record of `owner` with a pending document of each type, without files, which each of `seenBy` has opened.
 */
export async function insertRecord(
  { services }: Pick<TestApp, 'services'>,
  { accountId }: Pick<TestAccount, 'accountId'>,
  types: readonly DocumentType[] = [],
  { seenBy = [], ...columns }: { seenBy?: readonly TestAccount[]; resubmission?: number } = {},
): Promise<string> {
  const row = performerRow(accountId)
  const { id } = row
  await insertPerformerRows(services.db, [row])
  await insertPerformerKeys(services, [id])
  for (const type of types) {
    const slot = { performer_id: id, type, uploaded_by: accountId }
    const document_id = await insertDocumentRow(services.db, slot, columns)
    const views = seenBy.map((reviewer) => ({ account_id: reviewer.accountId, document_id }))
    if (views.length > 0) await services.db.insertInto('document_view').values(views).execute()
  }
  return id
}

/** Permits all accounts of a role to open the record, as after they have given a reason. */
export async function insertOpenings(sql: TestApp['sql'], role: Role, performerId: string): Promise<void> {
  await sql(
    'INSERT INTO document_opening (account_id, performer_id) SELECT id, $1 FROM account WHERE role = $2',
    [performerId, role],
  )
}

/** Inserts an account that owns records and cannot sign in. */
export async function insertAccountRow(db: Db, role: 'user' | 'admin' = 'user'): Promise<AccountId> {
  const id = asAccountId(newId())
  const at = new Date('2026-01-01T00:00:00Z')
  const email = `${randomUUID()}@example.com`
  const columns = {
    ...nameColumns(`試験 ${id.slice(-4)}`),
    ...emailColumns(email),
    role,
    created_at: at,
    updated_at: at,
  }
  await db
    .insertInto('account')
    .values({ id, ...columns, provider_uid: null, password_hash: null, disabled_at: null })
    .execute()
  return id
}

import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import { confirmDestruction, requestDestruction } from '@kyc/contract/sealed-performers.ts'
import { expect } from 'vitest'
import { destroyConfirmed } from '../../features/records/destruction/destroy-confirmed.ts'
import { destroyRecord } from '../../features/records/destruction/destroy-record.ts'
import { destroyVersions } from '../../features/records/destruction/destroy-versions.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { registerPerformer } from './factories.ts'
import { insertPerformerKeys, insertPerformerRows, performerRow, sealing } from './performer-rows.ts'
import type { TestAccount, TestApp } from './test-app.ts'
import type { TestClient } from './test-client.ts'

/** Inserts a performer of `owner` without documents, which `admin` deletes. Returns its id. */
export async function sealedRow(
  { services }: Pick<TestApp, 'services'>,
  owner: TestAccount,
  admin: TestAccount,
): Promise<string> {
  const { id } = performerRow(owner.accountId)
  await insertPerformerRows(services.db, [performerRow(owner.accountId, { id })])
  await insertPerformerKeys(services, [id])
  expect((await admin.delete(`/api/performers/${id}`)).status).toBe(204)
  return id
}

/** Registers a performer with documents, which `admin` rejects in part and deletes. Returns its id. */
export async function sealedWithDocuments(owner: TestAccount, admin: TestAccount): Promise<string> {
  const { id } = await registerPerformer(owner, {
    fields: { email: 'mihon@example.com', date_of_birth: '1999-04-01', otherNames: '芸名：夢野ひかり' },
  })
  await admin.put(`/api/performers/${id}/documents/selfie/reject`, {
    codes: ['other'],
    message: '顔が切れています。',
    note: '本人か要確認',
  })
  expect((await admin.delete(`/api/performers/${id}`)).status).toBe(204)
  return id
}

/** Moves the retention of a sealed record into the past, which only the owner of the tables can do. */
export async function endRetention({ sql }: Pick<TestApp, 'sql'>, id: string): Promise<void> {
  await sql("UPDATE performer SET retain_until = '2020-01-01', updated_at = '2010-01-01' WHERE id = $1", [id])
}

/** Destroys an open record as the end of its retention does. */
export async function destroyNow(
  app: Pick<TestApp, 'services' | 'sql'>,
  id: string,
  owner: string,
): Promise<void> {
  await app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [id])
  await endRetention(app, id)
  await inTransaction(app.services.db, (tx) =>
    destroyRecord(app.services, tx, { id, owner, actor: null, ip: null }),
  )
}

/** Leaves the rows that no path of the product can write: a destroyed key and its living record. */
export async function destroyKeyOnly({ sql }: Pick<TestApp, 'sql'>, id: string): Promise<void> {
  await sql("SET session_replication_role = 'replica'")
  await sql('UPDATE performer_key SET wrapped = NULL, destroyed_at = now() WHERE performer_id = $1', [id])
  await sql("SET session_replication_role = 'origin'")
}

/** Lets the time pass in which a confirmed destruction can be stopped. */
export async function passDelay({ sql }: Pick<TestApp, 'sql'>, id: string): Promise<void> {
  await sql(
    "UPDATE destruction_request SET confirmed_at = confirmed_at - interval '24 hours' WHERE performer_id = $1",
    [id],
  )
}

/** Destroys a sealed record early, as two superadmins do. */
export async function destroyEarly(
  app: Pick<TestApp, 'services' | 'sql'>,
  [first, second]: readonly [TestClient, TestClient],
  id: string,
): Promise<void> {
  const params = { id }
  await first.send(requestDestruction, { params, body: { kind: 'subject_request', reason: 'ご本人の請求' } })
  await second.send(confirmDestruction, { params })
  await passDelay(app, id)
  await destroyConfirmed(app.services)
}

/** Withholds a document for so long that it can be destroyed. */
export async function passUndo(
  { sql }: Pick<TestApp, 'sql'>,
  { performerId, type }: { readonly performerId: string; readonly type: DocumentType },
): Promise<void> {
  await sql(
    `UPDATE document_version SET destroyed_at = now() - interval '8 days', undo_until = now() - interval '1 day', is_current = false
     WHERE performer_id = $1 AND type = $2 AND destroyed_at IS NULL`,
    [performerId, type],
  )
}

/** Destroys a document as the end of the time in which it is withheld does. */
export async function destroyDocument(
  app: Pick<TestApp, 'services' | 'sql'>,
  slot: { readonly performerId: string; readonly type: DocumentType },
): Promise<void> {
  await passUndo(app, slot)
  await inTransaction(app.services.db, (tx) => destroyVersions(tx, slot, new Date()))
}

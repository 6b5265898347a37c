import { expect } from 'vitest'
import { registerPerformer } from './factories.ts'
import { insertPerformerKeys, insertPerformerRows, performerRow } from './performer-rows.ts'
import type { TestAccount, TestApp } from './test-app.ts'

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
    fields: { email: 'mihon@example.com', date_of_birth: '1999-04-01' },
  })
  await admin.put(`/api/performers/${id}/documents/selfie/reject`, {
    codes: ['other'],
    message: '顔が切れています。',
    note: '本人か要確認',
  })
  expect((await admin.delete(`/api/performers/${id}`)).status).toBe(204)
  return id
}

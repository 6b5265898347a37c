import type { MemberRole } from '@kyc/contract/organisations.ts'
import { newId } from '../../platform/ids.ts'
import type { TestApp } from './test-app.ts'

/** Inserts a company without members. */
export async function insertCompany(sql: TestApp['sql'], name = '見本制作'): Promise<string> {
  const id = newId()
  await sql(
    `INSERT INTO organisation (id, name, kind, created_at, updated_at) VALUES ($1, $2, 'producer', now(), now())`,
    [id, name],
  )
  return id
}

/** Makes an account a member, in addition to its personal organisation. */
export async function insertMember(
  sql: TestApp['sql'],
  organisation: string,
  accountId: string,
  role: MemberRole,
): Promise<void> {
  await sql(
    `INSERT INTO membership (organisation_id, account_id, role, joined_at) VALUES ($1, $2, $3, now())`,
    [organisation, accountId, role],
  )
}

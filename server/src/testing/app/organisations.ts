import { acceptMembership, inviteMember, updateOrganisation } from '@kyc/contract/organisation-members.ts'
import type { MemberRole } from '@kyc/contract/organisations.ts'
import { newId } from '../../platform/ids.ts'
import type { TestAccount, TestApp } from './test-app.ts'

/** Turns the personal organisation of the account into a company that was approved long ago; returns its id. */
export async function foundCompany(
  { sql }: Pick<TestApp, 'sql'>,
  founder: TestAccount,
  name = '見本制作',
): Promise<string> {
  const { id } = await founder.send(updateOrganisation, {
    params: { id: founder.accountId },
    body: { name, kind: 'producer', version: 1 },
  })
  await sql(`UPDATE organisation SET approved_at = '2020-01-01' WHERE id = $1`, [id])
  return id
}

/** Invites the account and accepts as this account. */
export async function join(
  representative: TestAccount,
  organisation: string,
  member: TestAccount,
  role: MemberRole,
): Promise<void> {
  await representative.send(inviteMember, {
    params: { id: organisation },
    body: { email: member.email, name: '招待 花子', role },
  })
  await member.send(acceptMembership, { params: { id: organisation } })
}

/** A company with a member of each role, all founded and joined by the API. */
export async function companyWith(app: TestApp) {
  const representative = await app.signedIn('user', '代表 一郎')
  const staff = await app.signedIn('user', '担当 二郎')
  const viewer = await app.signedIn('user', '閲覧 三郎')
  const id = await foundCompany(app, representative)
  await join(representative, id, staff, 'staff')
  await join(representative, id, viewer, 'viewer')
  return { id, representative, staff, viewer }
}

/** Inserts a company without members that was approved long ago. */
export async function insertCompany(sql: TestApp['sql'], name = '見本制作'): Promise<string> {
  const id = newId()
  await sql(
    `INSERT INTO organisation (id, name, search_text, kind, created_at, updated_at, approved_at)
     VALUES ($1, $2, $2, 'producer', now(), now(), '2020-01-01')`,
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

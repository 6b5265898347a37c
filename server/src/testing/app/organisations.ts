import { acceptMembership, inviteMember, updateOrganisation } from '@kyc/contract/organisation-members.ts'
import type { MemberRole } from '@kyc/contract/organisations.ts'
import type { TestAccount, TestApp } from './test-app.ts'

/** Turns the personal organisation of the account into a company; returns its id. */
export async function foundCompany(founder: TestAccount, name = '見本制作'): Promise<string> {
  const { id } = await founder.send(updateOrganisation, {
    params: { id: founder.accountId },
    body: { name, kind: 'producer', version: 1 },
  })
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
  const id = await foundCompany(representative)
  await join(representative, id, staff, 'staff')
  await join(representative, id, viewer, 'viewer')
  return { id, representative, staff, viewer }
}

import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { limits } from '@kyc/contract/limits.ts'
import {
  acceptMembership,
  declineMembership,
  disableOrganisation,
  getOrganisation,
  inviteMember,
  listOwnInvitations,
  revokeMembershipInvitation,
} from '@kyc/contract/organisation-members.ts'
import { listOwnOrganisations } from '@kyc/contract/organisations.ts'
import { acceptInvitation } from '@kyc/contract/sign-in.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { anonymousBrowser, startSession, tokenIn } from '../../testing/app/anonymous-browser.ts'
import { foundCompany, join } from '../../testing/app/organisations.ts'
import { password } from '../../testing/app/password-account.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock()
const { app } = useStage({}, { overrides: { clock } })
let founder: TestAccount
let company: string
const advance = (milliseconds: number) => clock.moveTo(new Date(clock.now().getTime() + milliseconds))

beforeEach(async () => {
  founder = await app.signedIn('user', '代表 一郎')
  company = await foundCompany(app, founder, '見本制作')
})

let addresses = 0
const newAddress = () => `invited${++addresses}@example.com`

const invite = (email: string, role: 'staff' | 'viewer' | 'representative' = 'staff') =>
  founder.send(inviteMember, { params: { id: company }, body: { email, name: '招待 花子', role } })

const invitationsOf = (account: TestAccount) => account.send(listOwnInvitations)
const accept = (account: TestAccount, id = company) => account.put(`/api/organisations/${id}/invitation`)

describe('an existing account', () => {
  test('gets a mail, sees the invitation and joins with its role', async () => {
    const account = await app.signedIn('user', '既存 次郎')
    await app.sql('UPDATE account SET last_sign_in_at = now() WHERE id = $1', [account.accountId])
    await invite(account.email, 'viewer')
    const mail = (await app.mails()).at(-1)
    expect(mail).toMatchObject({ to: account.email, subject: '【本人確認管理システム】組織へのご招待' })
    expect(mail?.text).toContain('依頼元: 見本制作\n招待した人: 代表 一郎')
    expect(mail?.text).toContain('/organisation')
    expect(await invitationsOf(account)).toMatchObject([
      {
        organisation: { id: company, name: '見本制作', kind: 'producer' },
        role: 'viewer',
        invitedBy: '代表 一郎',
      },
    ])
    const joined = await account.send(acceptMembership, { params: { id: company } })
    expect(joined).toEqual({
      id: company,
      name: '見本制作',
      kind: 'producer',
      role: 'viewer',
      disabledReason: null,
    })
    expect(await invitationsOf(account)).toEqual([])
    expect((await account.send(listOwnOrganisations)).map(({ id }) => id)).toEqual([
      company,
      account.accountId,
    ])
    const { members, invitations } = await founder.send(getOrganisation, { params: { id: company } })
    expect(members.map(({ name, role }) => [name, role])).toEqual([
      ['代表 一郎', 'representative'],
      ['既存 次郎', 'viewer'],
    ])
    expect(invitations).toEqual([])
  })

  test('that repeats the acceptance gets the same reply', async () => {
    const account = await app.signedIn('user')
    await invite(account.email)
    const [first, second] = [await accept(account), await accept(account)]
    expect([second.status, second.json]).toEqual([200, first.json])
  })

  test('can decline, and then neither join nor decline again', async () => {
    const account = await app.signedIn('user')
    await invite(account.email)
    await account.send(declineMembership, { params: { id: company } })
    expect(refusalOf(await accept(account))).toEqual([404, 'INVITATION_NOT_FOUND'])
    const again = await account.delete(`/api/organisations/${company}/invitation`)
    expect(refusalOf(again)).toEqual([404, 'INVITATION_NOT_FOUND'])
  })

  test('that is already a member cannot be invited with another role', async () => {
    const account = await app.signedIn('user')
    await join(founder, company, account, 'viewer')
    expect(refusalOf(await tryInvite(account.email))).toEqual([409, 'MEMBER_EXISTS'])
  })
})

describe('an address without an account', () => {
  test('gets an account by the link of its mail, and joins after the first sign-in', async () => {
    const email = newAddress()
    await invite(email, 'representative')
    const mail = (await app.mails()).at(-1)
    expect(mail).toMatchObject({ to: email, subject: '【本人確認管理システム】アカウントへのご招待' })
    expect(mail?.text).toContain('依頼元: 見本制作')
    const browser = await anonymousBrowser(app)
    const token = tokenIn(mail?.text ?? '', '/invite')
    await browser.send(acceptInvitation, { body: { token, name: '新規 花子', password } })
    await browser.post('/api/auth/login', { email, password })
    await startSession(browser)
    const [invitation] = await browser.send(listOwnInvitations)
    expect(invitation).toMatchObject({ organisation: { id: company }, role: 'representative' })
    await browser.send(acceptMembership, { params: { id: company } })
  })

  test('a second invitation renews the first and sends another link; the first link stays valid', async () => {
    const email = newAddress()
    await invite(email, 'staff')
    advance(limits.invitation + 1000)
    await invite(email.toUpperCase(), 'viewer')
    const { invitations } = await founder.send(getOrganisation, { params: { id: company } })
    expect(invitations.map((each) => [each.email, each.role])).toEqual([[email.toUpperCase(), 'viewer']])
    const links = (await app.mails()).filter(({ to }) => to.toLowerCase() === email)
    expect(links).toHaveLength(2)
    const token = tokenIn(links[0]?.text ?? '', '/invite')
    const reply = await (await anonymousBrowser(app)).post('/api/auth/invitations/inspect', { token })
    expect(reply.status).toBe(200)
  })
})

describe('what an invitation reveals', () => {
  test('reply, list and log of the representative do not depend on whether the address has an account', async () => {
    const existing = await app.signedIn('user', '秘密 四郎')
    const comparable = async (email: string) => {
      advance(1000)
      const before = await founder.send(listAuditLogs)
      const reply = await invite(email)
      const detail = await founder.send(getOrganisation, { params: { id: company } })
      const log = (await founder.send(listAuditLogs)).slice(0, -before.length)
      return JSON.stringify({ reply, listed: detail.invitations[0], log })
        .replaceAll(email, 'address')
        .replaceAll(/.\*{3}@/g, 'masked@')
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
        .replaceAll(/\d{4}-[\d-]+T[\d:.]+Z/g, 'time')
    }
    const known = await comparable(existing.email)
    expect(known).toBe(await comparable(newAddress()))
    expect(known).not.toContain('秘密')
  })

  test('the reply does not contain the id of the account, which would show the age of the account', async () => {
    const existing = await app.signedIn('user')
    expect(JSON.stringify(await invite(existing.email))).not.toContain(existing.accountId)
  })

  test('another account does not see the invitation', async () => {
    const outsider = await app.signedIn('user')
    await invite(newAddress())
    expect(await invitationsOf(outsider)).toEqual([])
    expect(refusalOf(await accept(outsider))).toEqual([404, 'INVITATION_NOT_FOUND'])
  })
})

describe('an invitation admits only the owner of the address', () => {
  test('an account whose address is unverified neither sees it nor joins (D56)', async () => {
    const account = await app.signedIn('user')
    await app.sql('UPDATE account SET email_verified = false WHERE id = $1', [account.accountId])
    await invite(account.email)
    expect((await app.mails()).at(-1)?.subject).toContain('メールアドレスの確認')
    expect(await invitationsOf(account)).toEqual([])
    expect(refusalOf(await accept(account))).toEqual([404, 'INVITATION_NOT_FOUND'])
    await app.sql('UPDATE account SET email_verified = true WHERE id = $1', [account.accountId])
    expect((await accept(account)).status).toBe(200)
  })

  test('an account with another verified address since then cannot join', async () => {
    const account = await app.signedIn('user')
    await invite(account.email)
    const other = newAddress()
    await app.sql('UPDATE account SET email = $2, email_key = $2, email_folded = $2 WHERE id = $1', [
      account.accountId,
      other,
    ])
    expect(refusalOf(await accept(account))).toEqual([404, 'INVITATION_NOT_FOUND'])
  })

  test('a disabled account cannot join', async () => {
    const account = await app.signedIn('user')
    await invite(account.email)
    await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [account.accountId])
    expect(refusalOf(await accept(account))).toEqual([401, 'UNAUTHENTICATED'])
  })

  test('an expired or revoked invitation does not admit', async () => {
    const account = await app.signedIn('user')
    await invite(account.email)
    advance(limits.invitation + 1000)
    expect(refusalOf(await accept(account))).toEqual([404, 'INVITATION_NOT_FOUND'])
    const { id } = await invite(account.email)
    await founder.send(revokeMembershipInvitation, { params: { id: company, invitationId: id } })
    expect(refusalOf(await accept(account))).toEqual([404, 'INVITATION_NOT_FOUND'])
    const again = await founder.delete(`/api/organisations/${company}/invitations/${id}`)
    expect(refusalOf(again)).toEqual([404, 'INVITATION_NOT_FOUND'])
  })

  test('a disabled organisation admits no one until it is enabled', async () => {
    const account = await app.signedIn('user')
    const admin = await app.signedIn('admin')
    await invite(account.email)
    await admin.send(disableOrganisation, { params: { id: company }, body: { reason: '契約の終了' } })
    expect(refusalOf(await accept(account))).toEqual([403, 'ORGANISATION_DISABLED'])
    await admin.put(`/api/organisations/${company}/enable`)
    expect((await accept(account)).status).toBe(200)
  })
})

describe('an invitation', () => {
  const ends = {
    'has another name for the organisation':
      "UPDATE organisation SET name = '別名' WHERE id = $2 AND $1::uuid IS NOT NULL",
    'is removed': 'UPDATE membership SET left_at = now() WHERE account_id = $1 AND organisation_id = $2',
    'may only read': "UPDATE membership SET role = 'viewer' WHERE account_id = $1 AND organisation_id = $2",
    'is disabled': 'UPDATE account SET disabled_at = now() WHERE id = $1 AND $2::uuid IS NOT NULL',
    'becomes an auditor':
      "UPDATE account SET role = 'auditor', own_role = 'auditor' WHERE id = $1 AND $2::uuid IS NOT NULL",
  }

  test('works only while its author may invite (D118)', async () => {
    const second = await app.signedIn('user')
    await join(founder, company, second, 'representative')
    for (const [event, statement] of Object.entries(ends)) {
      const author = await app.signedIn('user', '前任 三郎')
      await join(founder, company, author, 'representative')
      const account = await app.signedIn('user')
      for (const email of [account.email, newAddress()]) await tryInvite(email, author)
      const token = tokenIn((await app.mails()).at(-1)?.text ?? '', '/invite')
      expect(await invitationsOf(account)).toHaveLength(1)
      await app.sql(statement, [author.accountId, company])
      expect(await invitationsOf(account), event).toEqual([])
      expect(refusalOf(await accept(account))).toEqual([404, 'INVITATION_NOT_FOUND'])
      const inspected = (await anonymousBrowser(app)).post('/api/auth/invitations/inspect', { token })
      expect(refusalOf(await inspected)).toEqual([400, 'LINK_INVALID'])
      const { invitations } = await second.send(getOrganisation, { params: { id: company } })
      const listed = invitations.find((each) => each.email === account.email)
      expect(Date.parse(listed?.expiresAt ?? '')).toBeLessThanOrEqual(clock.now().getTime())
      await app.sql("UPDATE organisation SET approved_at = '2020-01-01' WHERE id = $1", [company])
      expect((await tryInvite(account.email, second)).status).toBe(201)
      expect((await accept(account)).json).toMatchObject({ id: company, role: 'staff' })
    }
  })

  test('is sent only by a representative, and never for a personal organisation', async () => {
    const person = await app.signedIn('user')
    const personal = await tryInvite(newAddress(), person, person.accountId)
    expect(refusalOf(personal)).toEqual([409, 'ORGANISATION_PERSONAL'])
    await join(founder, company, person, 'staff')
    expect(refusalOf(await tryInvite(newAddress(), person))).toEqual([403, 'ORGANISATION_ROLE'])
  })

  test('an organisation sends a limited number of invitations a day; repeats do not count', async () => {
    const second = await app.signedIn('user')
    await join(founder, company, second, 'representative')
    const limit = attemptLimits.contactsPerDay.most
    await app.sql(
      `UPDATE attempt_bucket SET failed_at = array_fill(now(), ARRAY[$2::int])
       WHERE bucket = 'contacts-of:' || $1`,
      [company, limit - 1],
    )
    const body = { email: newAddress(), name: '招待 花子', role: 'staff' }
    const headers = { 'idempotency-key': 'one' }
    const path = `/api/organisations/${company}/members`
    for (const _ of [1, 2])
      expect((await second.call('POST', path, { json: body, headers })).status).toBe(201)
    const refused = await tryInvite(newAddress(), second)
    expect(refusalOf(refused)).toEqual([429, 'RATE_LIMITED'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3600)
  })

  test('an account sends a limited number of invitations a day over all its organisations', async () => {
    await invite(newAddress())
    await app.sql(
      `UPDATE attempt_bucket SET failed_at = array_fill(now(), ARRAY[$2::int]), locked_until = now() + interval '1 day'
       WHERE bucket = 'member-invitations-by:' || $1`,
      [founder.accountId, attemptLimits.memberInvitationsPerDay.account],
    )
    expect(refusalOf(await tryInvite(newAddress()))).toEqual([429, 'RATE_LIMITED'])
  })
})

function tryInvite(email: string, by = founder, id = company) {
  return by.post(`/api/organisations/${id}/members`, { email, name: '招待 花子', role: 'staff' })
}

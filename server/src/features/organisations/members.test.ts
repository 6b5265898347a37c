import { randomUUID } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { changesOf, factsOf } from '@kyc/contract/audit-words.ts'
import {
  changeMemberRole,
  disableOrganisation,
  getOrganisation,
  handOverOrganisation,
  removeMember,
  updateOrganisation,
} from '@kyc/contract/organisation-members.ts'
import { listOwnOrganisations, type MemberRole } from '@kyc/contract/organisations.ts'
import { getPerformer } from '@kyc/contract/performers.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { registerPerformer, registrationForm } from '../../testing/app/factories.ts'
import { companyWith, foundCompany, join } from '../../testing/app/organisations.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf, type TestReply } from '../../testing/app/test-client.ts'

const { app, admin } = useStage({ admin: ['admin', '管理 五郎'] })
let company: string
let representative: TestAccount
let staff: TestAccount
let viewer: TestAccount

beforeEach(async () => {
  ;({ id: company, representative, staff, viewer } = await companyWith(app))
})

const path = (rest = '') => `/api/organisations/${company}${rest}`
const memberPath = ({ accountId }: TestAccount, rest = '') => path(`/members/${accountId}${rest}`)
const setRole = (by: TestAccount, of: TestAccount, role: MemberRole) =>
  by.put(memberPath(of, '/role'), { role })

async function rolesOf(): Promise<unknown> {
  const { members } = await admin.send(getOrganisation, { params: { id: company } })
  return members.map(({ accountId, role }) => [accountId, role])
}

/** Every act that only a representative may do. */
const acts: Record<string, (by: TestAccount) => Promise<TestReply>> = {
  settings: (by) => by.patch(path(), { name: '新しい名前', version: 2 }),
  invitation: (by) =>
    by.post(path('/members'), { email: `${randomUUID()}@example.com`, name: '招待 花子', role: 'staff' }),
  'change of a role': (by) => setRole(by, viewer, 'staff'),
  removal: (by) => by.delete(memberPath(by === viewer ? staff : viewer)),
  handover: (by) => by.put(path('/handover'), { accountId: viewer.accountId }),
}

describe.each(Object.entries(acts))('%s', (_, act) => {
  test('is refused to the roles 担当 and 閲覧, and changes nothing', async () => {
    const before = await rolesOf()
    for (const by of [staff, viewer]) expect(refusalOf(await act(by))).toEqual([403, 'ORGANISATION_ROLE'])
    expect(await rolesOf()).toEqual(before)
  })

  test('is refused to an admin who is no member: the office can only disable (D67)', async () => {
    expect(refusalOf(await act(admin))).toEqual([403, 'ORGANISATION_ROLE'])
  })

  test('finds no organisation for another account, a former member or an invited account', async () => {
    const outsider = await app.signedIn('user')
    await staff.delete(memberPath(staff))
    await representative.post(path('/members'), {
      email: outsider.email,
      name: '招待 花子',
      role: 'representative',
    })
    for (const by of [outsider, staff])
      expect(refusalOf(await act(by))).toEqual([404, 'ORGANISATION_NOT_FOUND'])
  })

  test('is refused while the organisation is disabled', async () => {
    await admin.send(disableOrganisation, { params: { id: company }, body: { reason: '確認中' } })
    expect(refusalOf(await act(representative))).toEqual([403, 'ORGANISATION_DISABLED'])
  })

  test('is refused to a representative who is demoted while the act waits', async () => {
    await setRole(representative, staff, 'representative')
    // The demotion commits while the act waits for the organisation.
    await app.sql('BEGIN')
    await app.sql('SELECT FROM organisation WHERE id = $1 FOR NO KEY UPDATE', [company])
    await app.sql("UPDATE membership SET role = 'staff' WHERE account_id = $1 AND organisation_id = $2", [
      staff.accountId,
      company,
    ])
    const refused = act(staff)
    await expect.poll(waiting, { interval: 20 }).toBe(1)
    await app.sql('COMMIT')
    expect(refusalOf(await refused)).toEqual([403, 'ORGANISATION_ROLE'])
  })

  test('is permitted to a representative', async () => {
    expect((await act(representative)).status).toBeLessThan(300)
  })
})

async function waiting(): Promise<number> {
  const [row] = await app.sql<{ n: number }>(
    `SELECT count(DISTINCT pid)::int AS n FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE NOT granted AND datname = current_database()`,
  )
  return row?.n ?? 0
}

describe('leaving and removal', () => {
  test('every member may leave; the records stay, and access ends at once', async () => {
    const { id } = await registerIn(staff)
    expect((await viewer.get(`/api/performers/${id}`)).status).toBe(200)
    await viewer.send(removeMember, { params: { id: company, accountId: viewer.accountId } })
    expect(refusalOf(await viewer.get(`/api/performers/${id}`))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    await representative.send(removeMember, { params: { id: company, accountId: staff.accountId } })
    expect(refusalOf(await staff.get(`/api/performers/${id}`))).toEqual([404, 'PERFORMER_NOT_FOUND'])
    expect(await representative.send(getPerformer, { params: { id } })).toMatchObject({
      organisation: { id: company },
      registeredBy: '担当 二郎',
    })
  })

  test('a removed member can be invited again, with another role', async () => {
    await representative.delete(memberPath(viewer))
    await join(representative, company, viewer, 'staff')
    expect((await viewer.send(listOwnOrganisations))[0]).toMatchObject({ id: company, role: 'staff' })
  })

  test('a repeated removal changes nothing; an account that never was a member is not found', async () => {
    for (const _ of [1, 2]) expect((await representative.delete(memberPath(viewer))).status).toBe(204)
    expect(await entries('member_removed')).toHaveLength(1)
    const outsider = await app.signedIn('user')
    for (const id of [outsider.accountId, randomUUID(), 'no-id']) {
      const reply = await representative.delete(path(`/members/${id}`))
      expect(refusalOf(reply)).toEqual([404, 'MEMBER_NOT_FOUND'])
    }
  })

  test('an account that leaves its last organisation gets a new personal one', async () => {
    await setRole(representative, staff, 'representative')
    // The personal organisation of the founder has become the company.
    expect(await representative.send(listOwnOrganisations)).toHaveLength(1)
    await representative.send(removeMember, { params: { id: company, accountId: representative.accountId } })
    const own = await representative.send(listOwnOrganisations)
    expect(own).toMatchObject([{ name: '代表 一郎', kind: 'personal', role: 'representative' }])
    expect(own[0]?.id).not.toBe(company)
    const { organisation } = await registerPerformer(representative)
    expect(organisation.id).toBe(own[0]?.id)
  })

  test('an account that leaves its last two organisations at once gets one personal organisation', async () => {
    const second = await app.signedIn('user')
    const other = await foundCompany(app, second)
    await setRole(representative, staff, 'representative')
    await join(second, other, representative, 'staff')
    const { accountId } = representative
    const replies = await Promise.all(
      [company, other].map((id) => representative.delete(`/api/organisations/${id}/members/${accountId}`)),
    )
    expect(replies.map(({ status }) => status)).toEqual([204, 204])
    expect(await representative.send(listOwnOrganisations)).toMatchObject([{ kind: 'personal' }])
  })
})

describe('the last representative', () => {
  test('can neither leave nor get another role', async () => {
    const personal = viewer.accountId
    for (const reply of [
      await representative.delete(memberPath(representative)),
      await setRole(representative, representative, 'staff'),
      await viewer.delete(`/api/organisations/${personal}/members/${personal}`),
    ])
      expect(refusalOf(reply)).toEqual([409, 'LAST_REPRESENTATIVE'])
  })

  test('counts as the last one if the account of the other one is disabled', async () => {
    await setRole(representative, staff, 'representative')
    await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [staff.accountId])
    const leaving = await representative.delete(memberPath(representative))
    expect(refusalOf(leaving)).toEqual([409, 'LAST_REPRESENTATIVE'])
    const handover = await representative.put(path('/handover'), { accountId: staff.accountId })
    expect(refusalOf(handover)).toEqual([409, 'CONFLICT'])
  })

  test('hands over to another member and becomes 担当', async () => {
    const reply = await representative.send(handOverOrganisation, {
      params: { id: company },
      body: { accountId: viewer.accountId },
    })
    expect(reply.members.map(({ name, role }) => [name, role])).toEqual([
      ['閲覧 三郎', 'representative'],
      ['代表 一郎', 'staff'],
      ['担当 二郎', 'staff'],
    ])
    const outsider = await app.signedIn('user')
    const handover = (accountId: string) => viewer.put(path('/handover'), { accountId })
    expect(refusalOf(await handover(outsider.accountId))).toEqual([404, 'MEMBER_NOT_FOUND'])
    expect(refusalOf(await handover(viewer.accountId))).toEqual([409, 'CONFLICT'])
  })
})

test('a new role applies to the next call', async () => {
  const register = async () =>
    (await viewer.call('POST', `/api/performers?organisation=${company}`, { form: await registrationForm() }))
      .status
  expect(await register()).toBe(403)
  await representative.send(changeMemberRole, {
    params: { id: company, accountId: viewer.accountId },
    body: { role: 'staff' },
  })
  expect(await register()).toBe(201)
})

describe('settings', () => {
  test('a personal organisation becomes a company with kind and name, and then keeps its own name', async () => {
    const person = await app.signedIn('user', '個人 六郎')
    const update = (body: object) => person.patch(`/api/organisations/${person.accountId}`, body)
    expect(refusalOf(await update({ name: '六郎映像', version: 1 }))).toEqual([409, 'ORGANISATION_PERSONAL'])
    expect(refusalOf(await update({ kind: 'producer', version: 1 }))).toEqual([400, 'INVALID_INPUT'])
    expect(refusalOf(await update({ name: 'x', kind: 'personal', version: 1 }))).toEqual([
      400,
      'INVALID_INPUT',
    ])
    expect((await update({ name: '六郎映像', kind: 'distributor', version: 1 })).json).toMatchObject({
      name: '六郎映像',
      kind: 'distributor',
      version: 2,
    })
    await person.patch('/api/account', { name: '改名 六郎' })
    expect(await person.send(listOwnOrganisations)).toMatchObject([{ name: '六郎映像' }])
  })

  test('a change that applies to an earlier version is refused', async () => {
    const update = (body: { name: string; version: number }) =>
      representative.send(updateOrganisation, { params: { id: company }, body })
    expect(await update({ name: '第一の名前', version: 2 })).toMatchObject({ version: 3 })
    expect(refusalOf(await representative.patch(path(), { name: '第二の名前', version: 2 }))).toEqual([
      409,
      'CONFLICT',
    ])
    expect(await update({ name: '第一の名前', version: 3 })).toMatchObject({ version: 3 })
  })
})

describe('the log', () => {
  test('records each act once, for all members and in Japanese', async () => {
    await setRole(representative, viewer, 'staff')
    await representative.delete(memberPath(viewer))
    const [removed, role] = await staff.send(listAuditLogs, { query: { resourceType: 'organisation' } })
    expect(removed).toMatchObject({
      action: 'update',
      resourceId: company,
      resourceName: '見本制作',
      user: { name: '代表 一郎' },
    })
    expect(factsOf(removed?.details ?? {}).map(({ label, value }) => [label, value])).toEqual([
      ['変更の内容', 'メンバーの削除'],
      ['メンバー', '閲覧 三郎'],
      ['役割', '担当'],
    ])
    expect(changesOf(role?.details ?? {})).toMatchObject([{ label: '役割', before: '閲覧', after: '担当' }])
    const about = { resourceType: 'organisation', resourceId: company } as const
    expect(await admin.send(listAuditLogs, { query: about })).toHaveLength(7)
    const outsider = await app.signedIn('user')
    expect(await outsider.send(listAuditLogs, { query: { resourceId: company } })).toEqual([])
  })
})

/** The details of the entries about one kind of change, for an admin. */
async function entries(change: string) {
  const log = await admin.send(listAuditLogs, { query: { resourceId: company } })
  return log.filter(({ details }) => details.change === change)
}

async function registerIn(member: TestAccount): Promise<{ id: string }> {
  const form = await registrationForm()
  const reply = await member.call('POST', `/api/performers?organisation=${company}`, { form })
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return reply.json as { id: string } // the reply of the contract
}

import {
  disableOrganisation,
  enableOrganisation,
  getOrganisation,
  listOrganisations,
} from '@kyc/contract/organisation-members.ts'
import { listOwnOrganisations } from '@kyc/contract/organisations.ts'
import { listUsers } from '@kyc/contract/users.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { registerPerformer } from '../../testing/app/factories.ts'
import { companyWith } from '../../testing/app/organisations.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { nextOf, refusalOf } from '../../testing/app/test-client.ts'

const { app, admin } = useStage({ admin: ['admin', '管理 五郎'] })
let company: Awaited<ReturnType<typeof companyWith>>

beforeAll(async () => {
  company = await companyWith(app)
})

describe('the list of organisations', () => {
  test('finds companies and personal ones by name, kind and state, with the number of members', async () => {
    const [found, ...more] = await admin.send(listOrganisations, { query: { search: 'みほん　制作' } })
    expect([found, more]).toEqual([undefined, []])
    expect(await admin.send(listOrganisations, { query: { search: '見本　制作' } })).toMatchObject([
      { id: company.id, name: '見本制作', kind: 'producer', disabledReason: null, members: 3 },
    ])
    const personal = await admin.send(listOrganisations, { query: { search: '担当二郎', kind: 'personal' } })
    expect(personal).toMatchObject([{ id: company.staff.accountId, members: 1 }])
    expect(await admin.send(listOrganisations, { query: { kind: 'distributor' } })).toEqual([])
    expect(await admin.send(listOrganisations, { query: { state: 'disabled' } })).toEqual([])
    expect(
      await admin.send(listOrganisations, { query: { state: 'active', kind: 'producer' } }),
    ).toHaveLength(1)
  })

  test('follows the new name of an account', async () => {
    const person = await app.signedIn('user', '旧姓 八重')
    await person.patch('/api/account', { name: '新姓 八重' })
    expect(await admin.send(listOrganisations, { query: { search: '新姓八重' } })).toHaveLength(1)
    expect(await admin.send(listOrganisations, { query: { search: '旧姓八重' } })).toEqual([])
  })

  test('continues by pages, newest first', async () => {
    const first = await admin.get('/api/organisations?limit=2')
    const second = await admin.get(nextOf(first) ?? '')
    const all = await admin.send(listOrganisations, { query: { limit: 4 } })
    expect([...(first.json as []), ...(second.json as [])].slice(0, 4)).toEqual(all)
  })
})

describe('the accounts of an organisation', () => {
  test('the list of users shows only its members, and the organisations of each', async () => {
    const members = await admin.send(listUsers, { query: { organisation: company.id } })
    expect(members.map(({ name }) => name)).toEqual(['閲覧 三郎', '担当 二郎', '代表 一郎'])
    expect(members[0]?.organisations).toEqual([
      { id: company.id, name: '見本制作', role: 'viewer' },
      { id: company.viewer.accountId, name: '閲覧 三郎', role: 'representative' },
    ])
    for (const unknown of ['no-id', '01900000-0000-7000-8000-000000000000']) {
      const reply = await admin.get(`/api/users?organisation=${unknown}`)
      expect(refusalOf(reply)).toEqual([404, 'ORGANISATION_NOT_FOUND'])
    }
  })
})

describe('a disabled organisation', () => {
  test('hides its records from its members, who see the reason, until it is enabled', async () => {
    const { id } = await registerPerformer(company.representative)
    const see = async () => (await company.viewer.get(`/api/performers/${id}`)).status
    const disabled = await admin.send(disableOrganisation, {
      params: { id: company.id },
      body: { reason: '契約の終了' },
    })
    expect(disabled).toMatchObject({ disabledReason: '契約の終了', version: 2 })
    expect(await see()).toBe(404)
    const list = await company.viewer.get(`/api/performers?organisation=${company.id}`)
    expect(refusalOf(list)).toEqual([403, 'ORGANISATION_DISABLED'])
    const own = await company.viewer.send(listOwnOrganisations)
    expect(own.map(({ id, disabledReason }) => [id, disabledReason])).toEqual([
      [company.viewer.accountId, null],
      [company.id, '契約の終了'],
    ])
    expect(await company.viewer.send(getOrganisation, { params: { id: company.id } })).toEqual(disabled)
    expect((await admin.get(`/api/performers/${id}`)).status).toBe(200)
    await admin.send(enableOrganisation, { params: { id: company.id } })
    expect(await see()).toBe(200)
  })

  test('has one entry for each change, with the reason; a repeat changes nothing', async () => {
    const { id } = await companyWith(app)
    const disable = (reason: string) => admin.send(disableOrganisation, { params: { id }, body: { reason } })
    for (const reason of ['一度目', '一度目', '二度目']) await disable(reason)
    for (const _ of [1, 2]) await admin.send(enableOrganisation, { params: { id } })
    const rows = await app.sql('SELECT FROM audit_event WHERE rid = $1 AND actor = $2', [id, admin.accountId])
    expect(rows).toHaveLength(3)
  })

  test('needs a reason', async () => {
    for (const reason of ['', '　', undefined]) {
      const reply = await admin.put(`/api/organisations/${company.id}/disable`, { reason })
      expect(refusalOf(reply)).toEqual([400, 'INVALID_INPUT'])
    }
  })
})

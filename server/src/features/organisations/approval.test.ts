import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import {
  approveOrganisation,
  getOrganisation,
  listOrganisations,
} from '@kyc/contract/organisation-members.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { registerPerformer, registrationForm } from '../../testing/app/factories.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { contactsPerDay } from '../access/may-contact.ts'
import { isReservedName } from '../access/reserved-names.ts'
import { personalOf } from '../access/scope.ts'
import { registrationsLeft } from '../documents/intake/charge-quota.ts'

// D115: only an approved organisation writes to people outside.

const { app, admin, person } = useStage({ admin: ['admin', '審査 三郎'], person: ['user', '制作 花子'] })

beforeAll(async () => {
  // As after a sign-up.
  await app.sql('UPDATE organisation SET approved_at = NULL WHERE id = $1', [person.accountId])
})

const path = (rest = '') => `/api/organisations/${person.accountId}${rest}`
const company = {
  name: '見本制作',
  kind: 'producer',
  legalName: '株式会社見本制作',
  contact: '03-0000-0000 見本',
}
const current = () => admin.send(getOrganisation, { params: { id: person.accountId } })
const link = (id: string, email = 'performer@example.com') =>
  person.post(`/api/performers/${id}/link`, { email, language: 'ja' })
const invite = () =>
  person.post(path('/members'), { email: 'member@example.com', name: '招待 次郎', role: 'staff' })

describe('an organisation that the office has not approved', () => {
  test('sends no link and no invitation, and mails nothing outside', async () => {
    const { id } = await registerPerformer(person)
    const before = (await app.mails()).length
    expect(refusalOf(await link(id))).toEqual([403, 'ORGANISATION_UNAPPROVED'])
    expect(
      refusalOf(await person.post(`/api/performers/${id}/link`, { email: null, language: 'ja' })),
    ).toEqual([403, 'ORGANISATION_UNAPPROVED'])
    expect((await person.patch(path(), { ...company, version: (await current()).version })).status).toBe(200)
    expect(refusalOf(await invite())).toEqual([403, 'ORGANISATION_UNAPPROVED'])
    expect((await app.mails()).length).toBe(before)
    const waiting = await admin.send(listOrganisations, {
      query: { state: 'unapproved', search: '見本制作' },
    })
    expect(waiting).toMatchObject([{ id: person.accountId, approvedAt: null }])
  })

  test('is approved by the office in the version that it read, with an entry, and once', async () => {
    const { version } = await current()
    const approve = (by: TestAccount, of = version) => by.put(path('/approval'), { version: of })
    expect(refusalOf(await approve(person))).toEqual([403, 'FORBIDDEN'])
    expect(refusalOf(await approve(admin, version - 1))).toEqual([409, 'CONFLICT'])
    expect((await approve(admin)).json).toMatchObject({ approvedAt: expect.any(String), ...company })
    await approve(admin)
    const entries = await app.sql(
      `SELECT FROM audit_event WHERE rid = $1 AND rtype = 'organisation' AND actor = $2`,
      [person.accountId, admin.accountId],
    )
    expect(entries).toHaveLength(1)
    expect((await invite()).status).toBe(201)
  })

  test.each(['name', 'legalName', 'kind'])(
    'needs another approval after a change of its %s',
    async (field) => {
      const { version } = await current()
      const changed = { name: '別の制作', legalName: '株式会社別の制作', kind: 'distributor' }[field]
      const reply = await person.patch(path(), { [field]: changed, version })
      expect(reply.json).toMatchObject({ approvedAt: null })
      await admin.send(approveOrganisation, {
        params: { id: person.accountId },
        body: { version: version + 1 },
      })
    },
  )

  test('keeps its approval when only its contact changes', async () => {
    const { version } = await current()
    expect((await person.patch(path(), { contact: '06-0000-0000', version })).json).toMatchObject({
      approvedAt: expect.any(String),
    })
  })

  test('is not approved without legal name and contact', async () => {
    const other = await app.signedIn('user', '無名 太郎')
    await other.patch(`/api/organisations/${other.accountId}`, {
      name: '無名映像',
      kind: 'producer',
      version: 1,
    })
    const reply = await admin.put(`/api/organisations/${other.accountId}/approval`, { version: 2 })
    expect(refusalOf(reply)).toEqual([409, 'ORGANISATION_INCOMPLETE'])
  })
})

test('the personal organisation of an account loses its approval when the account changes its name', async () => {
  const other = await app.signedIn('user', '改名 前')
  await other.patch('/api/account', { name: '改名 後' })
  const { approvedAt } = await other.send(getOrganisation, { params: { id: other.accountId } })
  expect(approvedAt).toBeNull()
})

test('a name that an account took after the office read the former one is not approved', async () => {
  const other = await app.signedIn('user', '改名 前')
  const of = { params: { id: other.accountId } }
  const { version } = await admin.send(getOrganisation, of)
  await other.patch('/api/account', { name: '改名 後' })
  const reply = await admin.put(`/api/organisations/${other.accountId}/approval`, { version })
  expect(refusalOf(reply)).toEqual([409, 'CONFLICT'])
  const { approvedAt, ...read } = await admin.send(getOrganisation, of)
  expect(approvedAt).toBeNull()
  expect(await admin.send(approveOrganisation, { ...of, body: { version: read.version } })).toMatchObject({
    name: '改名 後',
    approvedAt: expect.any(String),
  })
})

test('an account with an unverified address sends nothing', async () => {
  const other = await app.signedIn('user', '未確認 太郎')
  const { id } = await registerPerformer(other)
  await app.sql('UPDATE account SET email_verified = false WHERE id = $1', [other.accountId])
  const reply = await other.post(`/api/performers/${id}/link`, { email: null, language: 'ja' })
  expect(refusalOf(reply)).toEqual([403, 'SENDER_UNVERIFIED'])
})

test('an organisation without approval may register a tenth of what an approved one may', async () => {
  const other = await app.signedIn('user', '登録 太郎')
  const left = () => registrationsLeft(app.services, app.services.db, personalOf(other.accountId))
  const { registrationsPerDay } = app.services.config.quota
  expect(await left()).toBe(registrationsPerDay)
  await app.sql('UPDATE organisation SET approved_at = NULL WHERE id = $1', [other.accountId])
  expect(await left()).toBe(Math.ceil(registrationsPerDay / 10))
  await app.sql(
    `INSERT INTO upload_quota (day, organisation_id, registrations, bytes)
     VALUES ((now() AT TIME ZONE 'Asia/Tokyo')::date, $1, $2, 0)`,
    [other.accountId, registrationsPerDay / 10],
  )
  const form = await registrationForm()
  expect(refusalOf(await other.call('POST', '/api/performers', { form }))).toEqual([
    429,
    'DAILY_REGISTRATIONS',
  ])
})

test('links and invitations count towards one quota of the organisation', async () => {
  const { first } = attemptLimits.contactsPerDay
  const other = await app.signedIn('user', '上限 太郎')
  await app.sql('UPDATE organisation SET approved_at = now() WHERE id = $1', [other.accountId])
  const { id } = await registerPerformer(other)
  const send = () => other.post(`/api/performers/${id}/link`, { email: null, language: 'ja' })
  for (let sent = 0; sent < first; sent++) expect((await send()).status).toBe(201)
  expect(refusalOf(await send())).toEqual([429, 'RATE_LIMITED'])
})

test('the daily quota starts at 10, doubles with each week, and ends at 1,000', () => {
  expect([-1, 0, 6, 7, 13, 14, 48, 49, 10_000].map(contactsPerDay)).toEqual([
    10, 10, 10, 20, 20, 40, 640, 1000, 1000,
  ])
})

test.each([
  '本人確認管理システム',
  '本人確認管理システム 運営事務局',
  'ＡＤＭＩＮ',
  '運 営',
  '管理者',
  'Example Corp 窓口',
  '運営（事務局）',
  '運営-事務局',
  '運営_事務局',
  '＜運営＞事務局',
  '【運営】',
  '本人確認チーム',
])('the name %s is reserved for the operator', async (name) => {
  expect(isReservedName(name, 'example corp')).toBe(true)
})

test('names of the operator are refused for organisations and accounts of users', async () => {
  const { version } = await current()
  const body = { name: '本人確認管理システム　運営事務局', version }
  expect(refusalOf(await person.patch(path(), body))).toEqual([400, 'INVALID_INPUT'])
  expect(refusalOf(await person.patch('/api/account', { name: '運営事務局' }))).toEqual([
    400,
    'INVALID_INPUT',
  ])
  expect(isReservedName('運営花子', '')).toBe(false)
  expect(isReservedName('見本製作委員会事務局', '')).toBe(false)
})

test('an account whose name is that of the operator, as its provider gave it, writes to no person outside', async () => {
  const member = await app.signedIn('user', '運営事務局')
  await app.sql("UPDATE organisation SET approved_at = '2020-01-01' WHERE id = $1", [member.accountId])
  const { id } = await registerPerformer(member)
  const sent = await member.post(`/api/performers/${id}/link`, {
    email: 'someone@example.com',
    language: 'ja',
  })
  expect(refusalOf(sent)).toEqual([403, 'SENDER_NAME'])
})

import { addDays, addYears, dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { getOrganisation, listOrganisations } from '@kyc/contract/organisation-members.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { companyWith } from '../../testing/app/organisations.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { stopCancelled } from './stop-cancelled.ts'

// The policies promise that content is kept for 30 days after the cancellation (D64).

const today = dayInJapan(new Date())
const { app } = useStage()
let admin: TestAccount
let company: Awaited<ReturnType<typeof companyWith>>

beforeEach(async () => {
  admin = await app.signedIn('admin', '管理 五郎')
  company = await companyWith(app)
})

const path = () => `/api/organisations/${company.id}/cancellation`
const cancel = (by: TestAccount, cancelledOn: string) => by.put(path(), { cancelledOn })
const current = () => admin.send(getOrganisation, { params: { id: company.id } })
/** Runs the job on a later day, and returns the subjects of the mails to the representative since the last call. */
async function onDay(days: number): Promise<string[]> {
  await stopOn(days)
  return mails()
}
function stopOn(days: number): Promise<void> {
  const noon = new Date(`${addDays(today, days)}T03:00:00Z`)
  return stopCancelled({ ...app.services, clock: { now: () => noon } })
}
let seen = 0
async function mails(): Promise<string[]> {
  const all = (await app.mails()).filter(({ to }) => to === company.representative.email)
  const subjects = all.slice(seen).map(({ subject }) => subject.replace('【本人確認管理システム】', ''))
  seen = all.length
  return subjects
}
beforeEach(() => {
  seen = 0
})

describe('a cancellation', () => {
  test('leaves 30 days, reminds the representative a week before their end, and then stops the organisation', async () => {
    expect((await cancel(company.representative, today)).json).toMatchObject({
      cancelledOn: today,
      disabledReason: null,
    })
    expect(await mails()).toContain('解約を承りました')
    expect(await onDay(22)).toEqual([])
    expect(await onDay(23)).toEqual(['まもなく組織の利用を停止します'])
    expect(await onDay(24)).toEqual([])
    expect(await onDay(30)).toEqual([])
    expect((await current()).disabledReason).toBeNull()
    expect(await onDay(31)).toEqual(['組織の利用を停止しました'])
    expect((await current()).disabledReason).toBe(`${dateInWords(today)}の解約から30日間が過ぎたため`)
    expect(refusalOf(await company.staff.get(`/api/performers?organisation=${company.id}`))).toEqual([
      403,
      'ORGANISATION_DISABLED',
    ])
    const [entry] = await app.sql<{ actor: string | null }>(
      `SELECT actor FROM audit_event WHERE rtype = 'organisation' AND rid = $1 ORDER BY id DESC LIMIT 1`,
      [company.id],
    )
    expect(entry).toEqual({ actor: null })
    expect(await onDay(32)).toEqual([])
  })

  test('that the office has withdrawn stops nothing', async () => {
    await cancel(company.representative, today)
    expect((await admin.delete(path())).json).toMatchObject({ cancelledOn: null })
    expect(await mails()).toEqual(expect.arrayContaining(['解約を承りました', '解約を取り消しました']))
    expect(await onDay(40)).toEqual([])
    expect((await current()).disabledReason).toBeNull()
  })

  test('ends when the office enables the stopped organisation, so that it is not stopped again', async () => {
    await cancel(admin, today)
    await onDay(31)
    await admin.put(`/api/organisations/${company.id}/enable`)
    expect(await onDay(32)).not.toContain('組織の利用を停止しました')
    expect(await current()).toMatchObject({ cancelledOn: null, disabledReason: null })
  })

  test('stops the organisation once, with one mail, if two jobs run at the same time', async () => {
    await cancel(admin, today)
    await Promise.all([stopOn(31), stopOn(31)])
    expect((await mails()).filter((subject) => subject.includes('停止しました'))).toHaveLength(1)
  })

  test('is found in the list of the office', async () => {
    await cancel(admin, today)
    const found = await admin.send(listOrganisations, { query: { state: 'cancelled' } })
    expect(found).toContainEqual(expect.objectContaining({ id: company.id, cancelledOn: today }))
  })
})

describe('the day of a cancellation', () => {
  test('is set once by a representative, from today to a year later', async () => {
    const yesterday = await cancel(company.representative, addDays(today, -1))
    expect(yesterday.json).toMatchObject({ code: 'INVALID_INPUT', errors: [{ field: 'cancelledOn' }] })
    expect(refusalOf(await cancel(company.representative, addDays(addYears(today, 1), 1)))).toEqual([
      400,
      'INVALID_INPUT',
    ])
    expect((await cancel(company.representative, addDays(today, 10))).status).toBe(200)
    expect((await cancel(company.representative, addDays(today, 10))).status).toBe(200)
    expect(refusalOf(await cancel(company.representative, addDays(today, 300)))).toEqual([
      409,
      'ORGANISATION_CANCELLED',
    ])
    expect(refusalOf(await company.representative.delete(path()))).toEqual([403, 'FORBIDDEN'])
  })

  test('is set by the office from 30 days ago on, and may be changed', async () => {
    expect((await cancel(admin, addDays(today, -31))).status).toBe(400)
    expect((await cancel(admin, addDays(today, -30))).status).toBe(200)
    expect((await cancel(admin, addDays(today, 1))).json).toMatchObject({ cancelledOn: addDays(today, 1) })
  })

  test.each(['staff', 'viewer'] as const)('is not set by a member with the role %s', async (role) => {
    expect(refusalOf(await cancel(company[role], today))).toEqual([403, 'ORGANISATION_ROLE'])
  })

  test('is not set for an organisation that is stopped', async () => {
    await admin.put(`/api/organisations/${company.id}/disable`, { reason: '試験のため' })
    for (const reply of [await cancel(admin, today), await admin.delete(path())])
      expect(refusalOf(reply)).toEqual([403, 'ORGANISATION_DISABLED'])
  })
})

import { changeRecordMails } from '@kyc/contract/account.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Tables } from '../../platform/db/tables.ts'
import { newId } from '../../platform/ids.ts'
import { insertCompany, insertMember } from '../../testing/app/organisations.ts'
import { insertPerformerRows, performerRow, sealing } from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { sendDigests } from './send-digests.ts'

const { app } = useStage()
let company: string
let member: TestAccount

beforeEach(async () => {
  company = await insertCompany(app.sql, '見本制作')
  member = await app.signedIn('user')
  await insertMember(app.sql, company, member.accountId, 'staff')
})

async function insertPerformer(organisation = company): Promise<string> {
  const { accountId } = await app.signedIn('user')
  const row = performerRow(accountId, { id: newId(), owner_id: organisation, last_name: '秘密' })
  await insertPerformerRows(app.services.db, [row])
  return row.id
}

type Kind = Tables['digest_event']['kind']

/** Stores an event at a time of 2026-04-01 in Japan. */
async function insertEvent(performerId: string, kind: Kind = 'approved', at = '10:00'): Promise<void> {
  await app.sql(
    'INSERT INTO digest_event (account_id, id, performer_id, kind, at) VALUES ($1, $2, $3, $4, $5)',
    [member.accountId, newId(), performerId, kind, `2026-04-01T${at}:00+09:00`],
  )
}

function sendAt(time: string, services = app.services): Promise<void> {
  const now = new Date(`${time}:00+09:00`)
  return sendDigests({ ...services, clock: { now: () => now } })
}

async function mailsTo({ email }: TestAccount) {
  return (await app.mails()).filter(({ to }) => to === email)
}

const left = () => app.sql('SELECT FROM digest_event WHERE account_id = $1', [member.accountId])

test('sends one mail with numbers and links, by organisation, without names of performers (D67)', async () => {
  const distributor = await insertCompany(app.sql, '見本配信')
  await insertMember(app.sql, distributor, member.accountId, 'viewer')
  const [first, second] = [await insertPerformer(), await insertPerformer()]
  await insertEvent(first, 'rejected')
  await insertEvent(first, 'rejected')
  await insertEvent(second, 'rejected')
  await insertEvent(second, 'approved')
  await insertEvent(await insertPerformer(distributor), 'expiring')
  await sendAt('2026-04-02T08:00')
  const [mail, ...more] = await mailsTo(member)
  expect(more).toEqual([])
  const lines = mail?.text.split('\n').filter((line) => /組織|出演者: |https?:/.test(line))
  const list = (organisation: string) =>
    new URL(`/performers?sort=-updatedAt&organisation=${organisation}`, app.services.config.publicUrl).href
  expect(lines).toEqual([
    '組織: 見本制作',
    '承認された出演者: 1名',
    '書類が差し戻された出演者: 2名',
    list(company),
    '組織: 見本配信',
    '書類の有効期限が近い出演者: 1名',
    list(distributor),
    new URL('/account', app.services.config.publicUrl).href,
  ])
  expect(mail?.text).not.toContain('秘密')
})

test('sends the events until 8:00 once, whichever processes run or restart', async () => {
  await insertEvent(await insertPerformer(), 'approved', '07:59')
  await insertEvent(await insertPerformer(), 'approved', '08:00')
  const neighbour = await app.neighbour()
  await Promise.all([1, 2, 3].map(() => sendAt('2026-04-01T08:00')))
  await sendAt('2026-04-01T23:00', neighbour.services)
  await sendAt('2026-04-02T07:59', neighbour.services)
  expect(await mailsTo(member)).toHaveLength(1)
  await sendAt('2026-04-02T08:00', neighbour.services)
  await sendAt('2026-04-03T08:00')
  await neighbour.close()
  const mails = await mailsTo(member)
  expect(mails.map(({ text }) => text.match(/\d名/g))).toEqual([['1名'], ['1名']])
  expect(await left()).toEqual([])
})

test('a failed mail keeps its events, and the next run sends them', async () => {
  await insertEvent(await insertPerformer())
  const mails = { ...app.services.mails, send: () => Promise.reject(new Error('the queue is full')) }
  await expect(sendAt('2026-04-02T08:00', { ...app.services, mails })).rejects.toThrow('the queue is full')
  await sendAt('2026-04-02T09:00')
  expect(await mailsTo(member)).toHaveLength(1)
})

test.each([
  ['the member has left', 'UPDATE membership SET left_at = now() WHERE account_id = $1'],
  ['the account is disabled', 'UPDATE account SET disabled_at = now() WHERE id = $1'],
  ['the address is unverified', 'UPDATE account SET email_verified = false WHERE id = $1'],
  ['the member wants no mails any more', "UPDATE account SET record_mails = 'off' WHERE id = $1"],
  [
    'the organisation is disabled',
    `UPDATE organisation o SET disabled_at = now(), disabled_reason = '確認中' FROM membership m
     WHERE m.organisation_id = o.id AND m.account_id = $1`,
  ],
  [
    'the performer is deleted',
    `UPDATE performer p SET ${sealing} FROM digest_event d
     WHERE d.performer_id = p.id AND d.account_id = $1`,
  ],
])('sends nothing and deletes the events if %s', async (_, sql) => {
  await insertEvent(await insertPerformer())
  await app.sql(sql, [member.accountId])
  await sendAt('2026-04-02T08:00')
  expect(await mailsTo(member)).toEqual([])
  expect(await left()).toEqual([])
})

test('an account that chooses immediate mails still gets the earlier events in a daily mail', async () => {
  await insertEvent(await insertPerformer())
  await member.send(changeRecordMails, { body: { recordMails: 'immediately' } })
  await sendAt('2026-04-02T08:00')
  expect(await mailsTo(member)).toHaveLength(1)
})

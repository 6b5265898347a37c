import { changeRecordMails, type RecordMailTime } from '@kyc/contract/account.ts'
import type { MemberRole } from '@kyc/contract/organisations.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { insertCompany, insertMember } from '../../testing/app/organisations.ts'
import { insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { mailApproved } from './mail-decision.ts'
import { mailExpiry } from './mail-expiry.ts'

const { app } = useStage()
let company: string
let registrar: TestAccount
let performerId: string

beforeEach(async () => {
  company = await insertCompany(app.sql)
  registrar = await member('staff')
  performerId = await register(registrar)
})

async function member(role: MemberRole, recordMails?: RecordMailTime): Promise<TestAccount> {
  const account = await app.signedIn('user')
  await insertMember(app.sql, company, account.accountId, role)
  if (recordMails) await account.send(changeRecordMails, { body: { recordMails } })
  return account
}

async function register({ accountId }: TestAccount): Promise<string> {
  const row = performerRow(accountId, { id: newId(), owner_id: company })
  await insertPerformerRows(app.services.db, [row])
  return row.id
}

/** The accounts that receive the mail of an approval at once and in the next daily mail. */
async function recipientsOf(id: string, by: TestAccount): Promise<{ now: string[]; later: string[] }> {
  const before = (await app.mails()).length
  await inTransaction(app.services.db, (tx) =>
    mailApproved(app.services, tx, { ownerId: company, registeredBy: by.accountId, performerId: id }),
  )
  const later = await app.sql<{ email: string }>(
    'DELETE FROM digest_event d USING account a WHERE a.id = d.account_id RETURNING a.email',
  )
  return {
    now: (await app.mails()).slice(before).map(({ to }) => to),
    later: later.map(({ email }) => email).sort(),
  }
}

const addressesOf = (...accounts: TestAccount[]) => accounts.map(({ email }) => email).sort()

test('the registrar receives a decision at once whatever the setting, the others by their setting, each once (D67)', async () => {
  await registrar.send(changeRecordMails, { body: { recordMails: 'off' } })
  const representative = await member('representative')
  const viewer = await member('viewer')
  const immediately = await member('staff', 'immediately')
  await member('staff', 'off')
  const { now, later } = await recipientsOf(performerId, registrar)
  expect(now.sort()).toEqual(addressesOf(registrar, immediately))
  expect(later).toEqual(addressesOf(representative, viewer))
})

test.each([
  ['has left', 'UPDATE membership SET left_at = now() WHERE account_id = $1 AND role = $2'],
  ['is disabled', 'UPDATE account SET disabled_at = now() WHERE id = $1 AND $2 = $2'],
  ['is unverified', 'UPDATE account SET email_verified = false WHERE id = $1 AND $2 = $2'],
])(
  'if the registrar %s, every 代表 receives the decision at once and the registrar nothing',
  async (_, sql) => {
    const representatives = [await member('representative'), await member('representative', 'off')]
    const colleague = await member('staff')
    await app.sql(sql, [registrar.accountId, 'staff'])
    const { now, later } = await recipientsOf(performerId, registrar)
    expect(now.sort()).toEqual(addressesOf(...representatives))
    expect(later).toEqual(addressesOf(colleague))
  },
)

test('former members, disabled accounts and unverified addresses receive nothing, whatever their setting', async () => {
  const former = await member('representative', 'immediately')
  const disabled = await member('staff', 'immediately')
  const unverified = await member('staff', 'daily')
  await app.sql('UPDATE membership SET left_at = now() WHERE account_id = $1', [former.accountId])
  await app.sql('UPDATE account SET disabled_at = now() WHERE id = $1', [disabled.accountId])
  await app.sql('UPDATE account SET email_verified = false WHERE id = $1', [unverified.accountId])
  expect(await recipientsOf(performerId, registrar)).toEqual({ now: [registrar.email], later: [] })
})

test('members of a disabled organisation receive nothing', async () => {
  await member('representative', 'immediately')
  await app.sql("UPDATE organisation SET disabled_at = now(), disabled_reason = '確認中' WHERE id = $1", [
    company,
  ])
  expect(await recipientsOf(performerId, registrar)).toEqual({ now: [], later: [] })
})

test('only a mail about records of others states where to change the setting', async () => {
  const immediately = await member('staff', 'immediately')
  await recipientsOf(performerId, registrar)
  const textTo = async ({ email }: TestAccount) =>
    (await app.mails()).findLast(({ to }) => to === email)?.text
  expect(await textTo(registrar)).not.toContain('お知らせメール')
  expect(await textTo(immediately)).toContain('お知らせメール')
  expect(await textTo(immediately)).toContain(`/performers/${performerId}`)
})

test('a reminder contains the documents of each recipient, in one mail (D16)', async () => {
  const colleague = await member('staff', 'off')
  const immediately = await member('staff', 'immediately')
  const second = await register(colleague)
  const documents = [
    { performerId, registeredBy: registrar.accountId, performerName: '見本 花子' },
    { performerId: second, registeredBy: colleague.accountId, performerName: '見本 次郎' },
  ].map((document) => ({ ...document, documentType: 'idFront', expiresOn: '2026-12-01' }) as const)
  const before = (await app.mails()).length
  await inTransaction(app.services.db, (tx) => mailExpiry(app.services, tx, company, documents))
  const mails = (await app.mails()).slice(before)
  const namesTo = ({ email }: TestAccount) =>
    mails.filter(({ to }) => to === email).map(({ text }) => text.match(/見本 .郎|見本 花子/g))
  expect(namesTo(registrar)).toEqual([['見本 花子']])
  expect(namesTo(colleague)).toEqual([['見本 次郎']])
  expect(namesTo(immediately)).toEqual([['見本 花子', '見本 次郎']])
  const both = mails.find(({ to }) => to === immediately.email)
  expect(both?.text).toContain(`/performers?expiring=true&organisation=${company}`)
})

import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { deletePerformer } from '@kyc/contract/performers.ts'
import { expect, test } from 'vitest'
import { openAndVerify, registerPerformer, verifyDocuments } from '../../testing/app/factories.ts'
import { insertMember } from '../../testing/app/organisations.ts'
import { replace } from '../../testing/app/replacements.ts'
import { samplePng } from '../../testing/app/sample-files.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { remindOfExpiry } from './remind-of-expiry.ts'

const today = dayInJapan(new Date())
const { app, admin } = useStage({ admin: 'admin' })

/** Sends the reminders that are due in `days` days. */
function remindAfter(days: number): Promise<void> {
  const now = new Date(`${addDays(today, days)}T10:00:00+09:00`)
  return remindOfExpiry({ ...app.services, clock: { now: () => now } })
}

/** An owner with a performer whose ID expires in `expiresIn` days. */
async function ownerWithId(expiresIn: number): Promise<{ owner: TestAccount; id: string }> {
  const owner = await app.signedIn('user')
  const { id } = await registerPerformer(owner)
  await verifyId(id, expiresIn)
  return { owner, id }
}

async function verifyId(id: string, expiresIn: number): Promise<void> {
  const body = { idKind: 'passport', expiresOn: addDays(today, expiresIn) } as const
  await openAndVerify(admin, { params: { id, type: 'idFront' }, body })
}

async function remindersTo(owner: TestAccount): Promise<string[]> {
  const mails = (await app.mails()).filter(
    ({ to, subject }) => to === owner.email && subject.includes('有効期限'),
  )
  return mails.map(({ text }) => text)
}

test('reminds the owner 60, 30 and 7 days before, once each (D16)', async () => {
  const { owner, id } = await ownerWithId(100)
  const sent: number[] = []
  for (let day = 30; day <= 102; day++) {
    const before = (await remindersTo(owner)).length
    await remindAfter(day)
    if ((await remindersTo(owner)).length > before) sent.push(100 - day)
  }
  expect(sent).toEqual([60, 30, 7])
  const [first, , last] = await remindersTo(owner)
  expect(first).toContain('見本 花子: 身分証明書表面')
  expect(first).toContain('（あと60日）')
  expect(first).toContain(`/performers/${id}`)
  expect(last).toContain('（あと7日）')
})

test('sends only the last of several missed steps', async () => {
  const { owner } = await ownerWithId(5)
  await remindAfter(0)
  await remindAfter(0)
  expect(await remindersTo(owner)).toEqual([expect.stringContaining('（あと5日）')])
})

test('concurrent processes send one mail', async () => {
  const { owner } = await ownerWithId(20)
  await Promise.all([remindAfter(0), remindAfter(0), remindAfter(0)])
  expect(await remindersTo(owner)).toHaveLength(1)
})

test('sends no reminder of a replaced document or of a deleted performer', async () => {
  const replaced = await ownerWithId(25)
  await replace(admin, replaced.id, 'idFront', await samplePng())
  const deleted = await ownerWithId(25)
  await admin.send(deletePerformer, { params: { id: deleted.id } })
  const unchanged = await ownerWithId(25)
  await remindAfter(0)
  expect(await remindersTo(replaced.owner)).toEqual([])
  expect(await remindersTo(deleted.owner)).toEqual([])
  expect(await remindersTo(unchanged.owner)).toHaveLength(1)
})

test('lists several documents of one owner in one mail', async () => {
  const { owner } = await ownerWithId(28)
  const second = await registerPerformer(owner, { fields: { lastName: '見本', firstName: '次郎' } })
  await verifyId(second.id, 29)
  await verifyDocuments(admin, second.id, ['selfie'])
  await remindAfter(0)
  const [text, ...more] = await remindersTo(owner)
  expect(more).toEqual([])
  expect(text).toContain('見本 花子')
  expect(text).toContain('見本 次郎')
})

test('reminds the colleague who registered the record, and other members by their setting (D67)', async () => {
  const { owner, id } = await ownerWithId(29)
  const colleague = await app.signedIn('user')
  await insertMember(app.sql, owner.accountId, colleague.accountId, 'staff')
  await app.sql('UPDATE performer SET registered_by = $1 WHERE id = $2', [colleague.accountId, id])
  await remindAfter(0)
  await remindAfter(0)
  expect(await remindersTo(colleague)).toHaveLength(1)
  expect(await remindersTo(owner)).toEqual([])
  const later = await app.sql('SELECT account_id, kind FROM digest_event WHERE performer_id = $1', [id])
  expect(later).toEqual([{ account_id: owner.accountId, kind: 'expiring' }])
})

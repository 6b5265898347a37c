import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { changeDueMails, getDueMails } from '@kyc/contract/due-mails.ts'
import { day } from '@kyc/contract/durations.ts'
import { beforeEach, expect, test } from 'vitest'
import { insertTakedown } from '../../testing/app/factories.ts'
import { insertSigning } from '../../testing/app/insert-signing.ts'
import { insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { remindOfDue } from '../takedowns/remind-of-due.ts'
import { sendDueMails } from './send-due-mails.ts'

const start = Date.parse('2026-12-01T23:00:00Z') // 8:00 in Japan
const clock = new TestClock()
const { app } = useStage({}, { overrides: { clock } })
let owner: TestAccount

beforeEach(async () => {
  clock.moveTo(new Date(start))
  await app.sql('UPDATE account SET due_mails = false')
  await app.sql('DELETE FROM takedown_stop')
  await app.sql('DELETE FROM takedown_video')
  await app.sql('DELETE FROM takedown')
  owner = await app.signedIn('user', '佐藤')
})

const want = (by: TestAccount, dueMails = true) => by.send(changeDueMails, { body: { dueMails } })
const mailsOf = async ({ email }: TestAccount) =>
  (await app.mails()).filter(({ to, subject }) => to === email && subject.includes('今日の期限のまとめ'))
const onDay = async (days: number) => {
  clock.moveTo(new Date(start + days * day))
  await Promise.all([sendDueMails(app.services), sendDueMails(app.services)])
}

async function expiring(by: TestAccount, days: number) {
  const expires_on = addDays(dayInJapan(clock.now()), days)
  await insertPerformerRows(app.services.db, [performerRow(by.accountId, { expires_on, last_name: '秘密' })])
}

async function takedown(by: TestAccount, dueAt: number) {
  const id = await insertTakedown(app, by.accountId, by.accountId)
  await app.sql('UPDATE takedown SET due_at = $2 WHERE id = $1', [id, new Date(dueAt)])
}

test('an account that wants the daily mail gets one a day with what is due, however many processes send', async () => {
  expect(await owner.send(getDueMails)).toEqual({ dueMails: false })
  await expiring(owner, 10)
  await onDay(0)
  await want(owner)
  await onDay(0)
  expect(await mailsOf(owner), 'from the next morning on').toHaveLength(0)
  await onDay(1)
  await onDay(1)
  expect(await mailsOf(owner)).toHaveLength(1)
  await onDay(2)
  expect(await mailsOf(owner)).toHaveLength(2)
  await want(owner, false)
  await onDay(3)
  expect(await mailsOf(owner)).toHaveLength(2)
  const [mail] = await mailsOf(owner)
  expect(mail?.text).toContain(
    '書類の期限が切れた、または30日以内に切れる出演者: 1名（最も近い期限：2026年12月12日）',
  )
  expect(mail?.text).toContain('アカウントで「期限のまとめメール」を受け取ることにした方に')
  expect(mail?.text).not.toContain('秘密')
})

test('an account for which nothing is due gets no mail, even if something is due for others', async () => {
  await want(owner)
  const other = await app.signedIn('user')
  await expiring(owner, 40)
  await expiring(other, 1)
  await takedown(other, start + day)
  await insertSigning(app, other.accountId, other.accountId, { sent: true })
  await onDay(1)
  expect(await mailsOf(owner)).toEqual([])
})

test('the mail lists requests by day, waiting signings, and for the office what waits for review', async () => {
  const admin = await app.signedIn('admin')
  const auditor = await app.signedIn('auditor')
  for (const each of [owner, admin, auditor]) await want(each)
  const morning = start + day
  for (const dueAt of [morning - 1, morning + 60_000, morning + day, morning + 3 * day])
    await takedown(owner, dueAt)
  await insertSigning(app, owner.accountId, owner.accountId, { sent: true })
  await onDay(1)
  const [mail] = await mailsOf(owner)
  for (const line of [
    '期限を過ぎた申し出: 1件',
    '今日が期限の申し出: 1件',
    '明日が期限の申し出: 1件',
    '署名を待っている契約書: 1件',
  ])
    expect(mail?.text).toContain(line)
  expect(mail?.text).not.toContain('審査待ち')
  const [office] = await mailsOf(admin)
  expect(office?.text).toMatch(/審査待ちの出演者: \d+名/)
  expect(office?.text).toContain('今日が期限の申し出: 1件')
  expect((await mailsOf(auditor))[0]?.text).not.toContain('審査待ち')
})

test('an account with the daily mail gets no other mail a day before a request is due, but gets one when it is late', async () => {
  await want(owner)
  const other = await app.signedIn('user')
  await takedown(owner, start + 2 * day)
  await app.sql(`UPDATE takedown SET kind = 'provider'`)
  await app.sql(
    `INSERT INTO membership (account_id, organisation_id, role, joined_at) VALUES ($1, $2, 'staff', now())`,
    [other.accountId, owner.accountId],
  )
  const subjects = async ({ email }: TestAccount) =>
    (await app.mails()).flatMap(({ to, subject }) =>
      to === email && subject.includes('公開停止の申し出') ? [subject] : [],
    )
  clock.moveTo(new Date(start + 1.5 * day))
  await remindOfDue(app.services)
  expect([await subjects(owner), await subjects(other)]).toEqual([
    [],
    [expect.stringContaining('公開停止の申し出の期限が近づいています')],
  ])
  clock.moveTo(new Date(start + 3 * day))
  await remindOfDue(app.services)
  expect(await subjects(owner)).toEqual([expect.stringContaining('公開停止の申し出が期限を過ぎています')])
})

test('an account with an unverified address gets no mail', async () => {
  await expiring(owner, 1)
  await want(owner)
  await app.sql('UPDATE account SET email_verified = false WHERE id = $1', [owner.accountId])
  await onDay(1)
  expect(await mailsOf(owner)).toEqual([])
})

import { hour } from '@kyc/contract/durations.ts'
import { getTakedown, type Takedown } from '@kyc/contract/takedowns.ts'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'
import { storedAboutPerformer } from '../records/stored-about-performer.ts'
import { eraseNotices } from './erase-notices.ts'
import { remindOfDue } from './remind-of-due.ts'

const start = '2026-11-04T03:00:00Z'
const clock = new TestClock(start)
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let owner: TestAccount
const { makeComplete } = videoCalls(() => ({ app, owner, admin }))

beforeEach(async () => {
  clock.moveTo(start)
  owner = await app.signedIn('user')
})

async function enter(kind: string): Promise<Takedown> {
  const { id: videoId } = await makeComplete()
  const reply = await owner.post('/api/takedowns', { kind, videoId, text: '停止してください。' })
  return reply.json as Takedown // of the declared shape
}

const later = (time: number) => clock.moveTo(new Date(Date.parse(start) + time).toISOString())
const subjectsFor = async (number: string) =>
  (await app.mails())
    .filter(({ to, text }) => to === owner.email && text.includes(number))
    .map(({ subject }) => subject.replace(/^【.*】/, ''))
    .slice(1)

test('a request is mailed a day before it is due and when it is late, once each, by any number of processes', async () => {
  const { number } = await enter('provider')
  const seen = []
  for (const time of [20 * hour, 24 * hour, 30 * hour, 48 * hour, 60 * hour]) {
    later(time)
    await Promise.all([remindOfDue(app.services), remindOfDue(app.services)])
    seen.push((await subjectsFor(number)).length)
  }
  expect(seen).toEqual([0, 1, 1, 2, 2])
  expect(await subjectsFor(number)).toEqual([
    '公開停止の申し出の期限が近づいています',
    '公開停止の申し出が期限を過ぎています',
  ])
})

test('a request that is due within a day is mailed again only when it is late', async () => {
  const { number } = await enter('cancellation')
  await remindOfDue(app.services)
  expect(await subjectsFor(number)).toEqual([])
  later(24 * hour)
  await remindOfDue(app.services)
  expect(await subjectsFor(number)).toEqual(['公開停止の申し出が期限を過ぎています'])
})

test('a closed request is not mailed about, and its text ends with the retention of records', async () => {
  const { id, number, version } = await enter('provider')
  await admin.post(`/api/takedowns/${id}/rejection`, { version, reason: '別の作品でした。' })
  later(50 * hour)
  await remindOfDue(app.services)
  expect(await subjectsFor(number)).toEqual([])
  const show = () => app.sql('SELECT notice_enc, reason_enc, state, kind FROM takedown WHERE id = $1', [id])
  // Seven years with two leap days.
  clock.moveTo('2033-11-04T02:00:00Z')
  await eraseNotices(app.services)
  expect(await show()).toMatchObject([{ notice_enc: expect.any(Buffer), reason_enc: expect.any(Buffer) }])
  clock.moveTo('2033-11-04T04:00:00Z')
  await eraseNotices(app.services)
  expect(await show()).toEqual([{ notice_enc: null, reason_enc: null, state: 'unfounded', kind: 'provider' }])
})

test('an open request keeps the record of its performer, and its text ends with the record', async () => {
  const { id } = await enter('cancellation')
  const row = performerRow(owner.accountId)
  await insertPerformerRows(app.services.db, [row])
  await app.sql('UPDATE takedown SET performer_id = $2 WHERE id = $1', [id, row.id])
  expect(await app.sql('SELECT record_kept_by($1) AS by', [row.id])).toEqual([{ by: 'request' }])
  await inTransaction(app.services.db, (tx) => storedAboutPerformer.takedown.destroy(tx, row.id))
  expect(await owner.send(getTakedown, { params: { id } })).toMatchObject({ text: '' })
})

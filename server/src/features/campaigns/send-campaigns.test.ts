import { listAuditLogs } from '@kyc/contract/audit.ts'
import * as contract from '@kyc/contract/campaigns.ts'
import { day, hour } from '@kyc/contract/durations.ts'
import { createPerformerLink, openPerformerLink } from '@kyc/contract/performer-links.ts'
import { beforeEach, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { campaignCalls } from '../../testing/app/campaign-calls.ts'
import { countOf, giveConsent, openToken, tokenOf } from '../../testing/app/performer-links.ts'
import { insertDocumentRow, sealing } from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock()
const { app } = useStage({}, { overrides: { clock } })
let owner: TestAccount
const start = Date.now()

beforeEach(async () => {
  clock.moveTo(new Date(start))
  owner = await app.signedIn('user', '佐藤')
})

const { begin, countsOf, itemsOf, mailsTo, record, records, run, shown } = campaignCalls(() => ({
  app,
  owner,
}))
const later = (time: number) => clock.moveTo(new Date(start + time))

test('a campaign sends each of its performers one mail, however many processes send', async () => {
  const people = await records(5)
  const created = await begin()
  expect(created).toMatchObject({ state: 'running', counts: { waiting: 5, skipped: 0 } })
  await Promise.all([run(), run()])
  await run()
  for (const { email } of people) expect(await mailsTo(email)).toHaveLength(1)
  expect(await countsOf(created.id)).toEqual({ sent: 5 })
  const [mail] = await mailsTo(people[0]?.email ?? '')
  expect(mail?.text).toContain('依頼元: 佐藤')
  const entries = await owner.send(listAuditLogs)
  expect(entries.filter(({ details }) => details.change === 'link_sent')).toHaveLength(5)
  expect(entries.find(({ details }) => details.change === 'campaign_created')?.details).toMatchObject({
    campaign: '11月の依頼',
    performers: 5,
  })
})

test('a mail that fails leaves neither a link nor a changed state, and is sent at the next attempt', async () => {
  const { id, email } = await record()
  const campaign = await begin()
  await app.sql(`ALTER TABLE outbox ADD CONSTRAINT no_mail CHECK (queue <> 'mail') NOT VALID`)
  await run()
  await app.sql('ALTER TABLE outbox DROP CONSTRAINT no_mail')
  expect(await countOf(app, 'performer_link', id)).toBe(0)
  expect(await countsOf(campaign.id)).toEqual({ waiting: 1 })
  await run()
  expect(await mailsTo(email), 'an hour later').toHaveLength(0)
  later(hour)
  await run()
  expect(await mailsTo(email)).toHaveLength(1)
})

test('sends as many links as the organisation may send in a day, and the others on the next day (D115)', async () => {
  await app.sql('UPDATE organisation SET approved_at = now() WHERE id = $1', [owner.accountId])
  await records(12)
  const { id } = await begin()
  await run()
  await run()
  expect(await countsOf(id)).toEqual({ sent: 10, waiting: 2 })
  expect((await shown(id)).resumesAt).not.toBeNull()
  // Deletes the counter, which has the time of the database instead of that of the test.
  await app.sql('DELETE FROM attempt_bucket WHERE bucket = $1', [`contacts-of:${owner.accountId}`])
  later(day + hour)
  await run()
  expect(await countsOf(id)).toEqual({ sent: 12 })
})

test('a performer that submits nothing gets two reminders, each after the chosen days, and then counts as unanswered', async () => {
  const { email, id: performerId } = await record()
  const other = await record()
  const { id } = await begin({ reminderDays: 3 })
  const sent = []
  for (const days of [0, 2, 3, 5, 6, 8]) {
    later(days * day)
    await Promise.all([run(), run()])
    sent.push((await mailsTo(email)).length)
    if (days === 2) {
      for (const type of ['agreementFile', 'idFront', 'selfie'] as const)
        await insertDocumentRow(app.services.db, {
          performer_id: other.id,
          type,
          uploaded_by: owner.accountId,
        })
    }
  }
  expect(sent).toEqual([1, 1, 2, 2, 3, 3])
  expect(await mailsTo(other.email)).toHaveLength(1)
  const subjects = (await mailsTo(email)).map(({ subject }) => subject)
  expect(subjects[1]).toContain('本人確認書類の提出について（再送）')
  expect(await countsOf(id)).toEqual({ sent: 1, done: 1 })
  later(9 * day)
  await run()
  expect(await countsOf(id)).toEqual({ unanswered: 1, done: 1 })
  expect((await shown(id)).state).toBe('finished')
  expect(await countOf(app, 'performer_link', performerId)).toBe(3)
  await begin()
})

test('the counts show at once that a performer has opened the link, and that it has finished', async () => {
  const { email } = await record()
  const { id } = await begin()
  await run()
  const client = await anonymousBrowser(app)
  const token = tokenOf((await mailsTo(email))[0]?.text)
  const link = await client.send(openPerformerLink, { body: { token } })
  expect(await countsOf(id)).toEqual({ opened: 1 })
  await giveConsent(client, link.id)
  await app.sql('UPDATE performer_link SET done_at = now() WHERE id = $1', [link.id])
  expect(await countsOf(id)).toEqual({ done: 1 })
  await run()
  expect(await shown(id)).toMatchObject({ state: 'finished' })
  later(30 * day)
  await run()
  expect(await mailsTo(email)).toHaveLength(1)
})

test('no reminder is sent for a link that a member has revoked or replaced', async () => {
  const revoked = await record()
  const replaced = await record()
  const { id } = await begin()
  await run()
  await owner.delete(`/api/performers/${revoked.id}/link`)
  await owner.send(createPerformerLink, { params: { id: replaced.id }, body: { language: 'ja' } })
  later(8 * day)
  await run()
  for (const { email } of [revoked, replaced]) expect(await mailsTo(email)).toHaveLength(1)
  expect((await itemsOf(id)).map(({ state, reason }) => [state, reason])).toEqual([
    ['unanswered', 'revoked'],
    ['unanswered', 'revoked'],
  ])
})

test('a mail that cannot be delivered is shown, and its performer can be asked again', async () => {
  const { id: performerId } = await record()
  const { id } = await begin()
  await run()
  await app.sql(
    'UPDATE outbox SET attempts = 2 WHERE id = (SELECT mail_id FROM campaign_item WHERE campaign_id = $1)',
    [id],
  )
  expect((await itemsOf(id))[0]).toMatchObject({ state: 'sent', delayed: true })
  await app.sql(
    'UPDATE outbox SET next_attempt_at = NULL, ended_at = now() WHERE id = (SELECT mail_id FROM campaign_item WHERE campaign_id = $1)',
    [id],
  )
  await run()
  expect(await countsOf(id)).toEqual({ failed: 1 })
  await app.sql('UPDATE performer_link SET revoked_at = now() WHERE performer_id = $1', [performerId])
  expect((await begin()).counts.waiting).toBe(1)
})

test('a stop ends mails and reminders, and revokes the open links only if asked to', async () => {
  for (const revokeLinks of [false, true]) {
    const by = await app.signedIn('user')
    const sent = await record(undefined, by)
    await app.sql('UPDATE organisation SET approved_at = now() WHERE id = $1', [by.accountId])
    const { id } = await begin({}, by)
    await run()
    await record(undefined, by)
    const second = await begin({ name: '二つ目' }, by)
    const stop = (campaign: string) =>
      by.send(contract.stopCampaign, { params: { id: campaign }, body: { revokeLinks } })
    expect(await stop(id)).toMatchObject({ state: 'stopped', counts: { sent: 1 } })
    await stop(id)
    expect(await stop(second.id)).toMatchObject({ state: 'stopped', counts: { skipped: 2 } })
    later(30 * day)
    await run()
    clock.moveTo(new Date(start))
    expect(await mailsTo(sent.email)).toHaveLength(1)
    const opened = await openToken(await anonymousBrowser(app), tokenOf((await mailsTo(sent.email))[0]?.text))
    expect(opened.status).toBe(revokeLinks ? 404 : 200)
    const changes = (await by.send(listAuditLogs)).map(({ details }) => details.change)
    expect(changes.filter((each) => each === 'campaign_stopped')).toHaveLength(2)
    expect(changes.filter((each) => each === 'link_revoked')).toHaveLength(revokeLinks ? 1 : 0)
  }
})

test('after a stop during the sending, no mail is sent and no link stays open', async () => {
  await records(20)
  const { id } = await begin()
  const sending = [run(), run()]
  const stopped = await owner.send(contract.stopCampaign, { params: { id }, body: { revokeLinks: true } })
  await Promise.all(sending)
  expect(await countsOf(id)).toEqual(
    Object.fromEntries(Object.entries(stopped.counts).filter(([, count]) => count > 0)),
  )
  const [open] = await app.sql<{ n: number }>(
    `SELECT count(*)::int AS n FROM performer_link l JOIN campaign_item i ON i.link_id = l.id
     WHERE i.campaign_id = $1 AND l.revoked_at IS NULL`,
    [id],
  )
  expect(open?.n).toBe(0)
})

test('sends nothing once the account that started it has lost its right, until it has it again (D118)', async () => {
  const ends: readonly [string, string][] = [
    [
      'UPDATE account SET disabled_at = now() WHERE id = $1',
      'UPDATE account SET disabled_at = NULL WHERE id = $1',
    ],
    [
      `UPDATE membership SET role = 'viewer' WHERE account_id = $1`,
      `UPDATE membership SET role = 'representative' WHERE account_id = $1`,
    ],
    [
      'UPDATE organisation SET approved_at = NULL WHERE id = $1',
      `UPDATE organisation SET approved_at = '2020-01-01' WHERE id = $1`,
    ],
    [
      `UPDATE organisation SET disabled_at = now(), disabled_reason = '停止' WHERE id = $1`,
      'UPDATE organisation SET disabled_at = NULL, disabled_reason = NULL WHERE id = $1',
    ],
  ]
  for (const [take, give] of ends) {
    const by = await app.signedIn('user')
    const { email } = await record(undefined, by)
    await begin({}, by)
    await app.sql(take, [by.accountId])
    await run()
    expect(await mailsTo(email), take).toHaveLength(0)
    await app.sql(give, [by.accountId])
    await run()
    expect(await mailsTo(email), give).toHaveLength(1)
  }
})

test('a performer whose record is deleted, moved or closed before the sending gets no mail', async () => {
  const deleted = await record()
  const moved = await record()
  const closed = await record()
  const { id } = await begin()
  await app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [deleted.id])
  const other = await app.signedIn('user')
  await app.sql('SELECT move_performers($1, $2, ARRAY[$3::uuid])', [
    owner.accountId,
    other.accountId,
    moved.id,
  ])
  await app.sql(
    `UPDATE performer SET pending_since = NULL, case_closed = 'final', closed_at = now(), closed_by = $2 WHERE id = $1`,
    [closed.id, owner.accountId],
  )
  await run()
  const reasons = Object.fromEntries(
    (await itemsOf(id)).map(({ performer, reason }) => [performer.id, reason]),
  )
  expect(reasons).toEqual({ [deleted.id]: 'gone', [moved.id]: 'gone', [closed.id]: 'closed' })
  expect((await itemsOf(id)).find(({ performer }) => performer.id === deleted.id)?.performer.name).toBeNull()
  for (const { email } of [deleted, moved, closed]) expect(await mailsTo(email)).toHaveLength(0)
})

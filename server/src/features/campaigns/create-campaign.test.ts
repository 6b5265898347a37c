import { randomUUID } from 'node:crypto'
import * as contract from '@kyc/contract/campaigns.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { createPerformerLink, openPerformerLink } from '@kyc/contract/performer-links.ts'
import { beforeEach, expect, test } from 'vitest'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { campaignCalls } from '../../testing/app/campaign-calls.ts'
import { campaignBody } from '../../testing/app/factories.ts'
import { insertSigning } from '../../testing/app/insert-signing.ts'
import { countOf, giveConsent, submit, tokenOf } from '../../testing/app/performer-links.ts'
import {
  insertDocumentRow,
  insertPerformerRows,
  performerRow,
  sealing,
} from '../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import { refusalOf } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'

const clock = new TestClock()
const { app } = useStage({}, { overrides: { clock } })
let owner: TestAccount
const start = Date.now()

beforeEach(async () => {
  clock.moveTo(new Date(start))
  owner = await app.signedIn('user', '佐藤')
})

const { begin, bodyOf, countsOf, itemsOf, mailsTo, record, records, run } = campaignCalls(() => ({
  app,
  owner,
}))

test('no performer is asked twice, and each skipped performer is listed with the reason', async () => {
  const ready = await record()
  const nowhere = await record(null)
  const linked = await record()
  await owner.send(createPerformerLink, { params: { id: linked.id }, body: { language: 'ja' } })
  const complete = await record()
  for (const type of ['agreementFile', 'idFront', 'selfie'] as const)
    await insertDocumentRow(
      app.services.db,
      { performer_id: complete.id, type, uploaded_by: owner.accountId },
      { status: 'verified' },
    )
  const check = await owner.send(contract.checkCampaign, {
    body: { asks: 'documents', selection: { from: 'list' } },
  })
  expect(check.asked).toBe(1)
  expect(check.skipped).toEqual([
    { reason: 'noAddress', count: 1 },
    { reason: 'openLink', count: 1 },
    { reason: 'nothing', count: 1 },
  ])
  const { id } = await begin()
  expect(refusalOf(await owner.post('/api/campaigns', bodyOf({ name: '2回目' })))).toEqual([
    400,
    'INVALID_INPUT',
  ])
  await record()
  const second = await begin({ name: '3回目' })
  expect(second.counts).toMatchObject({ waiting: 1, skipped: 4 })
  await run()
  const reasons = Object.fromEntries(
    (await itemsOf(second.id)).map(({ performer, reason }) => [performer.id, reason]),
  )
  expect(reasons).toMatchObject({
    [ready.id]: 'asked',
    [nowhere.id]: 'noAddress',
    [linked.id]: 'openLink',
    [complete.id]: 'nothing',
  })
  expect(await mailsTo(ready.email)).toHaveLength(1)
  expect(await countsOf(id)).toEqual({ sent: 1, skipped: 3 })
})

test('campaigns that start at once ask each performer only once', async () => {
  const people = await records(8)
  const started = await Promise.all(
    ['一', '二', '三'].map((name) => owner.post('/api/campaigns', bodyOf({ name }))),
  )
  expect(started.map(({ status }) => status)).toContain(201)
  await Promise.all([run(), run()])
  for (const { id, email } of people) {
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await countOf(app, 'performer_link', id)).toBe(1)
  }
})

test('a document that expires within 30 days is asked for, and can be replaced by the link', async () => {
  const { id: performerId, email } = await record()
  const until = addDays(dayInJapan(clock.now()), 30)
  const slot = { performer_id: performerId, uploaded_by: owner.accountId }
  for (const type of ['agreementFile', 'selfie'] as const)
    await insertDocumentRow(app.services.db, { ...slot, type }, { status: 'verified' })
  await insertDocumentRow(
    app.services.db,
    { ...slot, type: 'idFront' },
    { status: 'verified', expires_on: addDays(until, 1) },
  )
  await app.sql('UPDATE performer SET expires_on = $2 WHERE id = $1', [performerId, until])
  expect(refusalOf(await owner.post('/api/campaigns', bodyOf()))).toEqual([400, 'INVALID_INPUT'])
  await app.sql(`UPDATE document_version SET expires_on = $2 WHERE performer_id = $1 AND type = 'idFront'`, [
    performerId,
    until,
  ])
  await begin({ selection: { from: 'list', expiring: 'true' } })
  await run()
  const client = await anonymousBrowser(app)
  const link = await client.send(openPerformerLink, {
    body: { token: tokenOf((await mailsTo(email))[0]?.text) },
  })
  expect(link.slots.map(({ type }) => type)).toContain('idFront')
  await giveConsent(client, link.id)
  expect((await submit(client, link.id, 'idFront')).status).toBe(200)
})

test('a campaign for pages asks performers with a waiting contract, at the address of their page, until nothing waits', async () => {
  const waiting = await insertSigning(app, owner.accountId, owner.accountId, { sent: true })
  await app.sql('UPDATE performer SET email = $2 WHERE id = $1', [waiting, 'record@example.com'])
  await record()
  const check = await owner.send(contract.checkCampaign, {
    body: { asks: 'page', selection: { from: 'list' } },
  })
  expect([check.asked, check.skipped]).toEqual([1, [{ reason: 'nothing', count: 1 }]])
  const { id } = await begin({ asks: 'page', language: 'en' })
  await run()
  const [mail] = (await mailsTo('record@example.com')).slice(-1)
  expect(mail?.subject).toBe('[Identity verification] Please look at your page')
  expect(mail?.text).toContain('/my#token=')
  expect(await countsOf(id)).toEqual({ sent: 1, skipped: 1 })
  await app.sql('UPDATE signing SET refused_at = now(), ended_at = now() WHERE id = $1', [waiting])
  await run()
  expect(await countsOf(id)).toEqual({ done: 1, skipped: 1 })
})

test('a repeated call starts no second campaign (D20)', async () => {
  await record()
  const headers = { 'idempotency-key': randomUUID() }
  const send = (json: object) => owner.call('POST', '/api/campaigns', { json, headers })
  const replies = [await send(campaignBody), await send(campaignBody)]
  expect(replies.map(({ status }) => status)).toEqual([201, 201])
  expect(replies[1]?.json).toEqual(replies[0]?.json)
  expect(await owner.send(contract.listCampaigns)).toHaveLength(1)
  expect(refusalOf(await send(bodyOf({ name: '別の依頼' })))).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
})

test('500 performers are asked in one act; more are refused', async () => {
  await app.sql(`UPDATE organisation SET approved_at = '2020-01-01' WHERE id = $1`, [owner.accountId])
  const rows = Array.from({ length: 501 }, (_, n) =>
    performerRow(owner.accountId, { status: 'draft', email: `${n}-${randomUUID()}@example.com` }),
  )
  await insertPerformerRows(app.services.db, rows)
  expect((await owner.post('/api/campaigns', bodyOf())).json).toMatchObject({
    field: 'selection',
    errors: [{ message: '一度に依頼できるのは500名までです。一覧を絞り込んでください。' }],
  })
  await app.sql(`UPDATE performer SET ${sealing} WHERE id = $1`, [rows[0]?.id])
  const { counts } = await begin()
  expect(counts.waiting).toBe(500)
})

import { randomUUID } from 'node:crypto'
import { ruleIds, rules } from '@kyc/contract/law-rules.ts'
import type { Readiness } from '@kyc/contract/readiness.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { moveDatabase } from '../../../testing/app/database-clock.ts'
import { approvePapers } from '../../../testing/app/paper-rows.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { refusalOf, type TestClient } from '../../../testing/app/test-client.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { titleCalls } from '../../../testing/app/title-calls.ts'
import { completeAppearance } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'

const clock = new TestClock('2025-10-02T00:00:00Z')
const { app, admin, first, second } = useStage(
  { admin: 'admin', first: 'superadmin', second: 'superadmin' },
  { overrides: { clock } },
)
let owner: TestAccount
let video: Video
let performer: string

const { make, add, show, entriesOf } = videoCalls(() => ({ app, owner, admin }))
const { approved, describeVideo, appear, complete, publish, readiness } = titleCalls(() => ({
  app,
  owner,
  video,
}))
const rulesOf = ({ answers }: Readiness) => answers[0]?.blockers.map(({ rule }) => rule)

beforeEach(async () => {
  await moveDatabase(app, clock.now())
  owner = await app.signedIn('user', '登録 太郎')
  video = await make()
  performer = await approved()
  await add(video, [performer])
})

const override = (body: object, by: TestClient = first) =>
  by.call('POST', `/api/videos/${video.id}/overrides`, { json: { reason: '確認した', ...body } })
const act = async (verb: 'PUT' | 'DELETE', by: TestClient) => {
  const [one] = (await readiness(undefined, by)).overrides
  const path = `/api/videos/${video.id}/overrides/${one?.id}${verb === 'PUT' ? '/confirmation' : ''}`
  return by.call(verb, path, { json: {} })
}

test('a rule of class A is never overridden, not even by the login of the server', async () => {
  for (const by of [owner, admin])
    expect((await override({ rule: 'fourMonths', until: '2999-12-31' }, by)).status).toBe(403)
  const all = { rule: 'fourMonths', until: '2999-12-31', opinion: '見解' }
  expect(refusalOf(await override(all))).toEqual([409, 'RULE_NEVER_OVERRIDDEN'])
  const insert = (rule: string) =>
    app.sql(
      `INSERT INTO gate_override (id, video_id, rule, reason, opinion, until_on, requested_by, requested_at)
       VALUES (gen_random_uuid(), $1, $2, '', '', '2999-12-31', $3, now())`,
      [video.id, rule, first.accountId],
    )
  for (const rule of ruleIds)
    if (rules[rule].class === 'A') await expect(insert(rule)).rejects.toThrow('gate_override_rule')
    else await insert(rule)
})

test('a rule of class C is overridden by a superadmin until a day, which is shown and ends', async () => {
  await complete()
  await describeVideo({ contentReview: null })
  expect((await override({ rule: 'contentReview' })).json).toMatchObject({ errors: [{ field: 'until' }] })
  expect((await override({ rule: 'contentReview', until: '2025-10-03' })).status).toBe(200)
  const answer = await readiness()
  expect([answer.state, answer.answers[0]?.overridden, answer.answers[0]?.changesOn]).toMatchObject([
    'complete',
    [{ rule: 'contentReview' }],
    '2025-10-04',
  ])
  expect((await readiness('2025-10-04')).state).toBe('missing')
  expect((await act('DELETE', first)).status).toBe(200)
  expect((await show(video)).gate).toBe('missing')
  const entries = await entriesOf(video)
  expect(entries.filter(({ details }) => 'override' in details)).toHaveLength(2)
})

test('a rule of class B is overridden by two superadmins with a legal opinion', async () => {
  await describeVideo()
  const { contract, ...others } = completeAppearance()
  await appear({ ...others, contract: { ...contract, receivedOn: '2025-04-16' } })
  await approvePapers(app.services, video.id, owner.accountId)
  expect(rulesOf(await readiness())).toEqual(['copy'])
  expect((await override({ rule: 'copy' })).json).toMatchObject({ errors: [{ field: 'opinion' }] })
  const asked = await override({ rule: 'copy', performerId: performer, opinion: '弁護士の見解。書庫に保管' })
  expect(asked.status).toBe(200)
  expect(rulesOf(await readiness())).toEqual(['copy'])
  expect(refusalOf(await act('PUT', first))).toEqual([409, 'OWN_REQUEST'])
  await app.sql("UPDATE account SET created_at = '2024-01-01' WHERE id = $1", [second.accountId])
  expect((await act('PUT', second)).status).toBe(200)
  expect(rulesOf(await readiness())).toEqual([])
  expect((await publish('2025-10-02')).status).toBe(200)
})

test('a repeat of an override with the same key stores one', async () => {
  const body = { rule: 'consent', until: '2999-12-31', reason: '確認した' }
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => first.call('POST', `/api/videos/${video.id}/overrides`, { json: body, headers })
  const replies = [await send(), await send()]
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies[1]?.json).toEqual(replies[0]?.json)
  expect((await readiness()).overrides).toHaveLength(1)
})

test('a request for an override ends when its author is no superadmin any more', async () => {
  await complete()
  const author = await app.signedIn('superadmin')
  await override({ rule: 'copy', opinion: '弁護士の見解' }, author)
  const [asked] = (await readiness()).overrides
  await app.sql("UPDATE account SET role = 'admin', own_role = 'admin' WHERE id = $1", [author.accountId])
  expect((await readiness()).overrides).toEqual([])
  const path = `/api/videos/${video.id}/overrides/${asked?.id}/confirmation`
  expect(refusalOf(await second.put(path, {}))).toEqual([404, 'NOT_FOUND'])
})

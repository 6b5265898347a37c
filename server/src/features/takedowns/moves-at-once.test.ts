import { getTakedown, listTakedowns, type Takedown } from '@kyc/contract/takedowns.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { anonymousBrowser } from '../../testing/app/anonymous-browser.ts'
import { moveDatabase } from '../../testing/app/database-clock.ts'
import { foundCompany } from '../../testing/app/organisations.ts'
import { type TestAccount, useStage } from '../../testing/app/test-app.ts'
import type { TestReply } from '../../testing/app/test-client.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { titleCalls } from '../../testing/app/title-calls.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

// Requests that wait for the lock of a title which another transaction changes.

const clock = new TestClock('2025-11-04T03:00:00Z')
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let owner: TestAccount
let video: Video
let performer: string
const { make, add } = videoCalls(() => ({ app, owner, admin }))
const { approved, complete, publish, describeVideo } = titleCalls(() => ({ app, owner, video }))

beforeAll(() => moveDatabase(app, clock.now()))
beforeEach(async () => {
  owner = await app.signedIn('user')
  video = await make()
  performer = await approved()
  await add(video, [performer])
  await complete()
})

/** Makes the call while a transaction that makes the changes has locked the title, and lets it wait for them. */
async function during(
  changes: readonly RawBuilder<unknown>[],
  act: () => Promise<TestReply>,
): Promise<TestReply> {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  let reply: Promise<TestReply> | undefined
  await inTransaction(app.services.db, async (tx) => {
    await sql`SELECT FROM video WHERE id = ${video.id}::uuid FOR UPDATE`.execute(tx)
    for (const change of changes) await change.execute(tx)
    reply = act()
    await expect.poll(() => app.sql(waiting), { interval: 20 }).toHaveLength(1)
  })
  if (!reply) throw new Error('nothing was called')
  return await reply
}

async function move(): Promise<RawBuilder<unknown>[]> {
  const to = await foundCompany(app, await app.signedIn('user'))
  return [
    sql`SET CONSTRAINTS ALL DEFERRED`,
    sql`SELECT move_performers(${owner.accountId}::uuid, ${to}::uuid, ARRAY[${performer}]::uuid[])`,
    sql`UPDATE video SET owner_id = ${to}::uuid WHERE id = ${video.id}::uuid`,
    sql`UPDATE video_performer SET owner_id = ${to}::uuid WHERE video_id = ${video.id}::uuid`,
  ]
}

const send = async (title: string) => {
  const browser = await anonymousBrowser(app)
  return () => browser.post('/api/takedown-notices', { kind: 'cancellation', title })
}

test('a notice about a title that is being moved is received for the new organisation', async () => {
  await describeVideo({ productNumber: 'mv-77' })
  const reply = await during(await move(), await send('MV-77'))
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
})

test('a notice is assigned to a title that is being moved', async () => {
  await (await send('知らない作品'))()
  const line = (await admin.send(listTakedowns)).find((each) => each.video === null)
  const { id, version } = await admin.send(getTakedown, { params: { id: line?.id ?? '' } })
  const assign = () => admin.put(`/api/takedowns/${id}/video`, { videoId: video.id, version })
  const reply = await during(await move(), assign)
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
})

test('a stop is acknowledged although the channel of the publication is corrected at the same time', async () => {
  expect((await publish('2025-11-01')).status).toBe(200)
  const entered = await owner.post('/api/takedowns', { kind: 'injunction', videoId: video.id, text: '停止' })
  const { id, stops } = entered.json as Takedown // of the contract's reply
  const correction = sql`WITH c AS (
      INSERT INTO channel (id, owner_id, name, created_at)
      VALUES (gen_random_uuid(), ${owner.accountId}::uuid, '別の店', now()) RETURNING id)
    UPDATE publication SET channel_id = c.id FROM c WHERE video_id = ${video.id}::uuid`
  const reply = await during([correction], () => owner.post(`/api/takedowns/${id}/stops/${stops[0]?.id}`, {}))
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
})

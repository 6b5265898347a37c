/** @module-tag long */

import { getTakedown, type Takedown } from '@kyc/contract/takedowns.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { titleCalls } from '../../testing/app/title-calls.ts'
import { videoCalls } from '../../testing/app/video-calls.ts'

const { app, owner, admin } = useStage(
  { owner: 'user', admin: 'admin' },
  { env: { RATE_API_PER_MINUTE: '1000000', REGISTRATIONS_PER_DAY: '1000000', UPLOAD_MB_PER_DAY: '1000000' } },
)
const { makeComplete } = videoCalls(() => ({ app, owner, admin }))
let video: Video
const { publish } = titleCalls(() => ({ app, owner, video }))

const receive = () =>
  owner.post('/api/takedowns', { kind: 'injunction', videoId: video.id, text: '停止してください。' })
/** Each has four publications at once with the receipt: a full run has 10,000 races. */
const rounds = process.env.KYC_FULL_TESTS === '1' ? 2500 : 10
const today = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10)

test('publications at the same time as a receipt are either asked to stop or refused', async () => {
  for (let round = 0; round < rounds; round++) {
    video = await makeComplete()
    const channels = ['あ', 'い', 'う', 'え']
    const acts = channels.map((channel) => () => publish(today(), owner, channel))
    acts.splice(round % 5, 0, receive)
    const replies = await Promise.all(acts.map((act) => act()))
    expect(replies[round % 5]?.status).toBe(201)
    // Every publication that is on sale was asked to stop: the receipt has seen it.
    const [{ missed }] = (await app.sql<{ missed: number }>(
      `SELECT count(*)::int AS missed FROM publication u WHERE u.video_id = $1
        AND NOT EXISTS (SELECT FROM takedown_stop s WHERE s.publication_id = u.id)`,
      [video.id],
    )) as [{ missed: number }]
    expect(missed).toBe(0)
    expect((await publish(today(), owner, 'お')).status).toBe(409)
  }
}, 3_600_000)

test('a title that is derived from a title at the moment of its receipt is stopped', async () => {
  for (let round = 0; round < 25; round++) {
    video = await makeComplete()
    const copy = await makeComplete()
    const ofCopy = titleCalls(() => ({ app, owner, video: copy }))
    await Promise.all([
      receive(),
      ofCopy.describeVideo({
        derivedFrom: [{ videoId: video.id, kind: 'reedit' }],
        category: 'notCovered',
        categoryReason: '風景',
      }),
    ])
    expect((await ofCopy.readiness()).answers[0]?.blockers.map(({ rule }) => rule)).toContain('withdrawal')
  }
})

test('an acknowledgement keeps the last day of its publication that is entered at the same time', async () => {
  video = await makeComplete()
  await publish(today())
  const { id } = (await receive()).json as Takedown // of the declared shape
  const [stop] = (await owner.send(getTakedown, { params: { id } })).stops
  let acknowledging: Promise<unknown> | undefined
  await inTransaction(app.services.db, async (tx) => {
    await sql`SELECT FROM video WHERE id = ${video.id}::uuid FOR NO KEY UPDATE`.execute(tx)
    acknowledging = owner.post(`/api/takedowns/${id}/stops/${stop?.id}`, {})
    const waiting =
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
    await expect.poll(() => app.sql(waiting), { interval: 20 }).toHaveLength(1)
    await sql`UPDATE publication SET started_on = '2025-10-05', ended_on = '2025-10-20'
      WHERE video_id = ${video.id}::uuid`.execute(tx)
  })
  await acknowledging
  const lastDays = await app.sql('SELECT ended_on::text FROM publication WHERE video_id = $1', [video.id])
  expect(lastDays).toEqual([{ ended_on: '2025-10-20' }])
})

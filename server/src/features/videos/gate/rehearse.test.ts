import { type Rehearsal, rehearseRules } from '@kyc/contract/rehearsal.ts'
import type { Video } from '@kyc/contract/videos.ts'
import { beforeEach, expect, test } from 'vitest'
import { insertPublication } from '../../../testing/app/factories.ts'
import { insertPerformerRows, performerRow } from '../../../testing/app/performer-rows.ts'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { completeAppearance, coveredFacts } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'

const { app, admin } = useStage({ admin: 'admin' })
let owner: TestAccount
let video: Video

const { make, add, entriesOf } = videoCalls(() => ({ app, owner, admin }))

beforeEach(async () => {
  owner = await app.signedIn('user', '登録 太郎')
  video = await make('予行の作品')
  const row = performerRow(owner.accountId, { status: 'approved', date_of_birth: '1990-04-02' })
  await insertPerformerRows(app.services.db, [row])
  await add(video, [row.id])
  await owner.put(`/api/videos/${video.id}/facts`, { ...coveredFacts, version: 1 })
  const performers = [{ id: row.id, version: 1 }]
  await owner.put(`/api/videos/${video.id}/appearances`, { performers, ...completeAppearance() })
})

const rehearse = (query: object, by: TestAccount = owner): Promise<Rehearsal> =>
  by.send(rehearseRules, { query: { day: '2027-05-01', ...query } })

test('a rehearsal names the videos that a stricter rule would block, and nothing that is blocked without it', async () => {
  expect(await rehearse({})).toEqual({ examined: 1, more: false, videos: [] })
  // The consent was given on 2025-04-01.
  expect((await rehearse({ consentMonths: 24, day: '2027-04-01' })).videos).toEqual([])
  expect((await rehearse({ consentMonths: 24, day: '2027-04-02' })).videos).toEqual([
    { id: video.id, title: '予行の作品', blockers: [{ rule: 'consentAge', performer: '見本 花子' }] },
  ])
  const both = await rehearse({ consentMonths: 24, download: 'true' })
  expect(both.videos[0]?.blockers.map(({ rule }) => rule)).toEqual(['consent', 'consentAge'])
})

test('a video that is on the channel already is not blocked by the age of its consents', async () => {
  await insertPublication(app, video.id)
  const [channel] = await app.sql<{ name: string }>('SELECT name FROM channel WHERE owner_id = $1', [
    owner.accountId,
  ])
  expect((await rehearse({ consentMonths: 24, channel: channel?.name })).videos).toEqual([])
  expect((await rehearse({ consentMonths: 24, channel: '別のストア' })).videos).toHaveLength(1)
})

test('a rehearsal covers the videos of the scope only, and stores nothing', async () => {
  const stranger = await app.signedIn('user')
  expect((await rehearse({ consentMonths: 1 }, stranger)).examined).toBe(0)
  expect((await entriesOf(video)).filter(({ action }) => action === 'export')).toEqual([])
})

test('the export has a line for each person and rule, and an entry with the conditions', async () => {
  const reply = await owner.get('/api/videos/rehearsal/export?day=2027-05-01&consentMonths=24')
  expect(reply.status).toBe(200)
  expect(reply.headers.get('content-type')).toContain('spreadsheetml')
  const [entry] = await app.sql<{ n: number }>(
    "SELECT count(*)::int AS n FROM audit_event WHERE action = 'export' AND rtype = 'video' AND actor = $1",
    [owner.accountId],
  )
  expect(entry).toEqual({ n: 1 })
})

test.each([
  [{ day: '' }, 'day'],
  [{ consentMonths: 0 }, 'consentMonths'],
  [{ download: 'perhaps' }, 'download'],
])('a rehearsal with %o is refused at its field', async (query, field) => {
  const search = new URLSearchParams({ day: '2027-05-01', ...query } as Record<string, string>)
  expect((await owner.get(`/api/videos/rehearsal?${search}`)).json).toMatchObject({
    status: 400,
    errors: [{ field }],
  })
})

import { randomUUID } from 'node:crypto'
import { saveAppearances } from '@kyc/contract/title-facts.ts'
import type { Video } from '@kyc/contract/videos.ts'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import { type TestAccount, useStage } from '../../../testing/app/test-app.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { titleCalls } from '../../../testing/app/title-calls.ts'
import { completeAppearance } from '../../../testing/app/title-facts.ts'
import { videoCalls } from '../../../testing/app/video-calls.ts'
import { readPageTitles } from './read-titles.ts'

const clock = new TestClock('2025-11-01T00:00:00Z')
const { app, admin } = useStage({ admin: 'admin' }, { overrides: { clock } })
let owner: TestAccount
let video: Video
let own: string
let other: string

const { make, people, add } = videoCalls(() => ({ app, owner, admin }))
const { describeVideo, appear } = titleCalls(() => ({ app, owner, video }))

beforeEach(async () => {
  owner = await app.signedIn('user', '制作 太郎')
  video = await make('見本作品')
  const [first = '', second = ''] = await people(['本人', '相手'])
  ;[own, other] = [first, second]
  await add(video, [own, other])
})

const titles = (today = '2025-11-01', performer = own) => readPageTitles(app.services.db, performer, today)
const insertPublication = (channel: string, startedOn: string, endedOn: string | null = null) =>
  app.sql(
    `WITH c AS (INSERT INTO channel (id, owner_id, name, created_at) VALUES (gen_random_uuid(), $2, $3, now())
       ON CONFLICT (owner_id, name) DO UPDATE SET name = $3 RETURNING id)
     INSERT INTO publication (id, video_id, channel_id, started_on, ended_on, address, external_id, created_by, created_at, updated_at)
     SELECT gen_random_uuid(), $1, id, $4, $5, 'https://shop.example/1', 'X-1', $2, now(), now() FROM c`,
    [video.id, owner.accountId, channel, startedOn, endedOn],
  )

test('a title without facts says that nothing is known', async () => {
  expect(await titles()).toEqual([
    {
      videoId: video.id,
      title: '見本作品',
      productNumber: null,
      organisationName: '制作 太郎',
      shootingDays: [],
      contractSignedOn: null,
      contractReceivedOn: null,
      sheetReceivedOn: null,
      shootingFrom: null,
      publicationFrom: null,
      cancelUntil: null,
      footage: null,
      publications: [],
      ended: null,
    },
  ])
})

test('a title has the days of the own appearance, the periods that follow from them, and where it is published', async () => {
  await describeVideo({ productNumber: 'MH-1' })
  await appear({
    ...completeAppearance(),
    footage: { ...completeAppearance().footage, answer: null, address: 'https://footage.example/1' },
  })
  await insertPublication('見本ストア', '2025-10-01', '2025-10-31')
  expect(await titles()).toEqual([
    {
      videoId: video.id,
      title: '見本作品',
      productNumber: 'MH-1',
      organisationName: '制作 太郎',
      shootingDays: ['2025-05-20'],
      contractSignedOn: '2025-04-01',
      contractReceivedOn: '2025-04-02',
      sheetReceivedOn: '2025-03-25',
      shootingFrom: '2025-05-03',
      publicationFrom: '2025-10-01',
      cancelUntil: '2026-12-22',
      footage: {
        offeredOn: '2025-07-01',
        way: 'link',
        until: '2025-07-31',
        answer: null,
        address: 'https://footage.example/1',
      },
      publications: [
        {
          channel: '見本ストア',
          startedOn: '2025-10-01',
          endedOn: '2025-10-31',
          address: 'https://shop.example/1',
        },
      ],
      ended: null,
    },
  ])
})

test('the free cancellation has no end before the first publication, and counts from the last channel', async () => {
  await describeVideo()
  const days = { offeredOn: null, signedOn: '2025-07-01', receivedOn: null }
  await appear({ contract: { ...completeAppearance().contract, ...days } })
  expect(await titles()).toMatchObject([{ cancelUntil: 'open' }])
  await insertPublication('甲', '2025-10-20', '2025-10-25')
  await insertPublication('甲', '2025-10-28')
  await insertPublication('乙', '2025-10-24')
  await insertPublication('丙', '2025-12-01')
  expect(await titles('2025-10-19')).toMatchObject([{ cancelUntil: 'open' }])
  expect(await titles('2025-11-01')).toMatchObject([{ cancelUntil: '2026-10-24' }])
  expect(await titles('2025-12-01')).toMatchObject([{ cancelUntil: '2026-12-01' }])
})

test.each(['notCovered', 'beforeAct', 'selfOnly'])(
  'a title that is %s has no periods of the act',
  async (category) => {
    await describeVideo({ category, categoryReason: '理由' })
    await appear()
    expect(await titles()).toMatchObject([
      { shootingFrom: null, publicationFrom: null, cancelUntil: null, contractSignedOn: '2025-04-01' },
    ])
  },
)

test('the days of shooting are those in which the performer took part, planned ones until they were shot', async () => {
  const of = (shotOn: string | null, performerIds: string[], plannedOn: string | null = null) =>
    ({ kind: 'main', plannedOn, shotOn, performerIds }) as const
  await describeVideo({
    shootingEndedOn: null,
    shootings: [
      of('2025-05-21', []),
      of('2025-05-22', [other]),
      of('2025-05-20', [own, other], '2025-05-19'),
      of(null, [own], '2025-06-01'),
      of(null, []),
    ],
  })
  expect(await titles()).toMatchObject([{ shootingDays: ['2025-05-20', '2025-05-21', '2025-06-01'] }])
})

test('a shooting after the stated end of all shooting moves the first day of publication, and one without a day leaves it open', async () => {
  const shootings = (shotOn: string | null) => [
    { kind: 'main', plannedOn: null, shotOn: '2025-05-20', performerIds: [] },
    { kind: 'stills', plannedOn: null, shotOn, performerIds: [other] },
  ]
  await describeVideo({ shootings: shootings('2025-07-10') })
  expect(await titles()).toMatchObject([{ publicationFrom: '2025-11-11' }])
  await describeVideo({ shootings: shootings(null) })
  expect(await titles()).toMatchObject([{ publicationFrom: null }])
})

test('a contract is shown as ended from the day of its end on', async () => {
  await appear({ ended: { kind: 'stopped', on: '2025-11-02' } })
  expect(await titles('2025-11-01')).toMatchObject([{ ended: null }])
  expect(await titles('2025-11-02')).toMatchObject([{ ended: { kind: 'stopped', on: '2025-11-02' } }])
})

test('titles are the newest first, and none of another performer', async () => {
  clock.moveTo('2025-11-01T00:00:01Z')
  const second = await make('二作目')
  const strange = await make('他人の作品')
  await add(second, [own])
  await add(strange, [other])
  expect((await titles()).map(({ title }) => title)).toEqual(['二作目', '見本作品'])
  expect(await titles('2025-11-01', randomUUID())).toEqual([])
})

describe('of several performers in a title', () => {
  const day = fc.constantFrom('2025-05-01', '2025-06-01', '2025-07-01')
  const chosen = fc.record({
    shootings: fc.array(fc.record({ mask: fc.nat(7), shotOn: fc.option(day), plannedOn: day }), {
      maxLength: 4,
    }),
    named: fc.boolean(),
    ended: fc.boolean(),
    consents: fc.boolean(),
  })

  test('none ever gets a name, an id or a day of another one', async () => {
    const cast = [own, other, ...(await people(['三人目']))]
    await add(video, cast.slice(2))
    const rows = await app.sql<{ id: string; last_name: string; external_id: string | null }>(
      'SELECT id, last_name, external_id FROM performer WHERE id = ANY($1)',
      [cast],
    )
    await fc.assert(
      fc.asyncProperty(chosen, async ({ shootings, named, ended, consents }) => {
        await app.sql("UPDATE video_performer SET facts = '{}' WHERE video_id = $1", [video.id])
        await describeVideo({
          shootingEndedOn: '2025-07-01',
          reopenReason: '試験',
          shootings: shootings.map(({ mask, ...rest }) => ({
            kind: 'main',
            ...rest,
            performerIds: cast.filter((_, index) => (mask >> index) % 2 === 1),
          })),
        })
        for (const [index, performer] of cast.entries())
          await appearAs(performer, index, {
            partnerIds: named ? cast.filter((each) => each !== performer) : [],
            ended,
            consents,
          })
        for (const [index, performer] of cast.entries()) {
          const text = JSON.stringify(await titles('2025-11-01', performer))
          for (const { id, last_name, external_id } of rows.filter((each) => each.id !== performer))
            for (const hidden of [id, last_name, external_id ?? id]) expect(text).not.toContain(hidden)
          for (const strange of cast.keys())
            if (strange !== index) expect(text).not.toContain(ownDay(strange))
          expect(text).toContain(ownDay(index))
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)

  /** A day that only the appearance of this performer has. */
  const ownDay = (index: number) => `2024-01-${10 + index}`

  async function appearAs(
    performer: string,
    index: number,
    facts: { partnerIds: string[]; ended: boolean; consents: boolean },
  ): Promise<void> {
    const { contract, ...parts } = completeAppearance(facts.partnerIds)
    const [row] = await app.sql<{ version: number }>(
      'SELECT version FROM video_performer WHERE video_id = $1 AND performer_id = $2',
      [video.id, performer],
    )
    await admin.send(saveAppearances, {
      params: { id: video.id },
      body: {
        performers: [{ id: performer, version: row?.version ?? 1 }],
        ...parts,
        contract: contract && { ...contract, offeredOn: null, signedOn: ownDay(index) },
        consents: facts.consents ? (parts.consents ?? []) : [],
        ended: facts.ended ? { kind: 'stopped', on: '2025-08-01' } : null,
      },
    })
  }
})

import { addDays, addYears, dayInJapan } from '@kyc/contract/dates.ts'
import { day } from '@kyc/contract/durations.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveDatabase } from '../../testing/app/database-clock.ts'
import { insertPublication, insertVideo } from '../../testing/app/factories.ts'
import { insertPerformerKeys, insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { deletePerformer } from '../performers/delete-performer.ts'
import { endHold, holdSealed } from '../performers/sealed/hold-sealed.ts'
import { destroyEnded } from '../records/destruction/destroy-ended.ts'
import { retentionEnd } from '../records/destruction/retention-end.ts'
import { addPerformers } from './add-performers.ts'
import { listPublications } from './publications/list-publications.ts'
import { statePublications, updatePublication } from './publications/write-publication.ts'
import { updateVideo } from './update-video.ts'

const clock = new TestClock()
const { app, owner, superadmin } = useStage(
  { owner: 'user', superadmin: 'superadmin' },
  { overrides: { clock } },
)

test.each([
  // Changed, on sale until, years, the last day. A day in Japan starts at 15:00 UTC.
  ['2026-05-20T14:59:59Z', null, 7, '2033-05-20'],
  ['2026-05-20T15:00:00Z', null, 7, '2033-05-21'],
  ['2024-02-29T00:00:00Z', null, 7, '2031-03-01'],
  ['2026-05-20T00:00:00Z', '2028-01-01', 7, '2035-01-01'],
  ['2026-05-20T00:00:00Z', '2020-01-01', 7, '2033-05-20'],
])(
  'the retention of a record changed %s and on sale until %s ends %s years later, on %s',
  (changed, onSaleUntil, years, end) => {
    expect(retentionEnd({ changed: new Date(changed), onSaleUntil }, years)).toBe(end)
  },
)

/** Runs of the model; 200 with RETENTION_RUNS. */
const runs = Number(process.env.RETENTION_RUNS ?? 4)
const thirtyYears = 10_958

const performer = fc.nat(2)
const video = fc.nat(1)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 2100 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('delete' as const), performer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('change' as const), video }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('publish' as const), video, days: fc.nat(900) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('end' as const), video }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('state' as const), video, known: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const), performer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('answer' as const), performer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('link' as const), performer, video }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('hold' as const), performer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), performer }) },
)

interface Modelled {
  readonly id: string
  sealed: string | undefined
  held: boolean
  /** When the last hold ended, in milliseconds: it protects for another day (D116). */
  released: number
  destroyed: boolean
  /** A request of the person is open. */
  asked: boolean
  readonly videos: Set<number>
}

interface ModelledVideo {
  readonly id: string
  known: boolean
  /** The last days on sale, one for each publication; undefined while it has no end. */
  readonly sales: (string | undefined)[]
}

test('over thirty years, a record is destroyed exactly when its retention has ended and nothing keeps it', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 7, max: 9 }),
      fc.array(step, { minLength: 10, maxLength: 40 }),
      async (years, steps) => {
        const run = await start(years)
        for (const each of steps) await run[each.kind](each as never) // each kind takes its own step
        await run.wait({ days: 1 })
      },
    ),
    { numRuns: runs },
  )
}, 120_000)

/** Moves the clock of the server and of the database. */
async function moveTo(at: string | Date): Promise<void> {
  clock.moveTo(at)
  await moveDatabase(app, clock.now())
}

async function newVideo(): Promise<string> {
  const id = await insertVideo(app, owner.accountId, owner.accountId)
  await app.sql('UPDATE video SET created_at = $2, updated_at = $2 WHERE id = $1', [id, clock.now()])
  return id
}

async function start(years: number) {
  const { config } = app.services
  const services = { ...app.services, config: { ...config, retentionYears: years } }
  const [actor, by] = [
    { id: superadmin.accountId, role: 'superadmin' as const },
    { id: owner.accountId, role: 'user' as const },
  ]
  await moveTo('2026-01-31T15:30:00Z')
  const end = clock.now().getTime() + thirtyYears * day
  const rows = [0, 1, 2].map(() => performerRow(owner.accountId))
  await insertPerformerRows(services.db, rows)
  const people: Modelled[] = rows.map(({ id }) => ({
    id,
    sealed: undefined,
    held: false,
    released: 0,
    destroyed: false,
    asked: false,
    videos: new Set(),
  }))
  await insertPerformerKeys(
    services,
    people.map(({ id }) => id),
  )
  const videos: ModelledVideo[] = [
    { id: await newVideo(), known: false, sales: [] },
    { id: await newVideo(), known: false, sales: [] },
  ]
  let counted = 0

  const videoOf = (which: number): ModelledVideo => videos[which] ?? { id: '', known: false, sales: [] }
  const salesOf = (person: Modelled) => [...person.videos].flatMap((which) => videoOf(which).sales)
  /** The retention that the row states: sales without an end count once they have one. */
  const lastDay = (person: Modelled) =>
    [person.sealed ?? '', ...salesOf(person).filter((each) => each !== undefined)]
      .map((each) => addYears(each, years))
      .sort()
      .at(-1) ?? ''
  const isKept = (person: Modelled, today: string) =>
    person.asked ||
    [...person.videos].some((which) => !videoOf(which).known) ||
    salesOf(person).some((each) => each === undefined || each >= today)
  const act = (person: Modelled) => ({ actor, id: person.id, ip: null, reason: '確認' })
  const isSealed = (person: Modelled | undefined): person is Modelled =>
    person !== undefined && person.sealed !== undefined && !person.destroyed

  async function check(): Promise<void> {
    const today = dayInJapan(clock.now())
    const yesterday = clock.now().getTime() - day
    for (const person of people)
      person.destroyed ||=
        isSealed(person) &&
        !person.held &&
        !isKept(person, today) &&
        person.released <= yesterday &&
        lastDay(person) < today
    const stored = await app.sql<{
      id: string
      destroyed: boolean
      retain_until: string | null
      empty: boolean
    }>(
      `SELECT p.id, p.destroyed_at IS NOT NULL AS destroyed, retain_until::text, wrapped IS NULL AS empty
       FROM performer p JOIN performer_key k ON k.performer_id = p.id WHERE p.id = ANY($1) ORDER BY p.id`,
      [people.map(({ id }) => id)],
    )
    expect(stored).toEqual(
      people.map((person, index) => ({
        id: person.id,
        destroyed: person.destroyed,
        retain_until: person.destroyed ? stored[index]?.retain_until : person.sealed ? lastDay(person) : null,
        empty: person.destroyed,
      })),
    )
  }

  return {
    async wait({ days }: { days: number }) {
      await moveTo(new Date(Math.min(clock.now().getTime() + days * day, end)))
      await destroyEnded(services)
      await check()
    },
    async delete({ performer: which }: { performer: number }) {
      const person = people[which]
      if (!person || person.sealed) return
      await deletePerformer(services, { actor, id: person.id, ip: null })
      person.sealed = dayInJapan(clock.now())
    },
    async change({ video: which }: { video: number }) {
      const changes = { title: `作品 ${++counted}` }
      await updateVideo(services, { actor: by, id: videoOf(which).id, changes, ip: null })
    },
    async publish({ video: which, days }: { video: number; days: number }) {
      const endedOn = days < 600 ? addDays(dayInJapan(clock.now()), days) : undefined
      const { id, sales } = videoOf(which)
      // Whether a publication may begin is not the subject here; its end is recorded in any case.
      const startedOn = dayInJapan(clock.now())
      const publicationId = await insertPublication(app, id, { startedOn })
      sales.push(endedOn)
      if (endedOn === undefined) return
      const { publications } = await listPublications(services.db, { id, owner: by.id })
      const { channel = '' } = publications.find((each) => each.id === publicationId) ?? {}
      const act = { actor: by, id, publicationId, version: 1, ip: null }
      await updatePublication(services, { ...act, input: { channel, startedOn, endedOn } })
    },
    async end({ video: which }: { video: number }) {
      const { id, sales } = videoOf(which)
      const { publications } = await listPublications(services.db, { id, owner: by.id })
      const open = publications.find(({ endedOn }) => endedOn === null)
      if (!open) return
      const endedOn = dayInJapan(clock.now())
      const { channel, startedOn, version } = open
      const act = { actor: by, id, publicationId: open.id, version, ip: null }
      await updatePublication(services, { ...act, input: { channel, startedOn, endedOn } })
      sales[sales.indexOf(undefined)] = endedOn
    },
    async state({ video: which, known }: { video: number; known: boolean }) {
      await statePublications(services, { actor: by, id: videoOf(which).id, known, ip: null })
      videoOf(which).known = known
    },
    async ask({ performer: which }: { performer: number }) {
      const person = people[which]
      if (!person || person.destroyed || person.asked) return
      await app.sql(
        `INSERT INTO subject_request (id, performer_id, kind, received_on, due_on, details_box, created_at)
         VALUES (gen_random_uuid(), $1, 'disclosure', '2026-04-01', '2026-05-01', '', now())`,
        [person.id],
      )
      person.asked = true
    },
    async answer({ performer: which }: { performer: number }) {
      const person = people[which]
      if (!person?.asked) return
      await app.sql('DELETE FROM subject_request WHERE performer_id = $1', [person.id])
      person.asked = false
    },
    async link({ performer: which, video: on }: { performer: number; video: number }) {
      const person = people[which]
      if (!person || person.sealed || person.videos.has(on)) return
      const request = { ip: null, header: () => undefined }
      await addPerformers(services, { actor: by, id: videoOf(on).id, performerIds: [person.id], request })
      person.videos.add(on)
    },
    async hold({ performer: which }: { performer: number }) {
      const person = people[which]
      if (!isSealed(person)) return
      await holdSealed(services, act(person))
      person.held = true
    },
    async release({ performer: which }: { performer: number }) {
      const person = people[which]
      if (!isSealed(person) || !person.held) return
      await endHold(services, act(person))
      person.held = false
      person.released = clock.now().getTime()
    },
  }
}

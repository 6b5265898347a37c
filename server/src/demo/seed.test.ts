import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAuditDedup } from '../features/documents/read/audit-dedup.ts'
import { openDocument } from '../features/documents/read/open-document.ts'
import type { Services } from '../services.ts'
import { signIn } from '../testing/app/sign-in.ts'
import { createTestApp, type TestApp } from '../testing/app/test-app.ts'
import { makeDemoActors } from './demo-actors.ts'
import { demoRequest } from './demo-request.ts'
import { formsLeft } from './form-visits.ts'
import { demoPeople } from './people.ts'
import { seedDemo } from './seed.ts'
import { demoStories } from './stories.ts'
import { momentOf } from './times.ts'
import { demoVideos } from './videos.ts'

let app: TestApp
let interrupted: unknown

beforeAll(async () => {
  app = await createTestApp({ env: { DEMO: 'on' } })
  interrupted = await seedDemo(withFullDisk(app.services, 90)).catch((error: unknown) => error)
  await seedDemo(app.services)
}, 120_000)

afterAll(() => app.close())

/** The real store, and a disk that is full after so many files. */
function withFullDisk(services: Services, files: number): Services {
  let left = files
  const put: Services['store']['put'] = (...object) =>
    left-- > 0 ? services.store.put(...object) : Promise.reject(new Error('ENOSPC: the disk is full'))
  return { ...services, store: { ...services.store, put } }
}

async function everything(): Promise<unknown> {
  const tables = ['account', 'performer', 'document_version', 'audit_event', 'counter', 'installation']
  tables.push('video', 'video_performer', 'analytics_daily', 'analytics_event')
  const rows = []
  for (const table of tables) {
    rows.push(
      await app.sql(`SELECT to_jsonb(${table}) AS row FROM ${table} ORDER BY to_jsonb(${table})::text`),
    )
  }
  return rows
}

test('an interrupted first start is taken up where it ended and leaves nothing twice', async () => {
  expect(interrupted).toBeInstanceOf(Error)
  const [count] = await app.sql('SELECT count(*)::int AS n FROM performer')
  expect(count).toEqual({ n: demoPeople.length })
  const twice = await app.sql(
    `SELECT performer_id, type, version, decisions.n
     FROM document_version JOIN (
       SELECT rid, count(*)::int AS n FROM audit_event WHERE action IN ('verify', 'reject') GROUP BY 1
     ) AS decisions ON decisions.rid = performer_id || '/' || type
     WHERE is_current AND decisions.n > version`,
  )
  expect(twice).toEqual([])
})

test('a second start changes nothing', async () => {
  const before = await everything()
  await seedDemo(app.services)
  expect(await everything()).toEqual(before)
})

test('a first start that broke off at its very end repeats nothing', async () => {
  const forgetTheEnd = () => app.sql(`DELETE FROM installation WHERE name = 'demo.complete'`)
  await forgetTheEnd()
  const before = await everything()
  await seedDemo(app.services)
  await forgetTheEnd()
  expect(await everything()).toEqual(before)
})

test('the dashboard shows how far people came in the form: a visit for each registration, and some that were left', async () => {
  const admin = await signInAs('admin@example.com')
  const [first] = await app.sql<{ at: Date }>(`SELECT at FROM installation WHERE name = 'demo'`)
  const registered = demoStories.map((story) => momentOf(story.registered, first!.at))
  const month = addDays(dayInJapan(first!.at), -30)
  const completed = registered.filter((at) => dayInJapan(at) > month).length
  const abandoned = formsLeft.filter(({ begun }) => begun).length
  expect((await admin.get('/api/analytics/funnel')).json).toEqual({
    ...{ days: 30, counting: true, opened: completed + formsLeft.length },
    ...{ started: completed + abandoned, completed, abandoned },
  })
  const [future] = await app.sql('SELECT count(*)::int AS n FROM analytics_event WHERE at > now()')
  expect(future).toEqual({ n: 0 })
})

test('every person has a story, and every story a person', () => {
  expect(demoStories.map(({ person }) => person).sort()).toEqual(demoPeople.map(({ key }) => key).sort())
})

test('the records show every state that the product knows', async () => {
  const admin = await signInAs('admin@example.com')
  expect((await admin.get('/api/performers/counts')).json).toEqual({
    total: 40,
    pending: 15,
    approved: 19,
    rejected: 6,
    expiring: 5,
  })
  const documents = await app.sql(
    `SELECT status, count(*)::int AS n FROM document_version WHERE is_current GROUP BY 1 ORDER BY 1`,
  )
  expect(documents.map(({ status }) => status)).toEqual(['pending', 'rejected', 'verified'])
  const replaced = await app.sql(
    `SELECT type FROM document_version WHERE version = 2 AND status = 'pending' AND is_current ORDER BY 1`,
  )
  expect(replaced).toEqual([{ type: 'idFront' }, { type: 'selfie' }])
})

test('performers have waited from less than a day to more than a week', async () => {
  const admin = await signInAs('admin@example.com')
  const { backlog } = (await admin.get('/api/dashboard/charts')).json as { backlog: { count: number }[] }
  expect(backlog.every(({ count }) => count > 0)).toBe(true)
})

test('there are videos of each registrar with performers of their own, and one with nobody', async () => {
  const user = await signInAs('user@example.com')
  const videos = (await user.get('/api/videos')).json as {
    id: string
    title: string
    performerCount: number
  }[]
  expect(videos.map(({ title, performerCount }) => [title, performerCount])).toEqual([
    ['見本作品 第3集（準備中）', 0],
    ['例題ドキュメンタリー', 1],
    ['見本作品 第2集', 5],
    ['見本作品 第1集', 3],
    ['夏の見本', 2],
  ])
  const [entered] = await app.sql(
    `SELECT count(*) FILTER (WHERE action = 'create')::int AS created,
            count(*) FILTER (WHERE action = 'update')::int AS cast FROM audit_event WHERE rtype = 'video'`,
  )
  expect(entered).toEqual({ created: demoVideos.length, cast: 5 })
})

test('each registrar sees their own performers only', async () => {
  for (const [email, owner] of [
    ['user@example.com', 'seisaku'],
    ['distributor@example.com', 'haishin'],
  ] as const) {
    const person = await signInAs(email)
    const { total } = (await person.get('/api/performers/counts')).json as { total: number }
    expect(total).toBe(demoPeople.filter((each) => each.owner === owner).length)
  }
})

test('records and log entries stand at the times of the stories, none in the future', async () => {
  const [first] = await app.sql<{ at: Date }>(`SELECT at FROM installation WHERE name = 'demo'`)
  const oldest = demoStories.map((story) => momentOf(story.registered, first!.at).getTime())
  const [times] = await app.sql(
    `SELECT (SELECT min(created_at) FROM performer) AS registered,
            (SELECT to_timestamp(min(at_us) / 1e6) FROM audit_event WHERE rtype = 'performer') AS entered,
            (SELECT count(*)::int FROM audit_event WHERE to_timestamp(at_us / 1e6) > now()) AS future`,
  )
  const earliest = new Date(Math.min(...oldest))
  expect(times).toEqual({ registered: earliest, entered: earliest, future: 0 })
})

test('every demo document opens, decrypts and is what was stored', async () => {
  const { admin } = await makeDemoActors(app.services)
  const rows = await app.services.db.selectFrom('document_version').selectAll().execute()
  const dedup = createAuditDedup(app.services.clock)
  for (const { performer_id, type, version, stored_sha256, screen_key } of rows) {
    const wanted = { actor: admin, request: demoRequest('192.0.2.10'), performerId: performer_id, version }
    const full = await openDocument(app.services, dedup, {
      ...wanted,
      type,
      size: 'full',
      download: false,
    })
    const bytes = await buffer(full.stream)
    expect(createHash('sha256').update(bytes).digest()).toEqual(stored_sha256)
    if (screen_key === null) continue
    for (const size of ['screen', 'thumbnail'] as const) {
      const smaller = { ...wanted, type, size, download: false }
      const picture = await buffer((await openDocument(app.services, dedup, smaller)).stream)
      expect(picture.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    }
  }
})

async function signInAs(email: string) {
  const account = await app.services.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return signIn(app.services, app.url, account.id)
}

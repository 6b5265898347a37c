/** @module-tag long */

import { createHash } from 'node:crypto'
import { listAuditLogs } from '@kyc/contract/audit.ts'
import { dashboardCharts } from '@kyc/contract/dashboard.ts'
import { addDays, dayInJapan } from '@kyc/contract/dates.ts'
import { listHints } from '@kyc/contract/hints.ts'
import { countPerformers } from '@kyc/contract/performers.ts'
import { getReadiness } from '@kyc/contract/readiness.ts'
import { listTransfers } from '@kyc/contract/transfers.ts'
import { listVideos } from '@kyc/contract/videos.ts'
import { beforeAll, expect, test } from 'vitest'
import { verifyLog } from '../features/audit/verify/verify-log.ts'
import type { Services } from '../services.ts'
import { sealLog } from '../testing/app/seal-log.ts'
import { signIn } from '../testing/app/sign-in.ts'
import { useStage } from '../testing/app/test-app.ts'
import { getPerformer } from './find-performer.ts'
import { type DemoPerson, demoPeople } from './people.ts'
import { seedDemo, seedingPatience } from './seed.ts'
import { demoStories } from './stories.ts'
import { momentOf } from './times.ts'
import { demoVideos } from './videos.ts'
import { formVisits } from './visits.ts'

const { app } = useStage({}, { env: { DEMO: 'on' }, overrides: { connectLimit: seedingPatience } })
let interruption: unknown
// All tests share one seed, which was interrupted and resumed.
beforeAll(async () => {
  interruption = await seedDemo(withFullDisk(app.services, 30)).catch((error: unknown) => error)
  await seedDemo(app.services)
}, 240_000)

/** The real store on a disk that is full after `files` files. */
function withFullDisk(services: Services, files: number): Services {
  let left = files
  const put: Services['store']['put'] = (...object) =>
    left-- > 0 ? services.store.put(...object) : Promise.reject(new Error('ENOSPC: the disk is full'))
  return { ...services, store: { ...services.store, put } }
}

async function allRows(): Promise<unknown> {
  const tables =
    'account performer document_version audit_event counter installation organisation membership organisation_invitation video video_performer analytics_daily analytics_event'
  const rowsOf = (table: string) =>
    app.sql(`SELECT to_jsonb(${table}) AS row FROM ${table} ORDER BY to_jsonb(${table})::text`)
  return Promise.all(tables.split(' ').map(rowsOf))
}

test('the seeding continues an interrupted first start without repeating a registration', async () => {
  expect(interruption).toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  const names = await app.sql('SELECT DISTINCT last_name_roman, first_name_roman FROM performer')
  const [rows] = await app.sql(
    'SELECT (SELECT count(*)::int FROM performer) AS performers, (SELECT count(*)::int FROM video) AS videos',
  )
  // A draft and a sealed record, whose names are blank, are examples.
  expect(names).toHaveLength(demoPeople.length + 2)
  expect(rows).toEqual({ performers: demoPeople.length + 2, videos: demoVideos.length })
})

test('a second start changes nothing', async () => {
  const before = await allRows()
  await seedDemo(app.services)
  expect(await allRows()).toEqual(before)
})

test('the seeding counts a visit of the form for each registration, and visits that were abandoned', async () => {
  const admin = await signInAs('admin@example.com')
  const [first] = await app.sql<{ at: Date }>(`SELECT at FROM installation WHERE name = 'demo'`)
  const month = addDays(dayInJapan(first!.at), -30)
  const counted = formVisits.filter(({ at }) => dayInJapan(momentOf(at, first!.at)) > month)
  const count = (end: string) => counted.filter((visit) => visit.end === end).length
  expect((await admin.get('/api/analytics/funnel')).json).toEqual({
    days: 30,
    counting: true,
    opened: counted.length,
    started: counted.length - count('opened'),
    completed: count('completed'),
    abandoned: count('abandoned'),
  })
  const [future] = await app.sql('SELECT count(*)::int AS n FROM analytics_event WHERE at > now()')
  expect(future).toEqual({ n: 0 })
})

test('each feature has an example', async () => {
  const [counts] = await app.sql(
    `SELECT (SELECT count(*)::int FROM performer WHERE sealed_at IS NOT NULL) AS sealed,
       (SELECT count(*)::int FROM performer_link WHERE opened_at IS NOT NULL AND kind = 'documents') AS links, (SELECT count(*)::int FROM review_note) AS notes,
       (SELECT count(*)::int FROM subject_request) AS requests, (SELECT count(*)::int FROM inquiry) AS inquiries,
       (SELECT count(*)::int FROM publication) AS publications, (SELECT count(*)::int FROM transfer) AS transfers,
       (SELECT count(*)::int FROM organisation_invitation) AS invitations`,
  )
  expect(counts).toEqual({
    sealed: 1,
    links: 2,
    notes: 1,
    requests: 1,
    inquiries: 1,
    publications: 3,
    transfers: 1,
    invitations: 1,
  })
})

test('the records cover every state of the product', async () => {
  const admin = await signInAs('admin@example.com')
  expect((await admin.get('/api/performers/counts')).json).toEqual({
    total: 41,
    draft: 1,
    pending: 16,
    waiting: 17,
    approved: 18,
    rejected: 6,
    expiring: 4,
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
  const { backlog } = await admin.send(dashboardCharts)
  expect(backlog.every(({ count }) => count > 0)).toBe(true)
})

test('the seeding creates videos of each owner, with and without performers', async () => {
  const user = await signInAs('user@example.com')
  const videos = await user.send(listVideos)
  expect(videos.map(({ title, performerCount }) => [title, performerCount])).toEqual([
    ['見本作品 第4集（契約中）', 9],
    ['見本作品 第3集（準備中）', 0],
    ['見本作品 ベスト集', 1],
    ['例題ドキュメンタリー', 1],
    ['見本作品 第2集', 5],
    ['見本作品 第1集', 3],
    ['夏の見本', 2],
  ])
})

test('the records of each demo video lack either nothing or one kind of fact', async () => {
  const admin = await signInAs('admin@example.com')
  const lacking = new Map<string, unknown>()
  for (const { id, title } of await admin.send(listVideos)) {
    const { answers, under20 } = await admin.send(getReadiness, { params: { id } })
    const rules = answers.flatMap(({ blockers }) => blockers.map(({ rule }) => rule))
    // `identity` is left out: some of the performers wait for the review.
    const own = rules.filter((rule) => rule !== 'identity')
    lacking.set(title, [...new Set(own), ...(under20.length > 0 ? ['under20'] : [])])
  }
  expect(
    Object.fromEntries(
      demoVideos.flatMap(({ title, lacks }) => (lacks ? [[title, lacking.get(title)]] : [])),
    ),
  ).toEqual({
    '見本作品 第1集': ['fourMonths'],
    // One contract waits for its review, one was rejected for what it lacks, and the others are missing.
    '見本作品 第2集': ['contractPaper', 'sheet', 'contractFacts'],
    夏の見本: ['ended'],
    '配信見本 特別編': [],
    例題ドキュメンタリー: [],
    '見本作品 ベスト集': ['consentAge'],
    例題アーカイブ: ['under20'],
  })
})

test('each company sees its own performers only', async () => {
  for (const [email, owner] of [
    ['user@example.com', 'seisaku'],
    ['staff@example.com', 'seisaku'],
    ['viewer@example.com', 'seisaku'],
    ['distributor@example.com', 'haishin'],
  ] as const) {
    const person = await signInAs(email)
    const { total } = await person.send(countPerformers)
    const draft = owner === 'seisaku' ? 1 : 0
    expect(total).toBe(registeredBy(owner) + draft)
  }
})

test('a company has a member of each role, and a colleague registered one of its performers (D67)', async () => {
  const rows = await app.sql(
    `SELECT o.name, o.kind, m.role, a.email, count(p.id)::int AS registered
     FROM membership m JOIN organisation o ON o.id = m.organisation_id JOIN account a ON a.id = m.account_id
     LEFT JOIN performer p ON p.owner_id = o.id AND p.registered_by = a.id
     WHERE o.kind <> 'personal' GROUP BY o.name, o.kind, m.role, a.email`,
  )
  const seisaku = { name: '見本制作', kind: 'producer' }
  const haishin = { name: '例題配信', kind: 'distributor' }
  expect(rows).toHaveLength(4)
  expect(rows).toEqual(
    expect.arrayContaining([
      {
        ...seisaku,
        role: 'representative',
        email: 'user@example.com',
        registered: registeredBy('seisaku') + 1,
      },
      // One draft and one sealed record come from the examples.
      { ...seisaku, role: 'staff', email: 'staff@example.com', registered: 1 },
      { ...seisaku, role: 'viewer', email: 'viewer@example.com', registered: 0 },
      {
        ...haishin,
        role: 'representative',
        email: 'distributor@example.com',
        registered: registeredBy('haishin'),
      },
    ]),
  )
})

test('records and audit entries have the times of the stories, none in the future', async () => {
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

test('the log passes a full verification', async () => {
  await sealLog(app)
  expect((await verifyLog(app.services)).report.faults).toEqual([])
})

test('each demo document can be opened, decrypted and in every size', async () => {
  const admin = await signInAs('admin@example.com')
  const rows = await app.services.db.selectFrom('document_version').selectAll().execute()
  for (const { performer_id, type, version, stored_sha256, screen_key } of rows) {
    const url = `/api/performers/${performer_id}/documents/${type}?version=${version}`
    const { bytes } = await admin.get(url)
    expect(createHash('sha256').update(bytes).digest()).toEqual(stored_sha256)
    if (screen_key === null) continue
    for (const size of ['size=screen', 'thumbnail=1']) {
      const picture = await admin.get(`${url}&${size}`)
      expect(picture.bytes.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    }
  }
})

test('one transfer waits for a second superadmin, and one was withdrawn', async () => {
  const superadmin = await signInAs('superadmin@example.com')
  expect(await superadmin.send(listTransfers)).toMatchObject([
    { own: true, merge: false, performerCount: 1, to: { name: '例題配信' } },
  ])
  const entries = await superadmin.send(listAuditLogs, { query: { resourceType: 'organisation' } })
  const moves = entries.flatMap(({ details: { change } }) =>
    `${change}`.startsWith('move_') ? [change] : [],
  )
  // Each organisation has an entry of each transfer.
  expect(moves.toSorted()).toEqual(['move_cancelled', 'move_cancelled', ...Array(4).fill('move_requested')])
})

test('the last sign-ins of the demo accounts differ, and some accounts never signed in', async () => {
  const rows = await app.sql<{ email: string; at: Date | null }>(
    `SELECT email, last_sign_in_at AS at FROM account WHERE created_at < now() - interval '1 day' OR last_sign_in_at IS NULL`,
  )
  const times = rows.flatMap(({ at }) => at?.getTime() ?? [])
  expect(new Set(times).size).toBe(6)
  expect(Math.max(...times)).toBeLessThan(Date.now())
  expect(
    rows
      .filter(({ at }) => at === null)
      .map(({ email }) => email)
      .sort(),
  ).toEqual(['auditor@example.com', 'newcomer@example.com'])
})

test('the only hint of the demo is the ID that was submitted for two performers', async () => {
  const admin = await signInAs('admin@example.com')
  const found = []
  for (const { key } of demoPeople) {
    const { id } = await getPerformer(app.services.db, key)
    for (const hint of await admin.send(listHints, { params: { id } }))
      found.push(`${key} ${hint.kind} ${hint.documentType}`)
  }
  expect(found).toEqual(['kaku-ken same_file idFront', 'sample-john same_file idFront'])
})

function registeredBy(owner: DemoPerson['owner']): number {
  return demoPeople.filter((person) => person.owner === owner).length
}

async function signInAs(email: string) {
  const account = await app.services.db
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return signIn(app.services, app.url, account.id)
}

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { singleKey } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import { createCursorCodec } from '../../platform/lists/cursor.ts'
import { createExplainedDatabase, type PlanNode, rowsRead } from '../../testing/app/explained-database.ts'
import { insertAccountRow } from '../../testing/app/performer-rows.ts'
import { scopeOfTest, testActor } from '../../testing/app/test-actor.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import type { Actor } from '../access/actor.ts'
import { everything } from '../access/scope.ts'
import { relianceOf } from '../records/reliance.ts'
import { readFactsOf } from './facts/facts-repository.ts'
import { listVideoPerformers } from './list-video-performers.ts'
import { listVideos } from './list-videos.ts'
import { listWaitingPapers } from './papers/list-papers.ts'
import type { PaperServices } from './papers/paper-services.ts'

/** Enough rows that reading them all would cost more than any index. */
const size = 8000

/** Rows read to count up to the bound. */
const bound = 1001

const database = useStarted(createExplainedDatabase)
/** Owns every second video. */
let owner: string
/** Owns the hundred oldest videos, the last ones in the list of all. */
let early: string

const services = () => ({
  db: database.db,
  cursors: createCursorCodec(keys),
  clock,
  config: { retentionYears: 7 },
})
const clock = new TestClock('2026-06-01T00:00:00Z')
const keys = singleKey(randomBytes(32))

/** Ids in the order of n. */
const id = (n: ReturnType<typeof sql.raw>) =>
  sql`('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** The newest video, with all performers of its owner. */
const large = `01900000-0000-7000-8000-${size.toString(16).padStart(12, '0')}`

/** A video with three performers. */
const ordinary = '01900000-0000-7000-8000-000000000fa0'

beforeAll(async () => {
  const { db } = database
  owner = await insertAccountRow(db)
  early = await insertAccountRow(db)
  const other = await insertAccountRow(db)
  await db.connection().execute((connection) => insertRows(connection, other))
  await database.analyze()
}, 120_000)

async function insertRows(db: Db, other: string): Promise<void> {
  // Triggers and foreign keys would take most of the time of thousands of rows.
  await sql`SET session_replication_role = replica`.execute(db)
  const of = sql`(CASE WHEN n <= 100 THEN ${early} WHEN n % 2 = 0 THEN ${owner} ELSE ${other} END)::uuid`
  const n = sql.raw('n')
  await sql`INSERT INTO video (id, owner_id, registered_by, title, search_text, created_at, updated_at)
    SELECT ${id(n)}, ${of}, ${of}, title, replace(title, ' ', ''), now(), now()
    FROM generate_series(1, ${sql.lit(size)}) n, LATERAL (
      SELECT '見本作品 第' || n || '集' || CASE WHEN n % 500 < 2 THEN ' 椿' ELSE '' END
        || CASE WHEN n <= 5900 THEN ' 旧' ELSE '' END || CASE WHEN n % 4 < 2 THEN ' 桜' ELSE '' END
        || CASE WHEN n % 40 < 2 THEN ' 楠' ELSE '' END AS title) t`.execute(db)
  await sql`INSERT INTO performer (id, owner_id, registered_by, last_name, first_name, last_name_roman, first_name_roman,
      sort_name, search_text, search_grams, created_at, updated_at)
    SELECT ${id(n)}, ${of}, ${of}, '見本', '花子', 'MIHON', 'HANAKO', 'mihon hanako', '見本花子', '{見本}', now(), now()
    FROM generate_series(1, ${sql.lit(size)}) n`.execute(db)
  // Each video has the performer of its number and the two before of the same owner; the last has all of its
  // owner's.
  await sql`INSERT INTO video_performer (video_id, performer_id, owner_id, id, added_by, added_at)
    SELECT ${id(n)}, ${id(sql.raw('m'))}, ${of}, gen_random_uuid(), ${owner}, now()
    FROM generate_series(1, ${sql.lit(size)}) n
    CROSS JOIN LATERAL generate_series(
      CASE WHEN n <= 104 THEN n WHEN n = ${sql.lit(size)} THEN 102 ELSE n - 4 END, n, 2) m`.execute(db)
  await sql`INSERT INTO signing (id, video_id, performer_id, owner_id, language, content_box, contract_sha256, contract_pages,
      created_at, created_by)
    SELECT gen_random_uuid(), ${id(n)}, ${id(n)}, ${of}, 'ja', '', sha256(''), 1, now(), ${owner}
    FROM generate_series(1, ${sql.lit(size)}) n`.execute(db)
  // A contract in each video, of which every second waits for a review.
  await sql`INSERT INTO paper (id, performer_id, video_id, type, version, is_current, status, filename, mime_type, size, received_size,
      received_sha256, stored_sha256, object_key, object_bytes, uploaded_by, uploaded_at)
    SELECT ${id(n)}, ${id(n)}, ${id(n)}, 'contract', 1, true, CASE WHEN n % 2 = 0 THEN 'pending' ELSE 'verified' END, 'a.pdf',
      'application/pdf', 1, 1, '', '', n::text, 1, ${owner}, '2026-01-01'::timestamptz + n * interval '1 minute'
    FROM generate_series(1, ${sql.lit(size)}) n`.execute(db)
  await sql`INSERT INTO document_version (id, performer_id, type, version, is_current, status, filename, mime_type, size, received_size,
      received_sha256, stored_sha256, object_key, object_bytes, uploaded_by, uploaded_at)
    SELECT ${id(n)}, ${id(n)}, 'idFront', 1, true, 'pending', 'a.png', 'image/png', 1, 1, '', '', 'd' || n, 1, ${owner}, now()
    FROM generate_series(1, ${sql.lit(size)}) n`.execute(db)
  // Every second performer was checked by another organisation (D126).
  await sql`INSERT INTO identity_reliance (id, origin_id, owner_id, recipient_id, asked_at, permitted_at, checked_at, performer_id, accepted_at)
    SELECT ${id(n)}, ${id(sql.raw('n - 1'))}, ${other}::uuid, ${owner}::uuid, now(), now(), now(), ${id(n)}, now()
    FROM generate_series(102, ${sql.lit(size)}, 2) n`.execute(db)
  await sql`RESET session_replication_role`.execute(db)
}

interface Reader {
  readonly name: string
  readonly actor: () => Actor
}

const admin: Reader = { name: 'an admin', actor: () => testActor('admin', owner) }
const user: Reader = { name: 'a user', actor: () => testActor('user', owner) }
const rare: Reader = {
  name: 'a user with old videos only',
  actor: () => testActor('user', early),
}

/** Tables that are empty or as small as that of accounts. */
const small = [
  'account',
  'organisation',
  'membership',
  'channel',
  'gate_override',
  'takedown',
  'takedown_video',
]

const inFull = (nodes: readonly PlanNode[]) =>
  nodes.filter((node) => node['Node Type'] === 'Seq Scan' && !small.includes(node['Relation Name'] ?? ''))

const indexesOf = (nodes: readonly PlanNode[]) => nodes.map((node) => node['Index Name'])

/** With so few rows the planner may read them all; the test shows that indexes can serve the search. */
const searched = (actor: Actor, search: string) =>
  database.plansOf(() => listVideos(services(), scopeOfTest(actor), { search }), 'enable_seqscan = off')

describe.each([admin, user, rare])('the list of $name', ({ actor }) => {
  test('a page and its total read a bounded number of videos', async () => {
    const first = await listVideos(services(), scopeOfTest(actor()), {})
    for (const cursor of [undefined, first.next ?? undefined]) {
      const nodes = await database.plansOf(() => listVideos(services(), scopeOfTest(actor()), { cursor }))
      // The page, its videos once more to present them, and the total.
      expect(rowsRead(nodes, 'video')).toBeLessThanOrEqual(2 * 51 + bound)
    }
  })
})

describe.each([admin, user])('the list of $name with many videos', ({ actor }) => {
  test.each(['椿', '見本作品 椿', '第1500集', '無い'])(
    'the index of the search finds the rare %s',
    async (search) => {
      const nodes = await searched(actor(), search)
      expect(inFull(nodes)).toEqual([])
      expect(indexesOf(nodes)).toContain('video_search')
      expect(rowsRead(nodes, 'video')).toBeLessThanOrEqual(2 * bound)
    },
  )
})

test.each(['見本', '椿', '見本作品 椿', '無い'])(
  'a search of %s by a user with few videos reads only these',
  async (search) => {
    const nodes = await searched(rare.actor(), search)
    expect(inFull(nodes)).toEqual([])
    expect(rowsRead(nodes, 'video')).toBeLessThanOrEqual(2 * 100 + 51)
  },
)

describe.each([admin, user, rare])('a search by $name', ({ actor }) => {
  // 旧 is in very many titles but none of the newest; 第7 almost only in the newest.
  test.each(['見本', '桜', '楠', '椿', '旧', '第7', '第12', '椿 旧', '無い'])(
    'the pages of %s contain each match once, newest first, and their number',
    async (search) => {
      const of = actor().role === 'admin' ? sql`true` : sql`owner_id = ${actor().id}`
      const words = search.split(' ').map((word) => sql`title LIKE ${`%${word}%`}`)
      const { rows } = await sql<{ id: string }>`SELECT id FROM video
        WHERE ${sql.join([of, ...words], sql` AND `)} ORDER BY id DESC`.execute(database.db)
      const found: string[] = []
      let cursor: string | undefined
      do {
        const page = await listVideos(services(), scopeOfTest(actor()), { search, limit: 150, cursor })
        found.push(...page.videos.map((video) => video.id))
        expect([page.total, page.exact]).toEqual([Math.min(rows.length, 1000), rows.length <= 1000])
        cursor = page.next ?? undefined
      } while (cursor !== undefined && found.length < 450)
      expect(found).toEqual(rows.slice(0, cursor === undefined ? undefined : 450).map((row) => row.id))
    },
  )
})

test('a page of waiting papers and the facts of a video read the papers by their indexes', async () => {
  const papers = { ...services(), config: { fourEyes: true } } as unknown as PaperServices // what the list reads
  const reader = { actor: admin.actor(), scope: everything }
  const page = await database.plansOf(() => listWaitingPapers(papers, reader, {}))
  expect(inFull(page)).toEqual([])
  expect(indexesOf(page)).toContain('paper_waiting')
  // The page, its papers once more to present them, and the total.
  expect(rowsRead(page, 'paper')).toBeLessThanOrEqual(2 * 51 + bound)
  const facts = await database.plansOf(() => readFactsOf(database.db, ordinary))
  expect(inFull(facts)).toEqual([])
  expect(indexesOf(facts)).toContain('paper_current')
})

describe.each([admin, user])('the performers of a large video, read by $name', ({ actor }) => {
  test('first page, count and next page read a bounded number of performers', async () => {
    const list = (query: { cursor?: string }) =>
      listVideoPerformers(services(), { actor: actor(), id: large, query })
    const { next, total } = await list({})
    expect(total).toBe(1000)
    for (const query of [{}, { cursor: next ?? '' }]) {
      const nodes = await database.plansOf(() => list(query))
      expect(inFull(nodes)).toEqual([])
      expect(indexesOf(nodes)).toContain('video_performer_video_id_id_key')
      expect(rowsRead(nodes, 'video_performer')).toBeLessThanOrEqual(51 + bound)
    }
  })
})

test('the reliance of a performer is read by its index', async () => {
  const nodes = await database.plansOf(() =>
    sql`SELECT p.id FROM performer p, LATERAL ${relianceOf('p')} WHERE p.id = ${ordinary}`.execute(
      database.db,
    ),
  )
  expect(inFull(nodes)).toEqual([])
  expect(indexesOf(nodes)).toContain('identity_reliance_performer')
})

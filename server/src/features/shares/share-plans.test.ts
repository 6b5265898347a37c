import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createExplainedDatabase, rowsRead } from '../../testing/app/explained-database.ts'
import { insertAccountRow } from '../../testing/app/performer-rows.ts'
import { testActor } from '../../testing/app/test-actor.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { reportReadiness } from './partner-titles/report-readiness.ts'
import { findTitleStops, findTitles, getTitleRow } from './partner-titles/titles-repository.ts'
import { findChangedShares, findShared, findSharesOf } from './shares-repository.ts'

/** Enough rows that reading them all would cost more than any index. */
const size = 8000
const ofPartner = 400

const database = useStarted(createExplainedDatabase)
let owner: string
let recipient: string
let partner: string

const uuid = (n: string, kind: string) =>
  sql`('01900000-0000-7${sql.raw(kind)}-8000-' || lpad(to_hex(${sql.raw(n)}), 12, '0'))::uuid`
const video = '01900000-0000-7000-8000-000000000064'
const channel = '01900000-0000-7001-8000-000000000064'
const at = new Date()

beforeAll(async () => {
  const { db } = database
  owner = await insertAccountRow(db)
  const others = [await insertAccountRow(db), await insertAccountRow(db)]
  recipient = others[0] ?? ''
  await sql`UPDATE organisation SET approved_at = now()`.execute(db)
  const { rows } = await sql<{ id: string }>`INSERT INTO partner
    SELECT gen_random_uuid(), 'company-' || n, 'name', 'live', '{}', '{}', '{}', NULL, NULL, NULL, 1, now(), now()
    FROM generate_series(0, 3) n RETURNING id`.execute(db)
  partner = rows[0]?.id ?? ''
  const partners = rows.map(({ id }) => id)
  const numbers = sql`generate_series(1, ${sql.lit(size)}) n`
  await sql`INSERT INTO video (id, owner_id, registered_by, title, search_text, created_at, updated_at)
    SELECT ${uuid('n', '000')}, ${owner}::uuid, ${owner}::uuid, 't' || n, 't' || n, now(), now() FROM ${numbers}`.execute(
    db,
  )
  await sql`UPDATE video_gate SET changes_on = 'infinity', state = 'missing'`.execute(db)
  await sql`INSERT INTO channel (id, owner_id, name, created_at)
    SELECT ${uuid('n', '001')}, ${owner}::uuid, 'c' || n, now() FROM ${numbers}`.execute(db)
  await sql`INSERT INTO video_share (id, video_id, owner_id, recipient_id, created_by, created_at)
    SELECT ${uuid('n', '002')}, ${uuid('n', '000')}, ${owner}::uuid,
      (CASE WHEN n % 20 = 0 THEN ${recipient} ELSE ${others[1]} END)::uuid, ${owner}::uuid, now() FROM ${numbers}`.execute(
    db,
  )
  await sql`INSERT INTO video_share (id, video_id, owner_id, partner_id, reference, channel_id, created_by, created_at)
    SELECT ${uuid('n', '003')}, ${uuid('n', '000')}, ${owner}::uuid, (${partners}::uuid[])[1 + n % 4], 'r' || n,
      ${uuid('n', '001')}, ${owner}::uuid, now() FROM generate_series(1, ${sql.lit(ofPartner)}) n`.execute(db)
  await sql`INSERT INTO publication (id, video_id, channel_id, started_on, created_by, created_at, updated_at)
    SELECT ${uuid('n', '004')}, ${uuid('n', '000')}, ${uuid('n', '001')}, now(), ${owner}::uuid, now(), now() FROM ${numbers}`.execute(
    db,
  )
  await sql`INSERT INTO takedown (id, number, kind, way, received_at, due_at)
    SELECT ${uuid('n', '005')}, 'T' || n, 'provider', 'form', now(), now() FROM ${numbers}`.execute(db)
  await sql`INSERT INTO takedown_stop (takedown_id, publication_id)
    SELECT ${uuid('n', '005')}, ${uuid('n', '004')} FROM ${numbers}`.execute(db)
  await database.analyze()
})

const member = () => testActor('user', recipient)
const change = { rtype: 'video', rid: video } as Parameters<typeof findChangedShares>[1][number] // what the query reads

test.each<[string, string, number, () => Promise<unknown>]>([
  [
    'a page of the videos that are shared with an organisation',
    'video_share',
    60,
    () =>
      findShared(database.db, member(), {
        at,
        condition: sql`s.recipient_id = ${recipient}::uuid`,
        order: sql`ORDER BY s.id DESC LIMIT 51`,
      }),
  ],
  [
    'the shares of a video',
    'video_share',
    10,
    () => findSharesOf(database.db, member(), { videoId: video, at }),
  ],
  ['the shares that a change concerns', 'video_share', 10, () => findChangedShares(database.db, [change])],
  [
    'a page of the titles of a partner',
    'video_share',
    60,
    () => findTitles(database.db, partner, { before: undefined, limit: 51 }),
  ],
  ['a title by its reference', 'video_share', 5, () => getTitleRow(database.db, partner, 'r100')],
  [
    'the stops of a title',
    'takedown_stop',
    5,
    () => findTitleStops(database.db, { video_id: video, channel_id: channel }),
  ],
  ['the readiness to report', 'video_share', ofPartner + 10, () => reportReadiness(database.db)],
])('%s: reads no whole table', async (_, table, most, act) => {
  expect(rowsRead(await database.plansOf(act), table)).toBeLessThanOrEqual(most)
})

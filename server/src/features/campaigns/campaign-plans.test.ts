import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { singleKey } from '../../platform/crypto/encrypted-box.ts'
import { createCursorCodec } from '../../platform/lists/cursor.ts'
import { createExplainedDatabase, rowsRead } from '../../testing/app/explained-database.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { testReader } from '../../testing/app/test-actor.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import type { CampaignServices } from './campaign-services.ts'
import { findDueItems } from './campaigns-repository.ts'
import { listCampaigns } from './list-campaigns.ts'

/** Campaigns of two organisations, each with as many performers. */
const size = 4000
const each = 10
const perPage = 51
/** The most rows that counting up to the bound reads: every second one may belong to another organisation. */
const bound = 2 * 1001

const database = useStarted(createExplainedDatabase)
const clock = new TestClock('2026-06-01T00:00:00Z')
let owner: string

beforeAll(async () => {
  const { db } = database
  owner = await insertAccountRow(db)
  await sql`UPDATE organisation SET approved_at = now() WHERE id = ${owner}`.execute(db)
  const other = await insertAccountRow(db)
  const rows = Array.from({ length: each }, () => performerRow(owner))
  const performers = rows.map(({ id }) => id)
  await insertPerformerRows(db, rows)
  await sql`INSERT INTO campaign (id, owner_id, name, asks, language, created_by, created_at, reminder_days, reminders)
    SELECT gen_random_uuid(), o::uuid, '更新', 'page', 'ja', o::uuid, now(), 7, 1
    FROM generate_series(1, ${sql.lit(size)}) n, LATERAL (SELECT CASE WHEN n % 2 = 0 THEN ${owner} ELSE ${other} END AS o) owners`.execute(
    db,
  )
  await sql`INSERT INTO campaign_item (campaign_id, performer_id, asks, state, sent_at, ended_at)
    SELECT c.id, p, 'page', 'done', now(), now() FROM campaign c, unnest(${performers}::uuid[]) p`.execute(db)
  await sql`UPDATE campaign_item SET state = 'waiting', sent_at = NULL, ended_at = NULL, next_at = '2026-05-01'
    WHERE campaign_id = (SELECT id FROM campaign WHERE owner_id = ${owner} ORDER BY id LIMIT 1)`.execute(db)
  await database.analyze()
}, 120_000)

const list = (role: 'admin' | 'user') => {
  const cursors = createCursorCodec(singleKey(randomBytes(32)))
  const services = { clock, db: database.db, cursors } as unknown as CampaignServices // what the list reads
  const { scope, ...actor } = testReader(role, owner)
  return listCampaigns(services, { actor, scope }, {})
}

test.each(['admin', 'user'] as const)(
  'a page of campaigns, listed for %s, counts only the performers of the campaigns on it',
  async (role) => {
    expect((await list(role)).body).toHaveLength(50)
    const nodes = await database.plansOf(() => list(role))
    expect(rowsRead(nodes, 'campaign')).toBeLessThanOrEqual(perPage + bound)
    expect(rowsRead(nodes, 'campaign_item')).toBeLessThanOrEqual(perPage * each)
  },
)

test('the job finds what is due without reading what has ended', async () => {
  expect(await findDueItems(database.db, clock.now(), 100)).toHaveLength(each)
  const nodes = await database.plansOf(() => findDueItems(database.db, clock.now(), 100))
  expect(rowsRead(nodes, 'campaign_item')).toBe(each)
})

import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createExplainedDatabase, rowsRead } from '../../testing/app/explained-database.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { testReader } from '../../testing/app/test-actor.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { findAuditEntries } from '../audit/audit-repository.ts'
import { countOpenTakedowns } from '../takedowns/list-takedowns.ts'
import { dashboardCharts } from './dashboard-charts.ts'

const clock = new TestClock('2026-06-01T00:00:00Z')
const database = useStarted(createExplainedDatabase)
let owner: string
const video = newId()

beforeAll(async () => {
  const { db } = database
  owner = await insertAccountRow(db)
  const performer = performerRow(owner)
  await insertPerformerRows(db, [performer])
  // A few old changes, followed by many views, as after months of use.
  await sql`INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, owner, writer, wseq, ip_commit, details_commit,
      leaf, mac)
    SELECT ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, n, ${owner}::uuid,
      CASE WHEN n <= 40 THEN (ARRAY['create', 'update', 'verify'])[1 + n % 3] WHEN n % 9 = 0 THEN 'login' ELSE 'read' END,
      'performer', ${performer.id}, ${owner}::uuid, ${newId()}::uuid, n, '', '', '', ''
    FROM generate_series(1, 30000) n`.execute(db)
  await sql`INSERT INTO document_version (id, performer_id, type, version, is_current, status, filename, mime_type, size,
      received_size, received_sha256, stored_sha256, object_key, object_bytes, uploaded_by, uploaded_at, decided_at)
    SELECT gen_random_uuid(), ${performer.id}::uuid, 'selfie', n, false, 'verified', '', 'image/png', 1, 1, '', '',
      ${randomBytes(8).toString('hex')} || n, 1, ${owner}::uuid,
      '2026-05-31'::timestamptz - n * interval '1 hour', '2026-06-01'::timestamptz - n * interval '1 hour'
    FROM generate_series(1, 20000) n`.execute(db)
  // A few open requests among many closed ones, as after years of use.
  await sql`INSERT INTO video (id, owner_id, title, search_text, registered_by, created_at, updated_at)
    VALUES (${video}, ${owner}, '見本', '', ${owner}, now(), now())`.execute(db)
  await sql`INSERT INTO takedown (id, number, kind, state, way, video_id, owner_id, received_at, due_at, closed_at)
    SELECT gen_random_uuid(), 'T-' || n, 'cancellation', CASE WHEN n <= 5 THEN 'held' ELSE 'completed' END, 'form',
      ${video}::uuid, ${owner}::uuid, '2026-05-01', '2026-05-02', CASE WHEN n > 5 THEN timestamptz '2026-05-02' END
    FROM generate_series(1, 20000) n`.execute(db)
  await database.analyze()
}, 120_000)

test.each(['user', 'admin'] as const)('the recent changes of a %s read no views', async (role) => {
  const reader = testReader(role, owner)
  const nodes = await database.plansOf(() =>
    findAuditEntries(database.db, reader, { recentChanges: true }, { limit: 10 }),
  )
  expect(rowsRead(nodes, 'audit_event')).toBeLessThan(150)
})

test('the time to decision reads the decisions of the last 30 days only', async () => {
  const services = { db: database.db, clock }
  const nodes = await database.plansOf(() => dashboardCharts(services))
  expect(nodes.map((node) => node['Index Name'])).toContain('document_decided')
  expect(rowsRead(nodes, 'document_version')).toBeLessThan(30 * 24 + 10)
})

test.each(['user', 'admin'] as const)(
  'the open requests of the titles of a %s are counted without reading the closed ones',
  async (role) => {
    const services = { db: database.db, clock }
    const reader = testReader(role, owner)
    const nodes = await database.plansOf(async () => {
      expect(await countOpenTakedowns(services, reader)).toEqual({ open: 5, overdue: 5 })
    })
    expect(rowsRead(nodes, 'takedown')).toBeLessThan(30)
  },
)

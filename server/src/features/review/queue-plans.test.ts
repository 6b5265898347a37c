import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { singleKey } from '../../platform/crypto/encrypted-box.ts'
import { createCursorCodec } from '../../platform/lists/cursor.ts'
import { createExplainedDatabase, rowsRead } from '../../testing/app/explained-database.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { scopeOfTest, testActor } from '../../testing/app/test-actor.ts'
import { TestClock } from '../../testing/app/test-clock.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { listCases } from './list-cases.ts'

const clock = new TestClock('2026-06-01T00:00:00Z')
const database = useStarted(createExplainedDatabase)
let services: Parameters<typeof listCases>[0]
let owner: string

beforeAll(async () => {
  const { db } = database
  services = { db, clock, cursors: createCursorCodec(singleKey(randomBytes(32))) }
  owner = await insertAccountRow(db)
  const other = await insertAccountRow(db)
  const rows = Array.from({ length: 3000 }, (_, n) =>
    performerRow(n % 2 ? owner : other, {
      pending_since: new Date(Date.UTC(2026, 0, 1) + n * 60_000),
      id_kind: n % 500 === 7 ? 'passport' : 'drivers_license',
      resubmitted: n % 15 === 1,
    }),
  )
  await insertPerformerRows(db, rows)
  await database.analyze()
}, 120_000)

for (const role of ['admin', 'user'] as const) {
  test.each([
    { index: 'waiting' },
    { waitedFrom: 3, waitedTo: 60, index: 'waiting' },
    { idKind: 'passport' as const, index: 'waiting' },
    { resubmitted: 'true' as const, index: 'resub' },
  ])(
    `${role}: a page of the queue with %j reads its rows from an index of the queue`,
    async ({ index, ...query }) => {
      const list = { actor: testActor('admin', owner), scope: scopeOfTest(testActor(role, owner)) }
      const nodes = await database.plansOf(() => listCases(services, list, { ...query, limit: 20 }))
      const page = nodes.filter(
        (node) => node['Node Type'] === 'Index Scan' && node['Relation Name'] === 'performer',
      )
      expect(page.map((node) => node['Index Name'])).toEqual([expect.stringContaining(index)])
      // Of the owner of half of the queue, also those of the others, if the planner uses the index of all.
      expect(rowsRead(page, 'performer')).toBeLessThanOrEqual(2 * 21)
    },
  )
}

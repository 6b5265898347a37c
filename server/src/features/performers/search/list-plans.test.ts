import { randomBytes } from 'node:crypto'
import { performerStatuses } from '@kyc/contract/document-vocabulary.ts'
import { limits } from '@kyc/contract/limits.ts'
import { performerSorts } from '@kyc/contract/performers.ts'
import { beforeAll, expect, test } from 'vitest'
import { singleKey } from '../../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { AccountId } from '../../../platform/ids.ts'
import { createCursorCodec } from '../../../platform/lists/cursor.ts'
import { createExplainedDatabase, type PlanNode, rowsRead } from '../../../testing/app/explained-database.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../../testing/app/performer-rows.ts'
import { scopeOfTest, testActor } from '../../../testing/app/test-actor.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import type { Actor } from '../../access/actor.ts'
import { personalOf } from '../../access/scope.ts'
import { checkPerformer } from '../check-performer.ts'
import { countPerformers } from './count-performers.ts'
import { listPerformers as list } from './list-performers.ts'

const clock = new TestClock('2026-06-01T00:00:00Z')
const database = useStarted(createExplainedDatabase)
let db: Db
const listPerformers = (actor: Actor, query: Parameters<typeof list>[2]) =>
  list(services, scopeOfTest(actor), query)
let services: Parameters<typeof list>[0]
let owner: AccountId

/** Enough rows that reading them all would cost more than any index. */
const size = 12_000

beforeAll(async () => {
  db = database.db
  services = {
    db,
    clock,
    cursors: createCursorCodec(singleKey(randomBytes(32))),
  }
  owner = await insertAccountRow(db)
  const other = await insertAccountRow(db)
  const rows = Array.from({ length: size }, (_, n) =>
    performerRow(n % 2 ? owner : other, {
      last_name: `${'山川田中高木鈴佐藤野'[n % 10]}${'本村上下口原島崎橋'[n % 9]}`,
      last_name_roman: `R${(n * 7919) % size}`,
      status: performerStatuses[n % 3]!,
      created_at: new Date(Date.UTC(2026, 0, 1) + n * 60_000),
      updated_at: new Date(Date.UTC(2026, 2, 1) + ((n * 7907) % size) * 60_000),
      date_of_birth: `19${50 + (n % 50)}-01-01`,
      pending_since: n % 300 === 1 ? new Date(Date.UTC(2026, 3, 1) + n * 60_000) : null,
      expires_on: n % 50 === 0 ? '2026-06-10' : '2031-01-01',
      external_id: `X-${n}`,
      ...(n < 20 ? { first_name: '椿' } : {}),
    }),
  )
  await insertPerformerRows(db, rows)
  await database.analyze()
}, 120_000)

/** The rows of a page, and those of its total. */
const [ofPage, ofTotal] = [limits.page.size + 1, limits.countBound + 1]

for (const role of ['admin', 'user'] as const) {
  const plansOfList = (query: Parameters<typeof list>[2], setting?: string) =>
    database.plansOf(() => listPerformers(testActor(role, owner), query), setting)

  for (const sort of performerSorts) {
    for (const status of [undefined, ...performerStatuses]) {
      test(`${role}, ${sort}, ${status ?? 'any status'}: a page and its total read a bounded number of rows`, async () => {
        const query = { sort, status, limit: limits.page.size }
        const { next } = await listPerformers(testActor(role, owner), query)
        const nodes = await plansOfList({ ...query, cursor: next ?? undefined })
        // A status is a third of the rows: in another order, more are read until the page is full.
        expect(rowsRead(nodes, 'performer')).toBeLessThanOrEqual(20 * ofPage + ofTotal)
      })
    }
  }

  test.each([
    { search: '椿', index: 'performer_grams' },
    { search: '山本 椿', index: 'performer_grams' },
    { search: 'r1234', index: 'performer_grams' },
    { search: 'x-11999', index: 'external_key' },
    { expiring: 'true' as const, index: 'expir' },
    { waiting: 'true' as const, sort: 'name' as const, index: 'waiting' },
    { waiting: 'true' as const, waitedFrom: 10, waitedTo: 40, index: 'waiting' },
  ])(`${role}: an index finds the performers of the list with %j`, async ({ index, ...query }) => {
    // With so few rows the planner may read them all; the test shows that an index can serve the search.
    const nodes = await plansOfList(query, 'enable_seqscan = off')
    expect(nodes.map((node) => node['Index Name'] ?? '').join(' ')).toContain(index)
    expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && isPerformer(node))).toEqual([])
  })

  // The second search matches all names.
  test.each([undefined, '山本 椿', 'r'])(
    `${role}: the counts by state read at most the bound of each, with the search %s`,
    async (search) => {
      const nodes = await database.plansOf(
        () => countPerformers(services, scopeOfTest(testActor(role, owner)), { search }),
        'enable_seqscan = off',
      )
      // Five counts: of three statuses with a third of the rows each, and of the few that wait or expire.
      expect(rowsRead(nodes, 'performer')).toBeLessThanOrEqual(5 * ofTotal)
    },
  )
}

test('performers with the same name and date of birth are found by an index of their owner', async () => {
  const body = { lastName: '見本', firstName: '花子', date_of_birth: '1990-01-01' }
  const nodes = await database.plansOf(() => checkPerformer({ db, clock }, personalOf(owner), body))
  expect(nodes.map((node) => node['Index Name'])).toContain('performer_owner_birth')
  expect(nodes.filter((node) => node['Node Type'] === 'Seq Scan' && isPerformer(node))).toEqual([])
})

function isPerformer(node: PlanNode): boolean {
  return node['Relation Name'] === 'performer'
}

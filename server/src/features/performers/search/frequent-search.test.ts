import { randomBytes } from 'node:crypto'
import { performerSorts } from '@kyc/contract/performers.ts'
import { beforeAll, expect, test } from 'vitest'
import { singleKey } from '../../../platform/crypto/encrypted-box.ts'
import { createCursorCodec } from '../../../platform/lists/cursor.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../../testing/app/performer-rows.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useDatabase } from '../../../testing/app/test-database.ts'
import { personalOf, type Scope } from '../../access/scope.ts'
import { listPerformers } from './list-performers.ts'

const clock = new TestClock('2026-06-01T00:00:00Z')
const database = useDatabase()
let services: Parameters<typeof listPerformers>[0]
/** Owns 5,940 of the 6,000 rows. */
let scope: Scope

beforeAll(async () => {
  services = {
    db: database.db,
    clock,
    cursors: createCursorCodec(singleKey(randomBytes(32))),
  }
  const owner = await insertAccountRow(database.db)
  const other = await insertAccountRow(database.db)
  const many = Array.from({ length: 6000 }, (_, n) =>
    performerRow(n % 100 ? owner : other, {
      last_name: '鈴木',
      last_name_roman: 'SUZUKI',
      created_at: new Date(Date.UTC(2026, 0, 1) + n * 1000),
      // The oldest hundred match; a walk reaches them last.
      ...(n < 100 ? { first_name: '椿', first_name_roman: 'Tsubaki', expires_on: '2026-01-01' } : {}),
    }),
  )
  await insertPerformerRows(database.db, many)
  scope = { organisation: personalOf(owner), namesFor: owner }
})

/** The ids and totals of every page, following the cursors as a browser does. */
async function walk(query: Parameters<typeof listPerformers>[2]) {
  const ids: string[] = []
  const totals = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const page = await listPerformers(services, scope, { ...query, cursor })
    ids.push(...page.performers.map((performer) => performer.id))
    totals.add(`${page.total} ${page.exact}`)
    if (!page.next) return { ids, totals: [...totals] }
    cursor = page.next
  }
}

test.each<Parameters<typeof listPerformers>[2]>([
  { search: '椿' },
  { search: 'tsuba' },
  { search: '鈴木 椿' },
  { search: '椿', status: 'pending' },
])('finds rare and old rows by %o', async (query) => {
  const found = await walk({ ...query, limit: 30 })
  expect(found.ids).toHaveLength(99)
  expect(found.totals).toEqual(['99 true'])
})

test('counts a long list up to the bound and reports the total as inexact', async () => {
  const found = await listPerformers(services, scope, { search: '鈴' })
  expect([found.total, found.exact, found.performers.length]).toEqual([1000, false, 50])
  const all = await listPerformers(services, scope, {})
  expect([all.total, all.exact]).toEqual([1000, false])
})

test('finds documents that expired long ago in every order', async () => {
  for (const sort of performerSorts) {
    const found = await walk({ expiring: 'true', sort, limit: 40 })
    expect(found.totals).toEqual(['99 true'])
    expect(found.ids).toHaveLength(99)
  }
})

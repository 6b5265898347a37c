import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { performerStatuses } from '@kyc/contract/document-vocabulary.ts'
import { type PerformerSort, performerSorts } from '@kyc/contract/performers.ts'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { singleKey } from '../../../platform/crypto/encrypted-box.ts'
import { createCursorCodec } from '../../../platform/lists/cursor.ts'
import {
  insertAccountRow,
  insertPerformerRows,
  performerRow,
  sealedColumns,
} from '../../../testing/app/performer-rows.ts'
import { scopeOfTest, testActor } from '../../../testing/app/test-actor.ts'
import { TestClock } from '../../../testing/app/test-clock.ts'
import { useDatabase } from '../../../testing/app/test-database.ts'
import type { Actor } from '../../access/actor.ts'
import { listPerformers as list } from './list-performers.ts'

type Row = ReturnType<typeof performerRow>

const clock = new TestClock('2026-06-01T00:00:00Z')
const families = ['山田', '髙橋', '高橋', '渡邉', '渡辺', '斎藤']
const romans = ['YAMADA', 'Takahashi', 'TAKAHASHI', 'Watanabe', 'Ｗatanabe', 'Saito']
const database = useDatabase()
const listPerformers = (actor: Actor, query: Parameters<typeof list>[2]) =>
  list(services, scopeOfTest(actor), query)
let services: Parameters<typeof list>[0]
let owners: string[]
const rows: Row[] = []

beforeAll(async () => {
  services = {
    db: database.db,
    clock,
    cursors: createCursorCodec(singleKey(randomBytes(32))),
  }
  owners = await Promise.all([0, 1, 2].map(() => insertAccountRow(database.db)))
  for (let n = 0; n < 260; n++) rows.push(manyTies(n))
  rows.push(performerRow(owners[0]!, sealedColumns(clock.now())))
  await insertPerformerRows(database.db, rows)
})

/** Few values in each column, so that most rows tie with others in every order. */
function manyTies(n: number): Row {
  const at = (days: number) => new Date(Date.UTC(2026, 4, 1 + days))
  return performerRow(owners[n % 3]!, {
    last_name: families[n % 6]!,
    first_name: ['花子', '太郎', '葵'][n % 3]!,
    last_name_roman: romans[n % 6]!,
    first_name_roman: ['Hanako', 'Taro', 'Aoi'][n % 3]!,
    status: performerStatuses[(n * 7) % 4]!,
    created_at: at(n % 5),
    updated_at: at((n * 3) % 4),
    pending_since: n % 2 ? at((n * 2) % 5) : null,
    expires_on: [null, '2026-05-01', '2026-07-01', '2026-07-02', '2030-01-01'][n % 5]!,
    external_id: n % 4 === 0 ? `EXT-${n}` : null,
  })
}

function actorOf(role: 'user' | 'admin', id = owners[1]!): Actor {
  return testActor(role, id)
}

const ranks = { pending: 0, rejected: 1, approved: 2, draft: 3 } as const
const byText = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const orders: Record<PerformerSort, (one: Row, other: Row) => number> = {
  '-createdAt': (a, b) => Number(b.created_at) - Number(a.created_at) || byText(b.id, a.id),
  createdAt: (a, b) => Number(a.created_at) - Number(b.created_at) || byText(a.id, b.id),
  name: (a, b) => byText(a.sort_name, b.sort_name) || byText(a.id, b.id),
  '-updatedAt': (a, b) => Number(b.updated_at) - Number(a.updated_at) || byText(b.id, a.id),
  status: (a, b) =>
    ranks[a.status ?? 'pending'] - ranks[b.status ?? 'pending'] ||
    Number(a.created_at) - Number(b.created_at) ||
    byText(a.id, b.id),
  waiting: (a, b) => Number(a.pending_since) - Number(b.pending_since) || byText(a.id, b.id),
}

type Query = Parameters<typeof list>[2]

/** Every page, following the cursors as a browser does. */
async function walk(actor: Actor, query: Query) {
  const ids: string[] = []
  const totals = new Set<string>()
  for (let cursor: string | undefined; ; ) {
    const page = await listPerformers(actor, { ...query, cursor })
    ids.push(...page.performers.map((performer) => performer.id))
    totals.add(`${page.total} ${page.exact}`)
    if (!page.next) return { ids, totals: [...totals] }
    expect(page.performers).toHaveLength(query.limit ?? 50)
    expect(page.next.length).toBeLessThanOrEqual(500)
    cursor = page.next
  }
}

const filters: { name: string; query: Query; keeps: (row: Row) => boolean }[] = [
  { name: 'everything', query: {}, keeps: () => true },
  ...performerStatuses.map((status) => ({
    name: status,
    query: { status },
    keeps: (row: Row) => row.status === status,
  })),
  { name: 'waiting', query: { waiting: 'true' }, keeps: (row) => row.pending_since !== null },
  {
    name: 'waiting and rejected',
    query: { waiting: 'true', status: 'rejected' },
    keeps: (row) => row.pending_since !== null && row.status === 'rejected',
  },
  {
    name: 'expiring',
    query: { expiring: 'true' },
    keeps: (row) => row.expires_on === '2026-05-01' || row.expires_on === '2026-07-01',
  },
  { name: 'a frequent search', query: { search: '高橋' }, keeps: (row) => /[髙高]橋/.test(row.last_name) },
  {
    name: 'a search of one character with a status',
    query: { search: '子', status: 'approved' },
    keeps: (row) => row.first_name === '花子' && row.status === 'approved',
  },
  {
    name: 'a search of two words among the expiring',
    query: { search: 'aoi wata', expiring: 'true' },
    keeps: (row) => /watanabe aoi/.test(row.sort_name) && /2026-0(5-01|7-01)/.test(row.expires_on ?? ''),
  },
  {
    name: 'the start of an external id',
    query: { search: 'ｅｘｔ-1' },
    keeps: (row) => row.external_id?.startsWith('EXT-1') === true,
  },
]

describe.each(['admin', 'user'] as const)('the list of %s', (role) => {
  describe.each(filters)('$name', ({ query, keeps }) => {
    test.each(performerSorts)('sorted by %s, its pages contain each row once, in order', async (sort) => {
      const actor = actorOf(role)
      const expected = rows
        .filter((row) => !row.sealed_at && (role === 'admin' || row.owner_id === actor.id) && keeps(row))
        .filter((row) => sort !== 'waiting' || row.pending_since !== null)
        .toSorted(orders[sort])
        .map((row) => row.id)
      const found = await walk(actor, { ...query, sort, limit: 7 })
      expect(found.ids).toEqual(expected)
      expect(found.totals).toEqual([`${expected.length} true`])
    })
  })
})

test('a cursor reveals no names and works only in its own list', async () => {
  const actor = actorOf('admin')
  const { next } = await listPerformers(actor, { sort: 'name', limit: 3 })
  expect(Buffer.from(next ?? '', 'base64url').toString('latin1')).not.toMatch(/saito|takahashi/i)
  for (const query of [
    { sort: '-createdAt' },
    { sort: 'name', status: 'pending' },
    { sort: 'name', search: 'a' },
  ]) {
    const reuse = listPerformers(actor, { ...(query as Query), cursor: next ?? '' })
    await expect(reuse).rejects.toMatchObject({ code: 'CURSOR_INVALID' })
  }
})

test('rows added or deleted between two pages neither repeat nor hide others', async () => {
  const actor = actorOf('user', owners[2]!)
  const before = await walk(actor, { sort: '-createdAt', limit: 5 })
  const first = await listPerformers(actor, { sort: '-createdAt', limit: 5 })
  const added = performerRow(owners[2]!, { created_at: clock.now() })
  await insertPerformerRows(database.db, [added])
  const second = await listPerformers(actor, { sort: '-createdAt', limit: 5, cursor: first.next! })
  expect(second.performers.map((performer) => performer.id)).toEqual(before.ids.slice(5, 10))
  await database.db
    .updateTable('performer')
    .set(sealedColumns(clock.now()))
    .where('id', 'in', [added.id, before.ids[4]!])
    .execute()
  rows.find((row) => row.id === before.ids[4])!.sealed_at = clock.now()
  const again = await listPerformers(actor, { sort: '-createdAt', limit: 5, cursor: first.next! })
  expect(again.performers.map((performer) => performer.id)).toEqual(before.ids.slice(5, 10))
})

test('the migration folds stored search texts like a new search does', async () => {
  const row = performerRow(owners[0]!, { last_name: '関ヶ原', first_name: 'みづき' })
  const earlier = '関ゖ原みづき'
  const grams = [
    ...earlier,
    ...Array.from(earlier).flatMap((character, n, all) => (n ? [all[n - 1]! + character] : [])),
  ]
  await insertPerformerRows(database.db, [{ ...row, search_text: earlier, search_grams: grams }])
  const search = { search: '関け原みずき' }
  expect((await listPerformers(actorOf('admin'), search)).total).toBe(0)
  const migration = await readFile(new URL('../../../../migrations/0010_kana.sql', import.meta.url), 'utf8')
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  await owner.query(migration.slice(migration.indexOf('CREATE FUNCTION')))
  await owner.end()
  expect((await listPerformers(actorOf('admin'), search)).total).toBe(1)
  await database.db
    .updateTable('performer')
    .set(sealedColumns(clock.now()))
    .where('id', '=', row.id)
    .execute()
})

test.each(['%', '_', '%高%', '\\', '山_', "'", '"', '$1'])('%s in a search is literal', async (search) => {
  const { total } = await listPerformers(actorOf('admin'), { search })
  expect(total).toBe(0)
})

test('a search of spaces is no search', async () => {
  const all = await listPerformers(actorOf('admin'), {})
  const spaces = await listPerformers(actorOf('admin'), { search: '' })
  expect(spaces.total).toBe(all.total)
})

import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listPerformers as endpoint } from '@kyc/contract/performers.ts'
import { createListPerformers } from '@kyc/server/features/performers/list-performers.ts'
import { systemClock } from '@kyc/server/platform/clock.ts'
import { createCursorCodec } from '@kyc/server/platform/cursor.ts'
import type { Tables } from '@kyc/server/platform/db/tables.ts'
import { testActor } from '@kyc/server/testing/test-actor.ts'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { withSeededDatabase } from './bench-database.ts'
import type { Seed } from './seed-performers.ts'

/** How long the database works for one page of the list, by EXPLAIN ANALYZE: `node bench/searches.ts [performers]`. */

type Query = QueryOf<typeof endpoint>
interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

const lists: Query[] = [
  {},
  { sort: 'createdAt' },
  { sort: 'name' },
  { sort: '-updatedAt' },
  { sort: 'status' },
  { status: 'pending' },
  { status: 'rejected', sort: 'name' },
  { status: 'approved', sort: '-updatedAt' },
  { expiring: 'true' },
  { expiring: 'true', sort: '-updatedAt' },
]
const searches = [
  '佐',
  '佐藤',
  '佐藤 花子',
  '勅使河原',
  '綾',
  '椿',
  '勅使河原椿',
  'k',
  'ka',
  'kak',
  'zzz',
  '龘',
  'SG-',
  'SG-00000300',
  'SG-000003',
]
const sorted: Query[] = [
  { search: '勅使', sort: 'name' },
  { search: '佐', status: 'rejected' },
  { search: '佐', status: 'pending', sort: 'name' },
]

async function main(): Promise<void> {
  const count = Number(process.argv[2] ?? 100_000)
  await withSeededDatabase(count, ({ ownerUrl }, seed) => printTimes(ownerUrl, seed))
}

/** The worst of a few runs, once the pages are in memory. */
export async function printTimes(ownerUrl: string, seed: Seed): Promise<void> {
  const asked: Statement[] = []
  pg.types.setTypeParser(pg.types.builtins.INT8, Number) // as the server's own pool does
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4 })
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      asked.push({ sql: query.sql, parameters: query.parameters })
    },
  })
  const services = { db, clock: systemClock, cursors: createCursorCodec(randomBytes(32)) }
  const people = {
    admin: testActor('admin', seed.admin),
    large: testActor('user', seed.largeOwner),
    small: testActor('user', seed.smallOwner),
  }
  console.log(`${seed.performers} performers; page and total, in ms at the database (statements)`)
  console.log(row('list', Object.keys(people)))
  for (const query of [...lists, ...searches.map((search): Query => ({ search })), ...sorted]) {
    const cells: string[] = []
    for (const actor of Object.values(people)) {
      const list = createListPerformers(services)
      await list(actor, { search: 'x' }) // reads the statistics
      asked.length = 0
      await list(actor, query)
      const statements = [...asked]
      cells.push(await time(pool, statements))
    }
    console.log(row(JSON.stringify(query), cells))
  }
  await db.destroy()
}

/** Processor time of the backend, planning included: on a busy machine the clock on the wall tells little. */
async function time(pool: pg.Pool, statements: Statement[]): Promise<string> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const times: number[] = []
    for (const { sql, parameters } of statements) {
      await client.query(sql, [...parameters])
      const before = processorTime(rows[0]?.pid)
      for (let run = 0; run < runs; run++) await client.query(sql, [...parameters])
      times.push((processorTime(rows[0]?.pid) - before) / runs)
    }
    const sum = times.reduce((total, each) => total + each, 0)
    return `${sum.toFixed(2)} (${times.map((each) => each.toFixed(2)).join(' + ')})`
  } finally {
    client.release()
  }
}

const runs = 10

/** Milliseconds; Linux counts them by process. */
function processorTime(pid: number | undefined): number {
  const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(nanoseconds) / 1e6
}

function row(first: string, cells: string[]): string {
  return [first.padEnd(46), ...cells.map((cell) => cell.padEnd(32))].join(' ')
}

if (import.meta.main) await main()

import { valueTypes } from '@kyc/server/platform/db/database.ts'
import type { Tables } from '@kyc/server/platform/db/tables.ts'
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** The cost of one call at the database. */
export interface Cost {
  /** The minimum of a few runs with warm caches; other load on the machine can only add to it. */
  readonly ms: number
  /** The milliseconds of each run. */
  readonly runs: readonly number[]
  /** Big tables that were read sequentially. */
  readonly scanned: readonly string[]
}

/** A database that records the product's statements in order to explain them. */
export interface Explainer {
  readonly db: Kysely<Tables>
  /** Runs `act` on `db`, then explains each statement that it sent. */
  costOf(act: () => Promise<unknown>): Promise<Cost>
  close(): Promise<void>
}

const runs = 7
const bigTable = 10_000

export async function createExplainer(ownerUrl: string): Promise<Explainer> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 4, types: valueTypes })
  const recorded: CompiledQuery[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void recorded.push(query),
  })
  const { rows } = await pool.query<{ relname: string }>(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples >= $1`,
    [bigTable],
  )
  const big = new Set(rows.map(({ relname }) => relname))
  return {
    db,
    close: () => db.destroy(),
    async costOf(act) {
      recorded.length = 0
      await act()
      const plans: Awaited<ReturnType<typeof explain>>[] = []
      for (const query of recorded.splice(0)) plans.push(await explain(pool, query))
      const total = Array.from({ length: runs }, (_, run) =>
        plans.reduce((sum, plan) => sum + (plan.times[run] ?? 0), 0),
      )
      return {
        ms: plans.reduce((sum, plan) => sum + Math.min(...plan.times), 0),
        runs: total,
        scanned: [...new Set(plans.flatMap((plan) => plan.scanned))].filter((table) => big.has(table)),
      }
    },
  }
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly PlanNode[]
}

async function explain(pool: pg.Pool, { sql, parameters }: CompiledQuery) {
  const times: number[] = []
  let scanned: string[] = []
  for (let run = 0; run < runs; run++) {
    const { rows } = await pool.query(`EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${sql}`, [...parameters])
    const [plan] = rows[0]['QUERY PLAN']
    times.push(plan['Execution Time'])
    scanned = sequentialScans(plan.Plan)
  }
  return { times, scanned }
}

function sequentialScans(node: PlanNode): string[] {
  const own = node['Node Type'].includes('Seq Scan') ? [node['Relation Name'] ?? ''] : []
  return [...own, ...(node.Plans ?? []).flatMap(sequentialScans)]
}

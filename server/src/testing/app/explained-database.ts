import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { type Db, valueTypes } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { createTestDatabase } from './test-database.ts'

/** A step of an executed plan, as EXPLAIN ANALYZE reports it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A separate database that records its statements and explains their plans. */
export interface ExplainedDatabase {
  readonly db: Db
  /** Updates the planner's statistics; call it after inserting the rows. */
  analyze(): Promise<void>
  /** The nodes of all plans of the statements that `act` sends. */
  plansOf(act: () => Promise<unknown>, setting?: string): Promise<PlanNode[]>
  close(): Promise<void>
}

export async function createExplainedDatabase(): Promise<ExplainedDatabase> {
  const testDatabase = await createTestDatabase()
  const recorded: { sql: string; parameters: readonly unknown[] }[] = []
  const pool = new pg.Pool({ connectionString: testDatabase.ownerUrl, max: 4, types: valueTypes })
  // Ignored: the pool ends before its connections have closed, and dropping the database terminates them.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      // Transaction statements have no plan.
      if (/^(begin|start|commit)/.test(query.sql)) return
      recorded.push({ sql: query.sql, parameters: query.parameters })
    },
  })
  const withClient = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client = new pg.Client({ connectionString: testDatabase.ownerUrl })
    client.on('error', () => undefined) // as above
    await client.connect()
    return work(client).finally(() => client.end())
  }
  return {
    db,
    analyze: () => withClient(vacuum),
    async plansOf(act, setting = 'enable_seqscan = on') {
      recorded.length = 0
      await act()
      const statements = [...recorded]
      return withClient(async (client) => {
        await client.query(`SET ${setting}`)
        const nodes: PlanNode[] = []
        for (const { sql, parameters } of statements) {
          const { rows } = await client.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`, [...parameters])
          nodes.push(...flatten(rows[0]['QUERY PLAN'][0].Plan))
        }
        return nodes
      })
    },
    async close() {
      await db.destroy()
      await testDatabase.drop()
    },
  }
}

/**
 * Vacuums until all pages are marked as visible, without which index-only scans cost more and other plans are chosen.
 * An analysis by PostgreSQL itself at the same time, also one of the catalogues, keeps VACUUM from marking them.
 */
async function vacuum(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < vacuumAttempts; attempt++) {
    await client.query('VACUUM ANALYZE')
    const { rowCount } = await client.query(unmarkedTables)
    if (rowCount === 0) return
    await sleep(100)
  }
  throw new Error('VACUUM has not marked all pages as visible')
}

const vacuumAttempts = 100
const unmarkedTables = `SELECT FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
  AND relallvisible < relpages`

/** The number of rows of the table that the plans read, returned or filtered out. */
export function rowsRead(nodes: readonly PlanNode[], table: string): number {
  return nodes
    .filter((node) => node['Relation Name'] === table)
    .map((node) => (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'])
    .reduce((sum, rows) => sum + rows, 0)
}

function flatten(node: PlanNode): PlanNode[] {
  // A step that was planned but not executed reads no rows.
  const own = node['Actual Loops'] > 0 ? [node] : []
  return [...own, ...(node.Plans ?? []).flatMap(flatten)]
}

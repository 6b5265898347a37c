import { Kysely, PostgresDialect } from 'kysely'
import { generate, PostgresDialect as Postgres } from 'kysely-codegen'
import pg from 'pg'

/**
 * Returns the source of platform/db/tables.generated.ts for the database at `url`. The types are those of the
 * driver's parsers (`valueTypes`): DATE is text (D53), bigint a number.
 */
export async function generateTables(url: string): Promise<string> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  // Ignored: the pool ends before its connection has closed, and dropping the database terminates it.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  try {
    return await generate({
      db,
      dialect: new Postgres({ dateParser: 'string' }),
      includePattern: 'public.*',
      excludePattern: 'public.schema_migration',
      outFile: null,
      typeMapping: { int8: 'number', jsonb: 'unknown', timestamptz: 'Date' },
    })
  } finally {
    await db.destroy()
  }
}

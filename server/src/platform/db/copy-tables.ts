import type { Readable, Writable } from 'node:stream'
import type pg from 'pg'
import { from, to } from 'pg-copy-streams'

/** A table with the columns that a copy contains: all but generated ones. Both are quoted where necessary. */
export interface CopiedTable {
  /** With its schema. */
  readonly name: string
  readonly columns: readonly string[]
}

/** The tables of the product, by name; a partitioned one as a whole. Unlogged ones are left out: they may be empty at any time. */
export async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name,
            array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
     WHERE c.relkind IN ('r', 'p') AND c.relpersistence = 'p' AND NOT c.relispartition AND n.nspname = 'public'
     GROUP BY 1 ORDER BY 1`,
  )
  return rows
}

/** The rows of a table or of a query in the text format of COPY. `rowCount` is their number at the end. */
export function copyOut(
  client: pg.Client,
  source: CopiedTable | string,
): Readable & { readonly rowCount: number } {
  const query =
    typeof source === 'string' ? source : `SELECT ${source.columns.join(', ')} FROM ${source.name}`
  return client.query(to(`COPY (${query}) TO STDOUT`))
}

/** Inserts rows in the text format of COPY. */
export function copyIn(
  client: pg.Client,
  { name, columns }: CopiedTable,
): Writable & { readonly rowCount: number } {
  return client.query(from(`COPY ${name} (${columns.join(', ')}) FROM STDIN`))
}

import type pg from 'pg'

/**
 * Drops the indexes of a table before it is filled: they are faster built once than grown. Returns how to build them
 * again. Those of constraints stay: other tables refer to them.
 */
export async function dropIndexes(client: pg.Client, table: string): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `SELECT indexname, indexdef FROM pg_indexes WHERE tablename = $1
       AND indexname NOT IN (SELECT conname FROM pg_constraint WHERE conrelid = $1::regclass)`,
    [table],
  )
  for (const { indexname } of rows) await client.query(`DROP INDEX ${indexname}`)
  return async () => {
    await client.query("SET maintenance_work_mem = '512MB'")
    for (const { indexdef } of rows) await client.query(indexdef)
  }
}

import type pg from 'pg'

/**
 * Drops the indexes of a table before a bulk insert and returns a function that rebuilds them, which is
 * faster than maintaining them. Keeps the indexes of constraints, which other tables may reference.
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

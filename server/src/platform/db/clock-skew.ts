import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db } from './database.ts'

/**
 * The clock of this process minus that of the database in milliseconds; 0 if the time of the database lies between
 * query and reply. The clock is read only once, and the duration comes from the monotonic clock: a clock that jumps
 * during the query is detected.
 */
export async function measureSkew({
  clock,
  db,
}: {
  readonly clock: Clock
  readonly db: Db
}): Promise<number> {
  const start = performance.now()
  const { rows } = await sql<{ now: number }>`
    SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a SELECT without a row')
  const answered = clock.now().getTime()
  const asked = answered - (performance.now() - start)
  if (row.now < asked) return asked - row.now
  return row.now > answered ? answered - row.now : 0
}

import { CompiledQuery, sql } from 'kysely'
import type { Db as QueueDatabase } from 'pg-boss'
import type { Db } from '../db/database.ts'

/**
 * The product's own pool for the queues. Their statements may open a transaction in the middle of their text; where
 * one fails, it is ended here, so that nobody gets a connection that somebody else's fault has made useless.
 */
export function poolAdapter(db: Db): QueueDatabase {
  return {
    executeSql: (text, values = []) =>
      db.connection().execute(async (connection) => {
        try {
          const { rows } = await connection.executeQuery(CompiledQuery.raw(text, [...values]))
          return { rows: [...rows] }
        } catch (error) {
          // On a connection that is gone this fails as well; the first failure is the one to tell.
          await sql`ROLLBACK`.execute(connection).catch(() => undefined)
          throw error
        }
      }),
  }
}

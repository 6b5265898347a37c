import type pg from 'pg'
import { PgBoss } from 'pg-boss'

export const outboxSchema = 'pgboss'

/**
 * Creates or migrates the tables of the queues in their own schema, as the owner. Grants the server's role
 * access to their rows only. The caller must hold the migration lock.
 */
export async function installOutbox(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => lastResult(await client.query(text, values)) },
    schema: outboxSchema,
    migrate: true,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => undefined) // stopped before its background work begins
  await boss.start()
  await boss.stop({ graceful: false, close: false })
  await client.query(grants)
}

/** A text with several statements returns several results. */
function lastResult(result: pg.QueryResult | pg.QueryResult[]): pg.QueryResult {
  const last = Array.isArray(result) ? result.at(-1) : result
  if (!last) throw new Error('a statement without a result')
  return last
}

const grants = `
  GRANT USAGE ON SCHEMA ${outboxSchema} TO kyc_app;
  GRANT SELECT, INSERT, UPDATE, DELETE ON ${outboxSchema}.job, ${outboxSchema}.job_common TO kyc_app;
  GRANT SELECT, INSERT, UPDATE ON ${outboxSchema}.queue TO kyc_app;
  GRANT SELECT, UPDATE ON ${outboxSchema}.version TO kyc_app;
  GRANT SELECT, DELETE ON ${outboxSchema}.job_dependency TO kyc_app;`

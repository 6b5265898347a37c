import { day } from '@kyc/contract/durations.ts'
import type { PartnerHealth } from '@kyc/contract/partner-webhooks.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago } from '../../../platform/db/time.ts'

/** The deliveries among which the last success is searched. */
const searched = 1000

interface HealthRow {
  readonly last_success: Date | null
  readonly failures: number
  readonly oldest_waiting: Date | null
  readonly calls: number
  readonly failed_calls: number
}

/** Whether deliveries reach the partner, and whether its calls succeed. */
export async function readHealth(db: Db, partnerId: string): Promise<PartnerHealth> {
  const { rows } = await sql<HealthRow>`
    SELECT
      (SELECT max(ended_at) FROM (SELECT ended_at FROM delivery WHERE partner_id = ${partnerId}::uuid
        AND state = 'delivered' ORDER BY id DESC LIMIT ${searched}) d) AS last_success,
      (SELECT count(*)::int FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id
        WHERE a.at > ${ago(day)} AND a.failure IS NOT NULL AND d.partner_id = ${partnerId}::uuid) AS failures,
      (SELECT created_at FROM delivery WHERE partner_id = ${partnerId}::uuid AND state = 'pending'
        ORDER BY id LIMIT 1) AS oldest_waiting,
      c.calls, c.failed_calls
    FROM (SELECT count(*)::int AS calls, (count(*) FILTER (WHERE status >= 400))::int AS failed_calls
      FROM partner_call WHERE partner_id = ${partnerId}::uuid AND created_at > ${ago(day)}) c`.execute(db)
  const [row] = rows
  if (!row) throw new Error('an aggregate has one row')
  return {
    lastSuccessAt: row.last_success?.toISOString() ?? null,
    failures: row.failures,
    oldestWaitingAt: row.oldest_waiting?.toISOString() ?? null,
    calls: row.calls,
    failedCalls: row.failed_calls,
  }
}

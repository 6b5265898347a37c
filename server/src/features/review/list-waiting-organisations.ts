import type { ReplyOf } from '@kyc/contract/endpoint.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import type { listReviewOrganisations as endpoint } from '@kyc/contract/review.ts'
import { sql } from 'kysely'
import type { PerformerServices } from '../performers/performer-services.ts'

/** The organisations that the queue can be limited to, with their waiting performers. */
export async function listWaitingOrganisations({ db }: PerformerServices): Promise<ReplyOf<typeof endpoint>> {
  const { rows } = await sql<{ id: string; name: string; waiting: number }>`
    SELECT owner.id, owner.name, queue.waiting
    FROM (SELECT owner_id, count(*) AS waiting FROM performer WHERE sealed_at IS NULL AND pending_since IS NOT NULL
        GROUP BY owner_id) queue
      JOIN organisation owner ON owner.id = queue.owner_id
    ORDER BY queue.waiting DESC, owner.id LIMIT ${sql.lit(recordLimits.review.organisations)}`.execute(db)
  return rows.map(({ id, name, waiting }) => ({ id, name, waiting }))
}

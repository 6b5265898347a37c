import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago, interval } from '../../../platform/db/time.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { Problem } from '../../../platform/problem.ts'
import { type Actor, isAuditor } from '../../access/actor.ts'
import { aboutPerformer } from '../../audit/about.ts'
import type { RecordRow } from '../../records/performer-row.ts'
import type { DocumentServices } from '../document-services.ts'

/**
 * Permits an auditor to open the documents of a performer for `limits.opening`. Only the audit entry contains the
 * reason, encrypted; the organisation of the performer sees the entry without it.
 */
export function giveOpeningReason(
  { audit, db }: DocumentServices,
  call: { readonly actor: Actor; readonly request: Pick<RequestInfo, 'ip'> },
  { id, owner_id }: RecordRow,
  reason: string,
): Promise<{ until: string }> {
  return inTransaction(db, async (tx) => {
    const until = await storeOpening(tx, call.actor, id)
    await audit.record(tx, call, 'read', aboutPerformer(id, owner_id), { openingReason: reason })
    return { until }
  })
}

/** Permits the actor to open the performer for `limits.opening` from now, and returns until when. */
export async function storeOpening(tx: Tx, actor: Actor, performerId: string): Promise<string> {
  const { until } = await tx
    .insertInto('document_opening')
    .values({ account_id: actor.id, performer_id: performerId })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'performer_id']).doUpdateSet({ at: sql`now()` }),
    )
    .returning(sql<Date>`at + ${interval(limits.opening)}`.as('until'))
    .executeTakeFirstOrThrow()
  return until.toISOString()
}

export async function requireOpening(db: Db, actor: Actor, performerId: string): Promise<void> {
  if (isAuditor(actor) && !(await openUntil(db, actor, performerId)))
    throw new Problem('OPENING_REASON_REQUIRED')
}

/** Until when the actor may open the performer; null without a valid reason. */
export async function openUntil(db: Db, actor: Actor, performerId: string): Promise<string | null> {
  const row = await db
    .selectFrom('document_opening')
    .select(sql<Date>`at + ${interval(limits.opening)}`.as('until'))
    .where('account_id', '=', actor.id)
    .where('performer_id', '=', performerId)
    .where('at', '>', ago(limits.opening))
    .executeTakeFirst()
  return row?.until.toISOString() ?? null
}

/** Deletes the permissions that have expired (D77); the log keeps the reasons. */
export async function deleteExpiredOpenings(db: Db): Promise<void> {
  await db.deleteFrom('document_opening').where('at', '<=', ago(limits.opening)).execute()
}

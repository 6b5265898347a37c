import { recordLimits } from '@kyc/contract/record-limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { BeforeDecision } from '../../platform/db/tables.ts'
import { ago, interval } from '../../platform/db/time.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { DecisionCall, OpenCase } from './decide-document.ts'

/** Milliseconds for which a decision can be undone and its mails wait (D123). */
export const undoableFor = recordLimits.review.undo + recordLimits.review.undoGrace

/** Stores what undoing a decision restores, in its transaction. `before` is null if the decision cannot be undone. */
export async function storeUndoable(
  tx: Tx,
  { actor }: DecisionCall,
  { at, performer }: Pick<OpenCase, 'at' | 'performer'>,
  { before, mails }: { readonly before: BeforeDecision | null; readonly mails: readonly string[] },
): Promise<void> {
  const row = {
    decided_by: actor.id,
    decided_at: at,
    stored_at: sql<Date>`now()`,
    version: performer.version + 1,
    before: before && JSON.stringify(before),
    mails: [...mails],
  }
  await tx
    .insertInto('undoable_decision')
    .values({ performer_id: performer.id, ...row })
    .onConflict((conflict) => conflict.column('performer_id').doUpdateSet(row))
    .execute()
}

/** The columns that a decision on these versions can change. */
export function beforeDecision(
  performer: OpenCase['performer'],
  documents: OpenCase['documents'],
): BeforeDecision {
  const { status, date_of_birth, id_kind, ever_decided, ever_verified, field_changes } = performer
  return {
    performer: {
      ...{ status, date_of_birth, id_kind, ever_decided, ever_verified, field_changes },
      pending_since: performer.pending_since?.toISOString() ?? null,
    },
    documents: documents.map((document) => ({
      id: document.id,
      status: document.status,
      decided_by: document.decided_by,
      decided_at: document.decided_at?.toISOString() ?? null,
      reject_codes: document.reject_codes,
      reject_message: document.reject_message,
      reject_note: document.reject_note,
      checks: document.checks,
      id_kind: document.id_kind,
      expires_on: document.expires_on,
      no_expiry: document.no_expiry,
      identity_check: document.identity_check,
    })),
  }
}

/** The last decision on a performer, and whether it can still be undone by now. Requires the performer's row lock. */
export function findUndoable(tx: Tx, performerId: string) {
  return tx
    .selectFrom('undoable_decision')
    .selectAll()
    .select(sql<boolean>`clock_timestamp() <= stored_at + ${interval(undoableFor)}`.as('inTime'))
    .where('performer_id', '=', performerId)
    .executeTakeFirst()
}

/** Deletes what nothing can undo any more (D77). */
export async function deletePastDecisions(db: Db): Promise<void> {
  await db.deleteFrom('undoable_decision').where('stored_at', '<', ago(undoableFor)).execute()
}

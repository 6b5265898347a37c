import { day } from '@kyc/contract/durations.ts'
import { type TakedownKind, takedownKinds } from '@kyc/contract/takedown-vocabulary.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/transaction.ts'
import { mailTakedownDue } from '../mails/mail-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'

/** The largest number of requests in one transaction. */
const batch = 20

interface DueTakedown {
  readonly id: string
  readonly number: string
  readonly kind: TakedownKind
  readonly owner_id: string | null
  readonly due_at: Date
}

/**
 * Mails about open requests once when they are due within a day, unless they have only a day in all, and once when they
 * are late. Several processes may run it: each takes rows that no other has locked.
 */
export async function remindOfDue(services: TakedownServices): Promise<void> {
  for (;;) {
    const now = services.clock.now()
    const reminded = await inTransaction(services.db, async (tx) => {
      const { rows } = await sql<DueTakedown>`
        UPDATE takedown SET reminded = CASE WHEN due_at <= ${now} THEN 2 ELSE 1 END WHERE id IN (
          SELECT id FROM takedown WHERE closed_at IS NULL AND due_at <= ${new Date(now.getTime() + day)}
            AND reminded < CASE WHEN due_at <= ${now} THEN 2 ELSE 1 END
          ORDER BY due_at LIMIT ${batch} FOR NO KEY UPDATE SKIP LOCKED)
        RETURNING id, number, kind, owner_id, due_at`.execute(tx)
      for (const row of rows) {
        const isLate = row.due_at <= now
        if (isLate || isLongerThanADay(row.kind)) await mailTakedownDue(services, tx, { ...row, isLate })
      }
      return rows.length
    })
    if (reminded < batch) return
  }
}

/** A request that is due within a day was mailed when it arrived. */
function isLongerThanADay(kind: TakedownKind): boolean {
  const { clock } = takedownKinds[kind]
  return !('hours' in clock) || clock.hours > 24
}

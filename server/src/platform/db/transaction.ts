import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Functions that write require a `Tx`, so that they cannot run outside a transaction; functions that read use
 * a `Db`.
 */
export type Tx = Transaction<Tables>

export const isTx = (db: Db): db is Tx => db.isTransaction

/** `unknown`: the connection was lost during the COMMIT. */
export type Outcome = 'committed' | 'rolledBack' | 'unknown'

/** Whether the database has refused a statement, a COMMIT included, so that its transaction is rolled back; not that it goes away. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code?.startsWith('57P') === false
}

const followUps = new WeakMap<Tx, ((outcome: Outcome) => void)[]>()

/**
 * Runs `act` in one transaction, then the follow-ups of `afterCommit` and `afterEnd`. If `act` throws, the transaction
 * rolls back.
 */
export async function inTransaction<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  const pending: ((outcome: Outcome) => void)[] = []
  let outcome: Outcome = 'rolledBack'
  try {
    const result = await db.transaction().execute(async (tx) => {
      followUps.set(tx, pending)
      const acted = await act(tx)
      outcome = 'unknown' // until the COMMIT is confirmed
      return acted
    })
    outcome = 'committed'
    return result
  } catch (error) {
    if (isRefusal(error)) outcome = 'rolledBack'
    throw error
  } finally {
    for (const followUp of pending) followUp(outcome)
  }
}

/**
 * Runs `followUp` when `tx` has ended; it must not throw.
 * @throws Error if `tx` was not started by `inTransaction`
 */
export function afterEnd(tx: Tx, followUp: (outcome: Outcome) => void): void {
  const pending = followUps.get(tx)
  if (!pending) throw new Error('afterEnd needs a transaction of inTransaction')
  pending.push(followUp)
}

/** `afterEnd` for a transaction that has committed. */
export function afterCommit(tx: Tx, followUp: () => void): void {
  afterEnd(tx, (outcome) => {
    if (outcome === 'committed') followUp()
  })
}

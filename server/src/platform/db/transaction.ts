import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/**
 * Functions that write require a `Tx`, so that they cannot run outside a transaction; functions that read use
 * a `Db`.
 */
export type Tx = Transaction<Tables>

const followUps = new WeakMap<Tx, (() => void)[]>()

/**
 * Runs `act` in one transaction, then the follow-ups of `afterCommit`. If `act` throws, the transaction rolls
 * back.
 */
export async function inTransaction<T>(db: Db, act: (tx: Tx) => Promise<T>): Promise<T> {
  const pending: (() => void)[] = []
  const result = await db.transaction().execute(async (tx) => {
    followUps.set(tx, pending)
    return act(tx)
  })
  for (const followUp of pending) followUp()
  return result
}

/**
 * Runs `followUp` when `tx` has committed, never if it rolls back; `followUp` must not throw.
 * @throws Error if `tx` was not started by `inTransaction`
 */
export function afterCommit(tx: Tx, followUp: () => void): void {
  const pending = followUps.get(tx)
  if (!pending) throw new Error('afterCommit needs a transaction of inTransaction')
  pending.push(followUp)
}

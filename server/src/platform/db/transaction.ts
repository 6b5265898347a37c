import type { Transaction } from 'kysely'
import type { Db } from './database.ts'
import type { Tables } from './tables.ts'

/** A transaction. What writes takes one, so that it can't be called outside. */
export type Tx = Transaction<Tables>

const followUps = new WeakMap<Tx, (() => void)[]>()

/**
 * Runs `act` in one transaction and, once it has committed, what was left with `afterCommit`. Whatever `act`
 * throws rolls it back.
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

/** Runs `followUp` when `tx` has committed and never if it rolls back; it must not throw. */
export function afterCommit(tx: Tx, followUp: () => void): void {
  followUps.get(tx)?.push(followUp)
}

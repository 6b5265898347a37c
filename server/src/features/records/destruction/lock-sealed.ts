import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'

/** A sealed record that is not destroyed, locked until the transaction ends. */
export interface LockedRecord {
  readonly id: string
  readonly owner_id: string
  readonly updated_at: Date
  readonly retain_until: string
  /** The open legal hold. */
  readonly hold_id: string | null
}

/**
 * Locks a sealed record. Every act on it acquires this lock first, so that the first of a legal hold and a
 * destruction prevents the other.
 */
export async function lockSealed(tx: Tx, id: string): Promise<LockedRecord> {
  if (!isId(id)) throw new Problem('PERFORMER_NOT_FOUND')
  const { rows: locked } = await sql<{ sealed_at: Date | null; destroyed_at: Date | null }>`
    SELECT sealed_at, destroyed_at FROM performer WHERE id = ${id}::uuid FOR UPDATE`.execute(tx)
  if (!locked[0]?.sealed_at) throw new Problem('PERFORMER_NOT_FOUND')
  if (locked[0].destroyed_at) throw new Problem('RECORD_DESTROYED')
  // A second statement, because the one that waited for the lock does not see the holds that were committed meanwhile.
  const { rows } = await sql<LockedRecord>`
    SELECT p.id, p.owner_id, p.updated_at, p.retain_until, h.id AS hold_id
    FROM performer p LEFT JOIN legal_hold h ON h.performer_id = p.id AND h.ended_at IS NULL
    WHERE p.id = ${id}::uuid`.execute(tx)
  const [record] = rows
  if (!record) throw new Problem('PERFORMER_NOT_FOUND')
  return record
}

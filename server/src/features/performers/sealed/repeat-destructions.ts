import { sql } from 'kysely'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { destroyRecord } from './destroy-record.ts'
import type { SealedServices } from './record-sealed-act.ts'

/**
 * Destroys again what an older backup of the database has brought back: performers whose key is destroyed in the newer
 * table of keys, sealed or not (D17). Runs before the server listens, so that no page shows them. Returns their number.
 */
export async function repeatDestructions(
  services: Pick<SealedServices, 'audit' | 'clock' | 'db' | 'log'>,
): Promise<number> {
  const { rows } = await sql<{
    id: string
  }>`SELECT p.id FROM performer_key k JOIN performer p ON p.id = k.performer_id
    WHERE k.destroyed_at IS NOT NULL AND p.destroyed_at IS NULL`.execute(services.db)
  for (const { id } of rows) {
    await inTransaction(services.db, async (tx) => {
      const { rows: locked } = await sql<{ owner_id: string }>`
        SELECT owner_id FROM performer WHERE id = ${id}::uuid AND destroyed_at IS NULL FOR UPDATE`.execute(tx)
      const [record] = locked
      if (record) await destroyRecord(services, tx, { id, owner: record.owner_id, actor: null, ip: null })
    })
  }
  if (rows.length > 0)
    services.log.warn(
      { count: rows.length },
      'records destroyed before this backup was restored were destroyed again',
    )
  return rows.length
}

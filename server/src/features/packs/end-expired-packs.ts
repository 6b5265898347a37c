import { sql } from 'kysely'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { PackServices } from './pack-services.ts'
import { endPacks } from './packs-repository.ts'

const batch = 100

/** Ends packs whose link has expired: their keys end now, and another job deletes the files. Returns their number. */
export async function endExpiredPacks({ clock, db }: Pick<PackServices, 'clock' | 'db'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM pack WHERE state <> 'ended' AND expires_at <= ${clock.now()}
      ORDER BY id LIMIT ${batch} FOR UPDATE SKIP LOCKED`.execute(tx)
    return endPacks(
      tx,
      rows.map(({ id }) => id),
      'expired',
    )
  })
}

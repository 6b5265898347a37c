import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import type { RecordServices } from '../record-services.ts'
import { destroyRecord } from './destroy-record.ts'
import { blankRows } from './sealed-content.ts'

const batch = 1000

/**
 * The last step of a restore: destroys again the performers that an older backup has brought back, sealed or not.
 * `ids` are those that the authenticated archive of keys names as destroyed; no other record is touched, and no start of a
 * server does this. Returns their number.
 */
export async function repeatDestructions(services: RecordServices, ids: readonly string[]): Promise<number> {
  let repeated = 0
  for (let start = 0; start < ids.length; start += batch) {
    const { rows } = await sql<{ id: string }>`
      SELECT p.id FROM performer_key k JOIN performer p ON p.id = k.performer_id
      WHERE k.destroyed_at IS NOT NULL AND p.destroyed_at IS NULL
        AND p.id = ANY (${ids.slice(start, start + batch)}::uuid[])`.execute(services.db)
    for (const { id } of rows) await inTransaction(services.db, (tx) => repeat(services, tx, id))
    repeated += rows.length
  }
  return repeated
}

async function repeat(services: RecordServices, tx: Tx, id: string): Promise<void> {
  const { owner_id, sealed_at } = await tx
    .selectFrom('performer')
    .select(['owner_id', 'sealed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (sealed_at === null) await sealWithoutContent(services, tx, id)
  await destroyRecord(services, tx, { id, owner: owner_id, actor: null, ip: null })
}

/** Only a sealed record can be destroyed. Its content has no key any more. */
function sealWithoutContent({ clock }: RecordServices, tx: Tx, id: string): Promise<void> {
  const at = clock.now()
  const day = sql<string>`(${at}::timestamptz AT TIME ZONE 'Asia/Tokyo')::date`
  return blankRows(tx, id, { sealed_at: at, sealed_box: Buffer.alloc(0), retain_until: day })
}

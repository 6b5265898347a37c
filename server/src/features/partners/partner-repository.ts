import { type Selectable, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { countBounded } from '../../platform/lists/page.ts'
import { Problem } from '../../platform/problem.ts'
import { notExpired } from './credential-repository.ts'

export type PartnerRow = Selectable<Tables['partner']>

export async function findPartner(db: Db, id: string): Promise<PartnerRow | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('partner').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function getPartner(db: Db, id: string): Promise<PartnerRow> {
  const partner = await findPartner(db, id)
  if (!partner) throw new Problem('NOT_FOUND')
  return partner
}

/** Locks the row until the end of the transaction. */
export async function lockPartner(tx: Tx, id: string): Promise<PartnerRow> {
  const query = tx.selectFrom('partner').selectAll().where('id', '=', id).forNoKeyUpdate()
  const partner = isId(id) ? await query.executeTakeFirst() : undefined
  if (!partner) throw new Problem('NOT_FOUND')
  return partner
}

/** The partner of an API key in a link; undefined if it is disabled or the key is of another company. */
export function findByKey(
  db: Db,
  { companyId, hash }: { companyId: string; hash: Buffer },
): Promise<PartnerRow | undefined> {
  return db
    .selectFrom('partner')
    .innerJoin('partner_key as key', 'key.partner_id', 'partner.id')
    .selectAll('partner')
    .where('key.hash', '=', hash)
    .where(notExpired)
    .where('partner.company_id', '=', companyId)
    .where('partner.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Newest first; only ids below `before`. */
export function findPartners(
  db: Db,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<PartnerRow[]> {
  return db
    .selectFrom('partner')
    .selectAll()
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function countPartners(db: Db): Promise<number> {
  return countBounded(db, sql`SELECT FROM partner`)
}

type NewPartner = Omit<PartnerRow, 'disabled_at' | 'callback_stop' | 'failing_since' | 'version'>

/** False if the company id is taken. */
export async function insertPartner(tx: Tx, row: NewPartner): Promise<boolean> {
  const inserted = await tx
    .insertInto('partner')
    .values(row)
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

type PartnerChanges = Partial<Omit<PartnerRow, 'id' | 'company_id' | 'version' | 'created_at' | 'updated_at'>>

/** Increments the version, so that an edit of an older version fails. */
export async function setPartner(tx: Tx, id: string, changes: PartnerChanges, at: Date): Promise<void> {
  await tx
    .updateTable('partner')
    .set((set) => ({ ...changes, version: set('version', '+', 1), updated_at: at }))
    .where('id', '=', id)
    .execute()
}

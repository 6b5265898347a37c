import type { CallbackStop, PartnerMode } from '@kyc/contract/partners.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'

export interface PartnerRow {
  readonly id: string
  readonly company_id: string
  readonly name: string
  readonly mode: PartnerMode
  readonly callback_origins: readonly string[]
  readonly redirect_origins: readonly string[]
  readonly referrer_origins: readonly string[]
  readonly disabled_at: Date | null
  readonly callback_stop: CallbackStop | null
  readonly failing_since: Date | null
  readonly version: number
  readonly created_at: Date
  readonly updated_at: Date
}

export async function findPartner(db: Db | Tx, id: string): Promise<PartnerRow | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('partner').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Held until the end of the transaction. */
export async function holdPartner(tx: Tx, id: string): Promise<PartnerRow | undefined> {
  if (!isId(id)) return undefined
  return tx.selectFrom('partner').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

/** The partner that an API key of the address belongs to; not if it is closed, or the key is another company's. */
export function findByKey(
  db: Db,
  { companyId, hash }: { companyId: string; hash: Buffer },
): Promise<PartnerRow | undefined> {
  return db
    .selectFrom('partner')
    .innerJoin('partner_key as key', 'key.partner_id', 'partner.id')
    .selectAll('partner')
    .where('key.hash', '=', hash)
    .where('key.purpose', '=', 'address')
    .where(sql<boolean>`(key.expires_at IS NULL OR key.expires_at > now())`)
    .where('partner.company_id', '=', companyId)
    .where('partner.disabled_at', 'is', null)
    .executeTakeFirst()
}

/** Newest first, from below the id `before`. */
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

export async function countPartners(db: Db): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM partner`.execute(db)
  return rows[0]?.n ?? 0
}

export type NewPartner = Omit<PartnerRow, 'disabled_at' | 'callback_stop' | 'failing_since' | 'version'>

/** False if the company id is taken. */
export async function insertPartner(tx: Tx, row: NewPartner): Promise<boolean> {
  const inserted = await tx
    .insertInto('partner')
    .values({
      ...row,
      callback_origins: [...row.callback_origins],
      redirect_origins: [...row.redirect_origins],
      referrer_origins: [...row.referrer_origins],
    })
    .onConflict((conflict) => conflict.column('company_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

export type PartnerChanges = Partial<
  Pick<
    PartnerRow,
    'name' | 'mode' | 'callback_origins' | 'redirect_origins' | 'referrer_origins' | 'disabled_at'
  >
>

export async function setPartner(tx: Tx, id: string, changes: PartnerChanges, at: Date): Promise<void> {
  const { callback_origins, redirect_origins, referrer_origins, ...rest } = changes
  await tx
    .updateTable('partner')
    .set((set) => ({
      ...rest,
      ...(callback_origins && { callback_origins: [...callback_origins] }),
      ...(redirect_origins && { redirect_origins: [...redirect_origins] }),
      ...(referrer_origins && { referrer_origins: [...referrer_origins] }),
      version: set('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', id)
    .execute()
}

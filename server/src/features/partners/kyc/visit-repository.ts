import type { KycWarning } from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'

/** A visit that holds, with its partner as it is now: all times are the database's own. */
export interface VisitRow {
  readonly id: string
  readonly partner_id: string
  readonly company_id: string
  readonly partner_name: string
  readonly mode: PartnerMode
  readonly user_id: string
  readonly session_id: string | null
  readonly locale: string
  readonly callback_url: string
  readonly redirect_url: string | null
  readonly warnings: KycWarning[]
  readonly account_id: string | null
  readonly delivery_id: string | null
  readonly expires_at: Date
  /** Once its result has reached the partner. */
  readonly delivered: boolean
  readonly delivery_made: Date | null
  /** The provider's name of the account. */
  readonly provider_uid: string | null
}

export type NewVisit = Pick<
  VisitRow,
  'id' | 'partner_id' | 'user_id' | 'session_id' | 'locale' | 'callback_url' | 'redirect_url' | 'warnings'
> & { readonly browser_key: Buffer }

const visitLength = sql`make_interval(secs => ${limits.kyc.session / 1000})`

/** False if the partner was closed meanwhile. */
export async function insertVisit(tx: Tx, visit: NewVisit): Promise<boolean> {
  // The lock makes whoever closes the partner wait, and then end this visit too.
  const open = await tx
    .selectFrom('partner')
    .select('id')
    .where('id', '=', visit.partner_id)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!open) return false
  const expires_at = sql<Date>`now() + ${visitLength}`
  await tx
    .insertInto('kyc_session')
    .values({ ...visit, created_at: sql`now()`, expires_at })
    .execute()
  return true
}

/** Which visit: of this browser, and the newest unless one is named. */
export interface VisitName {
  readonly browserKey: Buffer | undefined
  readonly id: string | undefined
}

export function findVisit(db: Db, name: VisitName): Promise<VisitRow | undefined> {
  return selectVisit(db, name, sql``)
}

/** Held until the end of the transaction, so that there is one result however often it is asked for. */
export function holdVisit(tx: Tx, name: VisitName): Promise<VisitRow | undefined> {
  return selectVisit(tx, name, sql`FOR NO KEY UPDATE OF v`)
}

async function selectVisit(
  db: Db,
  { browserKey, id }: VisitName,
  lock: RawBuilder<unknown>,
): Promise<VisitRow | undefined> {
  if (browserKey === undefined || (id !== undefined && !isId(id))) return undefined
  const which = id === undefined ? sql`true` : sql`v.id = ${id}::uuid`
  const { rows } = await sql<VisitRow>`
    SELECT v.id, v.partner_id, p.company_id, p.name AS partner_name, p.mode, v.user_id, v.session_id, v.locale,
      v.callback_url, v.redirect_url, v.warnings, v.account_id, v.delivery_id, v.expires_at,
      d.state IS NOT DISTINCT FROM 'delivered' AS delivered, d.created_at AS delivery_made, a.provider_uid
    FROM kyc_session v JOIN partner p ON p.id = v.partner_id
    LEFT JOIN delivery d ON d.id = v.delivery_id
    LEFT JOIN account a ON a.id = v.account_id
    WHERE v.browser_key = ${browserKey} AND ${which} AND v.expires_at > now() AND p.disabled_at IS NULL
    ORDER BY v.id DESC LIMIT 1 ${lock}`.execute(db)
  return rows[0]
}

/** From now on the visit is this account's. */
export async function bindVisit(tx: Tx, id: string, accountId: string): Promise<void> {
  await tx.updateTable('kyc_session').set({ account_id: accountId }).where('id', '=', id).execute()
}

export async function setDelivery(tx: Tx, id: string, deliveryId: string): Promise<void> {
  await tx.updateTable('kyc_session').set({ delivery_id: deliveryId }).where('id', '=', id).execute()
}

/** All that are under way at a partner. */
export async function endVisits(tx: Tx, partnerId: string): Promise<void> {
  await tx
    .updateTable('kyc_session')
    .set({ expires_at: sql<Date>`now()` })
    .where('partner_id', '=', partnerId)
    .where('expires_at', '>', sql<Date>`now()`)
    // So that an index leads there: of a month of visits a few are young enough.
    .where('created_at', '>', sql<Date>`now() - ${visitLength}`)
    .execute()
}

/** Deletes at most `batch` that are older than they are kept, and tells how many. */
export async function deleteOldVisits(db: Db, batch: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    DELETE FROM kyc_session WHERE id IN (
      SELECT id FROM kyc_session
      WHERE created_at < now() - make_interval(secs => ${limits.kyc.kept / 1000}) LIMIT ${batch})`.execute(db)
  return Number(numAffectedRows)
}

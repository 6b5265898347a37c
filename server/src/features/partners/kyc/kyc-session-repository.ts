import type { KycWarning } from '@kyc/contract/kyc.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago, interval } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'

/** A KYC session that has not expired, with its partner. All times come from the clock of the database. */
export interface KycSessionRow {
  readonly id: string
  readonly partner_id: string
  readonly company_id: string
  readonly partner_name: string
  readonly mode: PartnerMode
  readonly user_id: string
  /** The partner signed the link. */
  readonly user_verified: boolean
  readonly session_id: string | null
  readonly locale: string
  readonly callback_url: string
  readonly redirect_url: string | null
  readonly warnings: KycWarning[]
  readonly account_id: string | null
  readonly delivery_id: string | null
  readonly expires_at: Date
  /** The partner has received the result. */
  readonly delivered: boolean
  readonly delivery_created_at: Date | null
  /** The id of the account at the provider. */
  readonly provider_uid: string | null
}

type NewKycSession = Pick<
  KycSessionRow,
  | 'id'
  | 'partner_id'
  | 'user_id'
  | 'user_verified'
  | 'session_id'
  | 'locale'
  | 'callback_url'
  | 'redirect_url'
  | 'warnings'
> & { readonly browser_key: Buffer }

const sessionLength = interval(limits.kyc.session)

/** Returns false if the partner has been disabled in the meantime. */
export async function insertKycSession(tx: Tx, kycSession: NewKycSession): Promise<boolean> {
  // Serializes with a transaction that disables the partner, so that it ends this session too.
  const open = await tx
    .selectFrom('partner')
    .select('id')
    .where('id', '=', kycSession.partner_id)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!open) return false
  const expires_at = sql<Date>`now() + ${sessionLength}`
  await tx
    .insertInto('kyc_session')
    .values({ ...kycSession, created_at: sql`now()`, expires_at })
    .execute()
  return true
}

/** Selects a KYC session of a browser: the newest, unless an id is given. */
interface KycSessionName {
  readonly browserKey: Buffer | undefined
  readonly id: string | undefined
}

export function findKycSession(db: Db, name: KycSessionName): Promise<KycSessionRow | undefined> {
  return selectKycSession(db, name, sql``)
}

/** Locks the row until the end of the transaction, so that parallel calls write one result. */
export function lockKycSession(tx: Tx, name: KycSessionName): Promise<KycSessionRow | undefined> {
  return selectKycSession(tx, name, sql`FOR NO KEY UPDATE OF v`)
}

async function selectKycSession(
  db: Db,
  { browserKey, id }: KycSessionName,
  lock: RawBuilder<unknown>,
): Promise<KycSessionRow | undefined> {
  if (browserKey === undefined || (id !== undefined && !isId(id))) return undefined
  const which = id === undefined ? sql`true` : sql`v.id = ${id}::uuid`
  const { rows } = await sql<KycSessionRow>`
    SELECT v.id, v.partner_id, p.company_id, p.name AS partner_name, p.mode, v.user_id, v.user_verified, v.session_id, v.locale,
      v.callback_url, v.redirect_url, v.warnings, v.account_id, v.delivery_id, v.expires_at,
      d.state IS NOT DISTINCT FROM 'delivered' AS delivered, d.created_at AS delivery_created_at, a.provider_uid
    FROM kyc_session v JOIN partner p ON p.id = v.partner_id
    LEFT JOIN delivery d ON d.id = v.delivery_id
    LEFT JOIN account a ON a.id = v.account_id
    WHERE v.browser_key = ${browserKey} AND ${which} AND v.expires_at > now() AND p.disabled_at IS NULL
    ORDER BY v.id DESC LIMIT 1 ${lock}`.execute(db)
  return rows[0]
}

/** Binds the KYC session to an account. */
export async function bindKycSession(tx: Tx, id: string, accountId: string): Promise<void> {
  await tx.updateTable('kyc_session').set({ account_id: accountId }).where('id', '=', id).execute()
}

export async function setDelivery(tx: Tx, id: string, deliveryId: string): Promise<void> {
  await tx.updateTable('kyc_session').set({ delivery_id: deliveryId }).where('id', '=', id).execute()
}

/** Expires all open KYC sessions of a partner, or those of one of its users. */
export async function endKycSessions(tx: Tx, partnerId: string, userId?: string): Promise<void> {
  await tx
    .updateTable('kyc_session')
    .set({ expires_at: sql<Date>`now()` })
    .where('partner_id', '=', partnerId)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .where('expires_at', '>', sql<Date>`now()`)
    // Enables the index: only sessions this young can be open.
    .where('created_at', '>', sql<Date>`now() - ${sessionLength}`)
    .execute()
}

/**
 * Marks the users of open KYC sessions, and then all linked users, as claimed only: the secret that proved them may
 * have leaked.
 */
export async function withdrawProofs(tx: Tx, partnerId: string): Promise<void> {
  await tx
    .updateTable('kyc_session')
    .set({ user_verified: false })
    .where('partner_id', '=', partnerId)
    .where('user_verified', '=', true)
    .where('created_at', '>', sql<Date>`now() - ${sessionLength}`)
    .execute()
  // The next proof takes the user over (D33).
  await tx
    .updateTable('partner_user')
    .set({ verified: false })
    .where('partner_id', '=', partnerId)
    .where('verified', '=', true)
    .execute()
}

const batch = 1000

/**
 * Deletes KYC sessions after their retention period, in batches, and returns the number of deleted rows. Keeps those whose
 * result may still be sent, since they show whether its link was undone.
 */
export async function deleteOldKycSessions(db: Db): Promise<number> {
  for (let deleted = 0; ; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM kyc_session WHERE id IN (
        SELECT id FROM kyc_session v
        WHERE created_at < ${ago(limits.kyc.kept)}
          AND NOT EXISTS (SELECT FROM delivery d WHERE d.id = v.delivery_id AND d.payload_enc IS NOT NULL)
        LIMIT ${batch})`.execute(db)
    deleted += Number(numAffectedRows)
    if (numAffectedRows < batch) return deleted
  }
}

import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { nameColumns, noEmailColumns } from '../account-columns.ts'
import type { AccountServices } from '../account-services.ts'
import { endLinks, isInvited } from '../links/one-time-links.ts'
import { recordAccount } from '../record-account.ts'

const batch = 100
const erasedName = '（消去済み）'

/**
 * Erases name and address of accounts that are not in use: invited ones that did not accept, and unverified ones,
 * `limits.unusedAccountKept` after the last invitation or sign-in (D77). An account that owns or registered records
 * keeps them. The account itself stays, because the log refers to its id.
 * @returns the number of erased accounts
 */
export async function eraseUnusedAccounts(services: AccountServices): Promise<number> {
  for (let erased = 0; ; ) {
    const count = await inTransaction(services.db, (tx) => eraseBatch(services, tx))
    erased += count
    if (count < batch) return erased
  }
}

async function eraseBatch({ audit, clock }: AccountServices, tx: Tx): Promise<number> {
  const at = clock.now()
  const before = new Date(at.getTime() - limits.unusedAccountKept)
  const { rows } = await sql<{ id: string }>`
    SELECT a.id FROM account a
    WHERE a.email IS NOT NULL AND (NOT a.email_verified OR ${isInvited('a')})
      AND greatest(a.created_at, a.last_sign_in_at,
        (SELECT max(expires_at) FROM one_time_token t WHERE t.account_id = a.id AND t.purpose = 'invitation')) < ${before}
      AND NOT EXISTS (SELECT FROM session s WHERE s.account_id = a.id AND s.expires_at > now())
      AND NOT EXISTS (SELECT FROM performer p WHERE p.registered_by = a.id)
      AND NOT EXISTS (SELECT FROM video v WHERE v.registered_by = a.id)
      AND NOT EXISTS (SELECT FROM membership m JOIN organisation o ON o.id = m.organisation_id
                      WHERE m.account_id = a.id AND (o.kind <> 'personal'
                        OR EXISTS (SELECT FROM performer p WHERE p.owner_id = o.id)))
    ORDER BY a.id LIMIT ${batch} FOR UPDATE OF a SKIP LOCKED`.execute(tx)
  for (const { id } of rows) {
    await endLinks(tx, id)
    await tx
      .updateTable('account')
      .set({
        ...noEmailColumns(id),
        ...nameColumns(erasedName),
        email_verified: false,
        role: 'user',
        // An account of the provider is not disabled: it may sign in again, which brings its address back.
        disabled_at: sql<Date>`CASE WHEN provider = 'legacy' THEN coalesce(disabled_at, ${at}) ELSE disabled_at END`,
        updated_at: at,
      })
      .where('id', '=', id)
      .execute()
    await recordAccount({ audit }, tx, 'shred', id, { ip: null }, {})
  }
  return rows.length
}

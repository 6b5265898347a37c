import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import type { PartnerServices } from '../partner-services.ts'
import { bindKycSession, type KycSessionRow } from './kyc-session-repository.ts'
import type { SignedInAccount } from './signed-in-account.ts'

/**
 * Links the account to the partner's user, and the KYC session to the account (D33). A repeated call changes
 * nothing.
 * @throws Problem KYC_SESSION_MISMATCH if the session is bound to another account; KYC_USER_LINKED if the
 *   partner's user is linked to another account
 */
export async function linkUser(
  services: Pick<PartnerServices, 'audit' | 'clock'>,
  tx: Tx,
  { kycSession, account, ip }: { kycSession: KycSessionRow; account: SignedInAccount; ip: string | null },
): Promise<void> {
  const { accountId } = account
  if (kycSession.account_id !== null && kycSession.account_id !== accountId)
    throw new Problem('KYC_SESSION_MISMATCH')
  const link = { partner_id: kycSession.partner_id, user_id: kycSession.user_id, account_id: accountId }
  const inserted = await tx
    .insertInto('partner_user')
    .values({ ...link, created_at: services.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!inserted && (await linkedAccount(tx, kycSession)) !== accountId) throw new Problem('KYC_USER_LINKED')
  const bound = kycSession.account_id === null
  if (bound) await bindKycSession(tx, kycSession.id, accountId)
  if (!inserted && !bound) return
  await services.audit.record(tx, {
    actor: accountId,
    action: 'update',
    resourceType: 'user',
    resourceId: accountId,
    owner: accountId,
    ip,
    details: {
      ...(inserted
        ? { before: { partnerUser: null }, after: { partnerUser: kycSession.user_id } }
        : { partnerUser: kycSession.user_id }),
      partnerName: kycSession.partner_name,
      kycSession: kycSession.id,
    },
  })
}

async function linkedAccount(tx: Tx, { partner_id, user_id }: KycSessionRow): Promise<string | undefined> {
  const row = await tx
    .selectFrom('partner_user')
    .select('account_id')
    .where('partner_id', '=', partner_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return row?.account_id
}

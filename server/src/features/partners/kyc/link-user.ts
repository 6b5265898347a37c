import type { Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { aboutAccount } from '../../audit/about.ts'
import type { PartnerServices } from '../partner-services.ts'
import { bindKycSession, type KycSessionRow } from './kyc-session-repository.ts'
import type { SignedInAccount } from './signed-in-account.ts'

/**
 * Links the account to the partner's user, and the KYC session to the account. A repeated call changes
 * nothing. A signed link proves the user, and takes it over from an account that only claimed it. Returns whether it is proven.
 */
export async function linkUser(
  services: PartnerServices,
  tx: Tx,
  { kycSession, account, ip }: { kycSession: KycSessionRow; account: SignedInAccount; ip: string | null },
): Promise<{ verified: boolean }> {
  const { accountId } = account
  if (kycSession.account_id !== null && kycSession.account_id !== accountId)
    throw new Problem('KYC_SESSION_MISMATCH')
  const link = { partner_id: kycSession.partner_id, user_id: kycSession.user_id, account_id: accountId }
  const inserted = await tx
    .insertInto('partner_user')
    .values({ ...link, verified: kycSession.user_verified, created_at: services.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  const earlier = inserted ? undefined : await lockLink(tx, kycSession)
  const isProof = earlier !== undefined && kycSession.user_verified && !earlier.verified
  const isOthers = earlier !== undefined && earlier.account_id !== accountId
  if (isOthers && !isProof) throw new Problem('KYC_USER_LINKED')
  if (isProof) await proveLink(tx, kycSession, accountId)
  if (isOthers)
    await recordLoss(services, tx, { kycSession, accountId: earlier.account_id, actor: account, ip })
  const verified = kycSession.user_verified || earlier?.verified === true
  const bound = kycSession.account_id === null
  if (bound) await bindKycSession(tx, kycSession.id, accountId)
  if (!inserted && !bound && !isOthers) return { verified }
  await services.audit.record(tx, { actor: accountId, ip }, 'update', aboutAccount(accountId), {
    ...(inserted || isOthers
      ? { before: { partnerUser: null }, after: { partnerUser: kycSession.user_id } }
      : { partnerUser: kycSession.user_id }),
    partnerName: kycSession.partner_name,
    kycSession: kycSession.id,
  })
  return { verified }
}

async function lockLink(
  tx: Tx,
  { partner_id, user_id }: KycSessionRow,
): Promise<{ account_id: string; verified: boolean }> {
  return tx
    .selectFrom('partner_user')
    .select(['account_id', 'verified'])
    .where('partner_id', '=', partner_id)
    .where('user_id', '=', user_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

async function proveLink(tx: Tx, { partner_id, user_id }: KycSessionRow, accountId: string): Promise<void> {
  await tx
    .updateTable('partner_user')
    .set({ account_id: accountId, verified: true })
    .where('partner_id', '=', partner_id)
    .where('user_id', '=', user_id)
    .execute()
}

/** The entry of the account whose claim ends. */
async function recordLoss(
  { audit }: PartnerServices,
  tx: Tx,
  {
    kycSession,
    accountId,
    actor,
    ip,
  }: {
    kycSession: KycSessionRow
    accountId: string
    actor: SignedInAccount
    ip: string | null
  },
): Promise<void> {
  await audit.record(tx, { actor: actor.accountId, ip }, 'update', aboutAccount(accountId), {
    before: { partnerUser: kycSession.user_id },
    after: { partnerUser: null },
    partnerName: kycSession.partner_name,
  })
}

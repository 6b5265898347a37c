import { limits } from '@kyc/contract/limits.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSecurityChange } from '../../mails/mail-security-change.ts'
import { lockAddress } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { foldEmail } from '../fold-email.ts'
import { freeAddress } from '../free-address.ts'
import { endLinks, hasEndedInvitation } from '../links/one-time-links.ts'
import { sendVerification } from '../links/verify-email.ts'
import { recordOwn } from '../record-account.ts'
import { endSessions } from '../sessions/sessions.ts'
import { accountAddress, followAddress } from './follow-address.ts'
import {
  findByEmail,
  findByUid,
  insertProviderAccount,
  lockUid,
  type ProviderAccountRow,
  setProviderUid,
} from './provider-repository.ts'
import { applyRoleClaim, claimedRole, followClaim, grantedRole } from './role-claim.ts'

/** The claims of the token from which the account is found or created. */
type ProviderClaims = Pick<VerifiedToken, 'uid' | 'email' | 'emailVerified' | 'name' | 'role'>

/**
 * A user of the provider, as queried before the transaction: with a normalised address, and the uid of an
 * earlier user of the same address that the provider has deleted.
 */
export interface ProviderUser extends ProviderClaims {
  readonly email: string
  readonly goneUid: string | undefined
}

/** Queries the provider about the user of a token, which must not happen in a transaction. */
export async function findProviderUser(
  services: AccountServices,
  claims: ProviderClaims,
): Promise<ProviderUser> {
  const email = accountAddress(claims.email)
  if (email === undefined) throw new Problem('INVALID_TOKEN', { cause: new Error('no e-mail address') })
  const byUid = await findByUid(services.db, claims.uid)
  const byEmail = byUid ? undefined : await findByEmail(services.db, foldEmail(email))
  // A concurrent sign-in of the same user may have created the account between the two queries.
  if (!byEmail || byEmail.provider_uid === claims.uid) return { ...claims, email, goneUid: undefined }
  if (!claims.emailVerified) throw new Problem('EMAIL_IN_USE')
  const { provider_uid: other } = byEmail
  // An unverified account loses the address, whatever its state at the provider (D56).
  if (other === null || !byEmail.email_verified) return { ...claims, email, goneUid: undefined }
  if (await services.identity.lookUp(other)) throw new Problem('EMAIL_IN_USE')
  return { ...claims, email, goneUid: other }
}

/**
 * Returns the id of the account of `user`: the one with the provider's uid; else the verified one with the
 * address, which is linked if the provider has verified it (D30); else a new one, to which an unverified
 * account loses the address if the provider has verified it. The role follows the claims once the
 * address is verified. An ended invitation gives no role (D118).
 */
export async function resolveAccount(
  services: AccountServices,
  tx: Tx,
  user: ProviderUser,
  ip: string | null,
): Promise<string> {
  await lockUid(tx, user.uid)
  const known = await findByUid(tx, user.uid)
  if (!known) await lockAddress(tx, foldEmail(user.email))
  const account = known ?? (await findByEmail(tx, foldEmail(user.email)))
  if (!account || (!known && user.emailVerified && !account.email_verified))
    return createAccount(services, tx, user, ip)
  if (!known) refuseOtherAccount(account, user)
  // The provider can't re-enable an account that is disabled here.
  if (account.disabled) throw new DisabledAccount(account.id)
  const email_verified = await followAddress(services, tx, account, user, ip)
  const invitationEnded = !known && (await hasEndedInvitation(tx, account.id))
  const current = { ...account, email_verified, invitationEnded }
  await applyRoleClaim(services, tx, current, claimedRole(user.role), ip)
  if (!known) await link(services, tx, account, user, ip)
  return account.id
}

/** A sign-in to a disabled account. The reply is that of any invalid token. */
export class DisabledAccount extends Problem {
  readonly accountId: string

  constructor(accountId: string) {
    super('INVALID_TOKEN', { cause: new Error('the account is disabled') })
    this.accountId = accountId
  }
}

function refuseOtherAccount({ provider_uid }: ProviderAccountRow, user: ProviderUser): void {
  const free = provider_uid === null || provider_uid === user.goneUid
  if (!user.emailVerified || !free) throw new Problem('EMAIL_IN_USE')
}

/** A new way to sign in to an existing account, so it is mailed to the account like a new factor. */
async function link(
  services: AccountServices,
  tx: Tx,
  account: ProviderAccountRow,
  user: ProviderUser,
  ip: string | null,
): Promise<void> {
  const { audit, clock } = services
  await setProviderUid(tx, account.id, user.uid, clock.now())
  // The sign-in accepts the invitation. Sessions of the deleted provider user end.
  if (account.password_hash === null) await endLinks(tx, account.id)
  if (account.provider_uid !== null) await endSessions(tx, account.id)
  const before = { providerLinked: account.provider_uid !== null }
  await recordOwn({ audit }, tx, 'update', account, { ip }, { before, after: { providerLinked: true } })
  await mailSecurityChange(services, tx, { accountId: account.id, change: 'provider_linked' })
}

async function createAccount(
  services: AccountServices,
  tx: Tx,
  user: ProviderUser,
  ip: string | null,
): Promise<string> {
  const { clock } = services
  const id = newId(clock.now())
  const { email, emailVerified, uid } = user
  const claim = emailVerified ? claimedRole(user.role) : undefined
  const name = nameOf(user)
  const role = await grantedRole(services, tx, { id, role: 'user' }, claim ?? 'user')
  const managed = { role_managed: claim !== undefined, own_role: claim ? 'user' : null } as const
  const address = { email, email_verified: emailVerified }
  const row = { id, ...address, name, role, ...managed, provider_uid: uid, at: clock.now() }
  if (emailVerified) await freeAddress(services, tx, foldEmail(email), { actor: id, ip })
  if (!(await insertProviderAccount(tx, row))) throw new Problem('EMAIL_IN_USE')
  const after = { email, emailVerified, name, role, provider: 'firebase' }
  await recordOwn(services, tx, 'create', row, { ip }, { after })
  await followClaim(services, tx, { id, before: 'user', after: role, claim, ip })
  if (!emailVerified) await sendVerification(services, tx, id)
  return id
}

/** The provider's name without control characters; without one, the local part of the address. */
function nameOf({ name = '', email }: ProviderUser): string {
  const clean = name
    .toWellFormed()
    .replace(/\p{Bidi_Control}/gu, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .normalize('NFC')
    .trim()
  return (clean || email.replace(/@.*$/, '')).slice(0, limits.nameChars).toWellFormed()
}

import { limits } from '@kyc/contract/limits.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { VerifiedToken } from '../../../platform/identity/identity-provider.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { holdAddress } from '../account-repository.ts'
import type { AccountServices } from '../account-services.ts'
import { foldEmail } from '../fold-email.ts'
import { freeAddress } from '../free-address.ts'
import { endLinks } from '../links/one-time-links.ts'
import { sendVerification } from '../links/send-verification.ts'
import { endSessions } from '../sessions/sessions.ts'
import { accountAddress, followAddress } from './follow-address.ts'
import {
  findByEmail,
  findByUid,
  holdUid,
  insertProviderAccount,
  type ProviderAccountRow,
  setProviderUid,
} from './provider-repository.ts'
import { applyRoleClaim, claimedRole } from './role-claim.ts'

/** Whom the provider has signed in: what is needed of the token to find or make the account. */
export type ProviderPerson = Pick<VerifiedToken, 'uid' | 'email' | 'emailVerified' | 'name' | 'role'>

type ResolveServices = Pick<
  AccountServices,
  'audit' | 'clock' | 'config' | 'db' | 'identity' | 'log' | 'mails'
>

/**
 * A person as resolved before the transaction: the address as we write it, and a name that the provider gave the
 * account once and has forgotten since, as when it was deleted there and made anew.
 */
export interface KnownPerson extends ProviderPerson {
  readonly email: string
  readonly goneUid: string | undefined
}

/**
 * Asks what only the provider knows, which no transaction should wait for.
 * @throws Problem INVALID_TOKEN without an e-mail address; EMAIL_IN_USE as `resolveAccount`; PROVIDER_UNAVAILABLE
 */
export async function knowPerson(services: ResolveServices, person: ProviderPerson): Promise<KnownPerson> {
  const email = accountAddress(person.email)
  if (email === undefined) throw new Problem('INVALID_TOKEN', { cause: new Error('no e-mail address') })
  const byUid = await findByUid(services.db, person.uid)
  const byEmail = byUid ? undefined : await findByEmail(services.db, foldEmail(email))
  // Made between the two look-ups by a sign-in of the same person: theirs all the same.
  if (!byEmail || byEmail.provider_uid === person.uid) return { ...person, email, goneUid: undefined }
  if (!person.emailVerified) throw new Problem('EMAIL_IN_USE', { field: 'email' })
  const { provider_uid: other } = byEmail
  // An unverified account gives up the address, whatever became of it at the provider (D56).
  if (other === null || !byEmail.email_verified) return { ...person, email, goneUid: undefined }
  if (await services.identity.lookUp(other)) throw new Problem('EMAIL_IN_USE', { field: 'email' })
  return { ...person, email, goneUid: other }
}

/**
 * The account of `person`: the one with the provider's uid; else the verified one with their address, which becomes
 * theirs if the provider has verified it (D30); else a new one, for which an unverified account gives up the address if
 * the provider has verified it (D56). Its role follows the claims once its address is verified.
 * @throws Problem EMAIL_IN_USE where the address is another's or not verified; INVALID_TOKEN if it is disabled
 */
export async function resolveAccount(
  services: ResolveServices,
  tx: Tx,
  person: KnownPerson,
  ip: string | null,
): Promise<string> {
  await holdUid(tx, person.uid)
  const known = await findByUid(tx, person.uid)
  if (!known) await holdAddress(tx, foldEmail(person.email))
  const account = known ?? (await findByEmail(tx, foldEmail(person.email)))
  if (!account || (!known && person.emailVerified && !account.email_verified))
    return createAccount(services, tx, person, ip)
  if (!known) refuseStranger(account, person)
  // Nothing that the provider says raises a record that was disabled here.
  if (account.disabled) throw new DisabledAccount(account.id)
  const email_verified = await followAddress(services, tx, account, person, ip)
  await applyRoleClaim(services, tx, { ...account, email_verified }, claimedRole(person.role), ip)
  if (!known) await link(services, tx, account, person, ip)
  return account.id
}

/** A sign-in of somebody whose account is disabled here; to the caller a token like any that does not hold. */
export class DisabledAccount extends Problem {
  readonly accountId: string

  constructor(accountId: string) {
    super('INVALID_TOKEN', { cause: new Error('the account is disabled') })
    this.accountId = accountId
  }
}

function refuseStranger({ provider_uid }: ProviderAccountRow, person: KnownPerson): void {
  const free = provider_uid === null || provider_uid === person.goneUid
  if (!person.emailVerified || !free) throw new Problem('EMAIL_IN_USE', { field: 'email' })
}

async function link(
  { audit, clock }: ResolveServices,
  tx: Tx,
  account: ProviderAccountRow,
  person: KnownPerson,
  ip: string | null,
): Promise<void> {
  await setProviderUid(tx, account.id, person.uid, clock.now())
  // An invitation is fulfilled; whoever held the name that is gone has to show that they are the same.
  if (account.password_hash === null) await endLinks(tx, account.id)
  if (account.provider_uid !== null) await endSessions(tx, account.id)
  await audit.record(tx, {
    actor: account.id,
    action: 'update',
    resourceType: 'user',
    resourceId: account.id,
    owner: account.id,
    ip,
    details: { before: { providerLinked: account.provider_uid !== null }, after: { providerLinked: true } },
  })
}

async function createAccount(
  services: ResolveServices,
  tx: Tx,
  person: KnownPerson,
  ip: string | null,
): Promise<string> {
  const { audit, clock } = services
  const id = newId(clock.now())
  const { email, emailVerified, uid } = person
  const claim = emailVerified ? claimedRole(person.role) : undefined
  const name = nameOf(person)
  const role = claim ?? 'user'
  const managed = { role_managed: claim !== undefined, own_role: claim ? 'user' : null } as const
  const address = { email, email_verified: emailVerified }
  const row = { id, ...address, name, role, ...managed, provider_uid: uid, at: clock.now() }
  if (emailVerified) await freeAddress(services, tx, foldEmail(email), { actor: id, ip })
  if (!(await insertProviderAccount(tx, row))) throw new Problem('EMAIL_IN_USE')
  await audit.record(tx, {
    actor: id,
    action: 'create',
    resourceType: 'user',
    resourceId: id,
    owner: id,
    ip,
    details: { after: { email, emailVerified, name, role, provider: 'firebase' } },
  })
  if (!emailVerified) await sendVerification(services, tx, id)
  return id
}

/** What can be shown of the name that the provider has; without one, the address up to its @. */
function nameOf({ name = '', email }: KnownPerson): string {
  const clean = name
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .normalize('NFC')
    .trim()
  return (clean || email.replace(/@.*$/, '')).slice(0, limits.nameChars).toWellFormed()
}

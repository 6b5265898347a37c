import { attemptLimits } from '@kyc/contract/attempt-limits.ts'
import { day } from '@kyc/contract/durations.ts'
import type { BodyOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { inviteMember as endpoint, MemberInvitation } from '@kyc/contract/organisation-members.ts'
import { countOrRefuse } from '../../platform/attempts/attempt-repository.ts'
import { pseudonym } from '../../platform/crypto/pseudonym.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../platform/http/requests/input.ts'
import { identityOf } from '../../platform/idempotency/idempotency-key.ts'
import { replyOnce } from '../../platform/idempotency/reply-once.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { NamedActor } from '../access/actor.ts'
import { requireMayContact } from '../access/may-contact.ts'
import { isReservedName, reservedNameFault } from '../access/reserved-names.ts'
import { lockAddress } from '../accounts/account-repository.ts'
import { createAccount } from '../accounts/create-account.ts'
import { foldEmail, isAccountEmail } from '../accounts/fold-email.ts'
import { isInvited, issueInvitation } from '../accounts/links/one-time-links.ts'
import { sendVerification } from '../accounts/links/verify-email.ts'
import { mailInvitation } from '../mails/mail-invitation.ts'
import { mailMemberInvitation } from '../mails/mail-member-invitation.ts'
import { lockAsRepresentative, recordOrganisation } from './act-on-organisation.ts'
import { presentInvitation } from './get-organisation.ts'
import { findInvitations, type InvitationRow, upsertInvitation } from './invitations-repository.ts'
import { isMemberAddress } from './membership-repository.ts'
import type { OrganisationServices } from './organisation-services.ts'

interface Invite {
  readonly caller: NamedActor
  readonly id: string
  readonly body: BodyOf<typeof endpoint>
  readonly request: Pick<RequestInfo, 'ip' | 'header'>
}

const route = 'organisations.invite'

/** The limits of an account over all its organisations, and of an address over all accounts. */
const { account: perAccount, address: perAddress } = attemptLimits.memberInvitationsPerDay
const ruleOf = (failures: number) => ({ failures, window: day, duration: day })

/**
 * Invites an address, or renews its invitation. Neither the reply nor the log of the organisation depends on whether
 * the address has an account (D67). A repeated call sends no further mail (D20).
 */
export async function inviteMember(
  services: OrganisationServices,
  { caller, id, body, request }: Invite,
): Promise<{ body: MemberInvitation; headers: Record<string, string> }> {
  // Runs before a saved reply is read, since a former representative gets no reply.
  await inTransaction(services.db, (tx) => lockAsRepresentative(tx, { actor: caller, id }))
  const identity = identityOf({ scope: caller.id, route, request }, [id, body.email, body.name, body.role])
  const isStillValid = async (saved: MemberInvitation, tx: Tx) =>
    (await findInvitations(tx, id)).some((each) => each.id === saved.id)
  const { body: invited, headers } = await replyOnce(
    services,
    { ...identity, status: 201, isStillValid },
    (tx) => invite(services, tx, { caller, id, body, request }),
  )
  return { body: invited, headers: { ...headers, location: `/api/organisations/${id}` } }
}

async function invite(
  services: OrganisationServices,
  tx: Tx,
  { caller, id, body: { email, name, role }, request: { ip } }: Invite,
): Promise<MemberInvitation> {
  const organisation = await lockAsRepresentative(tx, { actor: caller, id })
  if (isReservedName(name, services.config.mail.from.name)) throw fieldProblem('name', reservedNameFault)
  if (organisation.kind === 'personal') throw new Problem('ORGANISATION_PERSONAL')
  if (!isAccountEmail(email)) throw fieldProblem('email', '有効なメールアドレスを入力してください。')
  const emailKey = foldEmail(email)
  if (await isMemberAddress(tx, id, emailKey)) throw new Problem('MEMBER_EXISTS')
  await requireMayContact(services, tx, { actor: caller.id, organisation: id })
  await countOrRefuse(tx, { bucket: `member-invitations-by:${caller.id}`, rule: ruleOf(perAccount) })
  const address = pseudonym(services.pseudonymKey, emailKey)
  await countOrRefuse(tx, { bucket: `invitation-mails:${address}`, rule: ruleOf(perAddress) })
  const at = services.clock.now()
  const row = await upsertInvitation(tx, {
    id: newId(at),
    organisation: id,
    email,
    emailKey,
    name,
    role,
    by: caller.id,
    invited_at: at,
    expires_at: new Date(at.getTime() + limits.invitation),
  })
  await notify(services, tx, row, { emailKey, organisation: organisation.name, caller, ip })
  const details = { member: name, email, memberRole: role }
  await recordOrganisation(services, tx, { actor: caller, id, ip }, 'member_invited', details)
  return presentInvitation(row)
}

interface Notice {
  readonly emailKey: string
  readonly organisation: string
  readonly caller: NamedActor
  readonly ip: string | null
}

/**
 * Mails the address. An account that has a password or another sign-in gets a link to its invitations. Without such an
 * account, the address gets the link of D5, to a new or already invited account. An unverified account must verify its
 * address first (D56).
 */
async function notify(
  services: OrganisationServices,
  tx: Tx,
  { email, name, expires_at: expiresAt }: InvitationRow,
  { emailKey, organisation, caller, ip }: Notice,
): Promise<void> {
  await lockAddress(tx, emailKey)
  const account = await tx
    .selectFrom('account')
    .select(['id', 'email_verified'])
    .select(isInvited('account').as('invited'))
    .where('email_key', '=', emailKey)
    .executeTakeFirst()
  const invitation = { invitedBy: caller.name, organisation }
  if (account && !account.email_verified) {
    await sendVerification(services, tx, account.id)
  } else if (account && !account.invited) {
    await mailMemberInvitation(services, tx, { accountId: account.id, ...invitation, expiresAt })
  } else {
    const created = { email, name, role: 'user', password: null, actor: caller.id, ip } as const
    const accountId = account?.id ?? (await createAccount(services, created, tx)).id
    // Earlier links stay valid: they may be those of the office.
    const link = await issueInvitation(tx, accountId, caller.id)
    await mailInvitation(services, tx, { accountId, ...link, ...invitation })
  }
}

import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { email, emptyIsAbsent, filled, id, instant, noBody, paging } from './fields.ts'
import { limits } from './limits.ts'
import {
  type MemberRole,
  memberRoles,
  type OrganisationKind,
  organisationKinds,
  ownOrganisationSchema,
} from './organisations.ts'
import { search } from './record-fields.ts'
import { signingLimits } from './signing-vocabulary.ts'

// The members and settings of organisations (D67), apart from organisations.ts, which every page loads.

/** The kinds that can have several members. */
export const companyKinds = ['producer', 'distributor'] as const satisfies readonly OrganisationKind[]

/** The states of an organisation in the list of admins. */
export const organisationStates = ['active', 'unapproved', 'cancelled', 'disabled'] as const

const kind = z.enum(organisationKinds)
const role = z.enum(memberRoles)
/** Why an admin has disabled the organisation; null while it is in use. */
const disabledReason = z.string().nullable()
const version = z.int({ error: '版を指定してください。' })
const chosenRole = z.enum(memberRoles, { error: '役割を選択してください。' })

/** A pending invitation of the caller. */
const ownInvitationSchema = z.strictObject({
  organisation: z.strictObject({ id, name: z.string(), kind }),
  role,
  /** The name of the member who invited. */
  invitedBy: z.string(),
  expiresAt: instant,
})
export type OwnInvitation = z.infer<typeof ownInvitationSchema>

const memberSchema = z.strictObject({
  accountId: id,
  name: z.string(),
  /** Null if the account has lost its address (D56). */
  email: z.string().nullable(),
  role,
  joinedAt: instant,
})
export type Member = z.infer<typeof memberSchema>

/** A pending invitation, with address and name as the inviting member typed them: not those of an account. */
const invitationSchema = z.strictObject({
  id,
  email: z.string(),
  name: z.string(),
  role,
  invitedAt: instant,
  /** In the past if the invitation has expired; inviting the address again renews it. */
  expiresAt: instant,
})
export type MemberInvitation = z.infer<typeof invitationSchema>

/** When the office approved it; null if it may not write to people outside (D115). */
const approvedAt = instant.nullable()
/** The day of its cancellation (D64), or null. */
const cancelledOn = z.iso.date().nullable()
const known = { id, name: z.string(), kind, disabledReason, createdAt: instant, approvedAt, cancelledOn }

const organisationSchema = z.strictObject({
  ...known,
  /** The name in the register, and how its contact person is reached; null until they are set. Companies need both. */
  legalName: z.string().nullable(),
  contact: z.string().nullable(),
  /** The days between the receipt of an explanation sheet and the signature of the contract (D101). */
  signingWaitDays: z.int(),
  /** Increases with each change of the settings. */
  version: z.int(),
  /** Representatives first, then in the order of joining. */
  members: z.array(memberSchema),
  /** Newest first. */
  invitations: z.array(invitationSchema),
})
export type Organisation = z.infer<typeof organisationSchema>

const listedOrganisationSchema = z.strictObject({
  ...known,
  /** The number of members. */
  members: z.int(),
})
export type ListedOrganisation = z.infer<typeof listedOrganisationSchema>

/** Whether a member with this role may manage members and settings. */
export const mayManageMembers = (role: MemberRole): boolean => role === 'representative'

export const one = z.strictObject({ id })
const member = one.extend({ accountId: id })
export const reply = { kind: 'json', status: 200, schema: organisationSchema } as const
/** The problems of acts that reach a person outside. */
const contacting = ['SENDER_UNVERIFIED', 'SENDER_NAME', 'ORGANISATION_UNAPPROVED', 'RATE_LIMITED'] as const
/** The problems of every act that only the role 代表 permits. */
export const acting = ['ORGANISATION_NOT_FOUND', 'ORGANISATION_ROLE', 'ORGANISATION_DISABLED'] as const

export const listOwnInvitations = endpoint({
  name: 'organisations.invitations',
  method: 'GET',
  path: '/organisations/invitations',
  summary: 'The pending invitations of the caller; none before its address is verified (D56)',
  who: 'user',
  reply: { kind: 'json', status: 200, schema: z.array(ownInvitationSchema) },
  problems: [],
})

export const acceptMembership = endpoint({
  name: 'organisations.accept',
  method: 'PUT',
  path: '/organisations/{id}/invitation',
  summary: 'Join the organisation; replies with the new membership',
  who: 'user',
  params: one,
  ...noBody,
  reply: { kind: 'json', status: 200, schema: ownOrganisationSchema },
  problems: ['INVITATION_NOT_FOUND', 'ORGANISATION_DISABLED'],
  audit: ['update'],
})

export const declineMembership = endpoint({
  name: 'organisations.decline',
  method: 'DELETE',
  path: '/organisations/{id}/invitation',
  summary: 'Decline the invitation',
  who: 'user',
  params: one,
  reply: { kind: 'empty', status: 204 },
  problems: ['INVITATION_NOT_FOUND'],
  audit: ['update'],
})

export const listOrganisations = endpoint({
  name: 'organisations.list',
  method: 'GET',
  path: '/organisations',
  summary: 'All organisations, newest first (D67)',
  who: 'admin',
  query: z.object({
    search,
    kind: emptyIsAbsent(z.enum(organisationKinds, { error: '種別の指定が正しくありません。' })),
    state: emptyIsAbsent(z.enum(organisationStates, { error: '状態の指定が正しくありません。' })),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(listedOrganisationSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

export const getOrganisation = endpoint({
  name: 'organisations.get',
  method: 'GET',
  path: '/organisations/{id}',
  summary: 'One organisation with its members and invitations; also while it is disabled (D67)',
  who: 'user',
  params: one,
  reply,
  problems: ['ORGANISATION_NOT_FOUND'],
})

export const updateOrganisation = endpoint({
  name: 'organisations.update',
  method: 'PATCH',
  path: '/organisations/{id}',
  summary: 'Change the settings; a personal organisation becomes a company, for good (D67, D115)',
  who: 'user',
  params: one,
  body: z.strictObject({
    name: filled('組織名', limits.nameChars).optional(),
    kind: z.enum(companyKinds, { error: '種別を選択してください。' }).optional(),
    legalName: filled('正式名称', limits.nameChars).optional(),
    contact: filled('連絡先', limits.nameChars).optional(),
    signingWaitDays: z
      .int({ error: '署名までの待ち日数は整数で入力してください。' })
      .min(0, { error: '署名までの待ち日数は0以上で入力してください。' })
      .max(signingLimits.waitingDays.maximum, {
        error: `署名までの待ち日数は${signingLimits.waitingDays.maximum}以下で入力してください。`,
      })
      .optional(),
    version, // the one that the change applies to
  }),
  reply,
  problems: [...acting, 'INVALID_INPUT', 'ORGANISATION_PERSONAL', 'CONFLICT'],
  audit: ['update'],
})

export const inviteMember = endpoint({
  name: 'organisations.invite',
  method: 'POST',
  path: '/organisations/{id}/members',
  summary: 'Invite an address as a member; the reply is the same whether it has an account or not',
  who: 'user',
  params: one,
  body: z.strictObject({ email, name: filled('氏名', limits.nameChars), role: chosenRole }),
  reply: { kind: 'json', status: 201, schema: invitationSchema },
  problems: [
    ...acting,
    'INVALID_INPUT',
    'ORGANISATION_PERSONAL',
    'MEMBER_EXISTS',
    ...contacting,
    ...keyProblems,
  ],
  // `create` is the entry about the account that is created for a new address.
  audit: ['update', 'create'],
  idempotent: true,
})

export const revokeMembershipInvitation = endpoint({
  name: 'organisations.revokeInvitation',
  method: 'DELETE',
  path: '/organisations/{id}/invitations/{invitationId}',
  summary: 'Revoke an invitation',
  who: 'user',
  params: z.strictObject({ id, invitationId: id }),
  reply: { kind: 'empty', status: 204 },
  problems: [...acting, 'INVITATION_NOT_FOUND'],
  audit: ['update'],
})

export const changeMemberRole = endpoint({
  name: 'organisations.changeRole',
  method: 'PUT',
  path: '/organisations/{id}/members/{accountId}/role',
  summary: 'Change the role of a member; ends its calls in progress (D67)',
  who: 'user',
  params: member,
  body: z.strictObject({ role: chosenRole }),
  reply,
  problems: [...acting, 'MEMBER_NOT_FOUND', 'INVALID_INPUT', 'LAST_REPRESENTATIVE'],
  audit: ['update'],
})

export const removeMember = endpoint({
  name: 'organisations.removeMember',
  method: 'DELETE',
  path: '/organisations/{id}/members/{accountId}',
  summary: 'Remove a member, or leave; the records stay (D67)',
  who: 'user',
  params: member,
  reply: { kind: 'empty', status: 204 },
  problems: [...acting, 'MEMBER_NOT_FOUND', 'LAST_REPRESENTATIVE'],
  audit: ['update'],
})

export const handOverOrganisation = endpoint({
  name: 'organisations.handOver',
  method: 'PUT',
  path: '/organisations/{id}/handover',
  summary: 'Make another member the representative in place of the caller, who becomes staff',
  who: 'user',
  params: one,
  body: z.strictObject({ accountId: z.string({ error: 'メンバーを選択してください。' }) }),
  reply,
  problems: [...acting, 'MEMBER_NOT_FOUND', 'INVALID_INPUT', 'CONFLICT'],
  audit: ['update'],
})

export const disableOrganisation = endpoint({
  name: 'organisations.disable',
  method: 'PUT',
  path: '/organisations/{id}/disable',
  summary: 'Disable an organisation; its members lose access and see the reason (D67)',
  who: 'admin',
  params: one,
  body: z.strictObject({ reason: filled('理由', limits.textChars, true) }),
  reply,
  problems: ['ORGANISATION_NOT_FOUND', 'INVALID_INPUT'],
  audit: ['update'],
})

export const enableOrganisation = endpoint({
  name: 'organisations.enable',
  method: 'PUT',
  path: '/organisations/{id}/enable',
  summary: 'Enable a disabled organisation',
  who: 'admin',
  params: one,
  ...noBody,
  reply,
  problems: ['ORGANISATION_NOT_FOUND'],
  audit: ['update'],
})

export const approveOrganisation = endpoint({
  name: 'organisations.approve',
  method: 'PUT',
  path: '/organisations/{id}/approval',
  summary: 'Let an organisation write to people outside: links to performers, invitations of members (D115)',
  who: 'admin',
  params: one,
  body: z.strictObject({ version }), // the one that was read
  reply,
  problems: ['ORGANISATION_NOT_FOUND', 'INVALID_INPUT', 'ORGANISATION_INCOMPLETE', 'CONFLICT'],
  audit: ['update'],
})

import { z } from 'zod'
import { roles } from './accounts.ts'
import { endpoint, keyProblems } from './endpoint.ts'
import { email, emptyIsAbsent, filled, id, instant, noBody, paging } from './fields.ts'
import { limits } from './limits.ts'
import { memberRoles, organisationRefSchema } from './organisations.ts'
import { inOrganisation, search } from './record-fields.ts'

/** The states of an account; invited ones have not chosen a password yet. */
const accountStates = ['active', 'invited', 'locked', 'disabled'] as const
export type AccountState = (typeof accountStates)[number]

const managedUserSchema = z.strictObject({
  id,
  /** Null after another account proved that it owns the address, which this one never verified (D56). */
  email: z.string().nullable(),
  /** False until the ownership of the address is proven; until then the account can't be promoted. */
  emailVerified: z.boolean(),
  name: z.string(),
  role: z.enum(roles),
  /** The provider's claims set the role, so it can't be changed here (D30). */
  roleManaged: z.boolean(),
  provider: z.enum(['legacy', 'firebase']),
  state: z.enum(accountStates),
  secondFactor: z.boolean(),
  createdAt: instant,
  /** Null before the first sign-in, and for a role above the caller's (D5). */
  lastSignInAt: instant.nullable(),
  /** The end of the invitation, past or future; null for accounts that are not invited. */
  invitationExpiresAt: instant.nullable(),
  /** Its organisations, the default of its lists first (D67). */
  organisations: z.array(organisationRefSchema.extend({ role: z.enum(memberRoles) })),
  /**
   * An open request to make the account a superadmin, or to enable a superadmin again, which another superadmin
   * confirms (D116); null if the caller has a lower role.
   */
  superadminRequest: z
    .strictObject({
      /** Null if the claims of the provider ask for it. */
      requestedBy: z.string().nullable(),
      /** Requested by the caller, who cannot confirm it. */
      own: z.boolean(),
      requestedAt: instant,
      expiresAt: instant,
    })
    .nullable(),
  /** The acts that the caller may do on this account; the server checks again on each act. */
  mayManage: z.boolean(),
})
export type ManagedUser = z.infer<typeof managedUserSchema>

/** A session as its owner or an admin sees it: never its secret. */
export const sessionInfoSchema = z.strictObject({
  id,
  /** Browser and operating system, such as "Chrome / Windows". */
  device: z.string(),
  ip: z.string().nullable(),
  signedInAt: instant,
  lastSeenAt: instant,
  current: z.boolean(),
})
export type SessionInfo = z.infer<typeof sessionInfoSchema>

const one = z.strictObject({ id })
const reply = { kind: 'json', status: 200, schema: managedUserSchema } as const
const acting = ['NOT_FOUND', 'FORBIDDEN', 'LAST_SUPERADMIN', 'CONFLICT'] as const

export const listUsers = endpoint({
  name: 'users.list',
  method: 'GET',
  path: '/users',
  summary: 'Accounts, newest first (D5)',
  who: 'admin',
  query: z.object({
    search,
    role: emptyIsAbsent(z.enum(roles, { error: '権限の指定が正しくありません。' })),
    ...inOrganisation,
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(managedUserSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', 'ORGANISATION_NOT_FOUND'],
})

export const getUser = endpoint({
  name: 'users.get',
  method: 'GET',
  path: '/users/{id}',
  summary: 'One account',
  who: 'admin',
  params: one,
  reply,
  problems: ['NOT_FOUND'],
})

export const inviteUser = endpoint({
  name: 'users.invite',
  method: 'POST',
  path: '/users',
  summary: 'Invite an account by mail; a role above user requires a superadmin and a step-up',
  who: 'admin',
  body: z.strictObject({
    email,
    name: filled('氏名', limits.nameChars),
    role: z.enum(roles, { error: '権限を選択してください。' }),
  }),
  reply: { kind: 'json', status: 201, schema: managedUserSchema },
  problems: ['INVALID_INPUT', 'EMAIL_IN_USE', 'FORBIDDEN', 'STEP_UP_REQUIRED'],
  // The update is that of an unverified account that loses the address.
  audit: ['create', 'update'],
  idempotent: true,
})

export const resendInvitation = endpoint({
  name: 'users.resendInvitation',
  method: 'POST',
  path: '/users/{id}/invitation',
  summary: 'Send a new invitation; the earlier link becomes invalid',
  who: 'admin',
  params: one,
  ...noBody,
  reply,
  problems: [...acting, ...keyProblems],
  audit: ['update'],
  idempotent: true,
})

export const changeRole = endpoint({
  name: 'users.changeRole',
  method: 'PUT',
  path: '/users/{id}/role',
  summary:
    'Change a role; ends the sessions of the account (D4, D27). A new superadmin waits for another one (D116)',
  who: 'superadmin',
  stepUp: true,
  params: one,
  body: z.strictObject({ role: z.enum(roles, { error: '権限を選択してください。' }) }),
  reply,
  problems: [...acting, 'INVALID_INPUT', 'STEP_UP_REQUIRED', 'ROLE_MANAGED', 'EMAIL_UNVERIFIED'],
  audit: ['update'],
})

export const confirmSuperadmin = endpoint({
  name: 'users.confirmSuperadmin',
  method: 'PUT',
  path: '/users/{id}/superadmin-request/confirmation',
  summary: 'Make the account a superadmin at the request of another superadmin, as a second person (D116)',
  who: 'superadmin',
  stepUp: true,
  params: one,
  ...noBody,
  reply,
  problems: [
    ...acting,
    'STEP_UP_REQUIRED',
    'OWN_REQUEST',
    'SECOND_PERSON_TOO_NEW',
    'ROLE_MANAGED',
    'EMAIL_UNVERIFIED',
  ],
  audit: ['update'],
})

export const refuseSuperadmin = endpoint({
  name: 'users.refuseSuperadmin',
  method: 'DELETE',
  path: '/users/{id}/superadmin-request',
  summary: 'Withdraw or refuse the request to make the account a superadmin',
  who: 'superadmin',
  params: one,
  ...noBody,
  reply,
  problems: [...acting],
  audit: ['update'],
})

const act = <const N extends string, const P extends string>(name: N, path: P, summary: string) =>
  endpoint({
    name,
    method: 'PUT',
    path,
    summary,
    who: 'admin',
    params: one,
    ...noBody,
    reply,
    problems: [...acting],
    audit: ['update'],
  })

export const disableUser = endpoint({
  ...act('users.disable', '/users/{id}/disable', 'Disable an account; ends its sessions'),
  stepUp: true,
  problems: [...acting, 'STEP_UP_REQUIRED'],
})
export const enableUser = act('users.enable', '/users/{id}/enable', 'Enable a disabled account')
export const unlockUser = act('users.unlock', '/users/{id}/unlock', 'Lift a lockout')
export const sendPasswordReset = act(
  'users.passwordReset',
  '/users/{id}/password-reset',
  'Mail a link for a new password',
)
export const resetSecondFactor = endpoint({
  ...act(
    'users.resetSecondFactor',
    '/users/{id}/second-factor-reset',
    'Remove all second factors of an account; ends its sessions',
  ),
  stepUp: true,
  problems: [...acting, 'STEP_UP_REQUIRED'],
})

export const listUserSessions = endpoint({
  name: 'users.sessions',
  method: 'GET',
  path: '/users/{id}/sessions',
  summary: 'Open sessions of an account with the same role or a lower one',
  who: 'admin',
  params: one,
  reply: { kind: 'json', status: 200, schema: z.array(sessionInfoSchema) },
  problems: ['NOT_FOUND', 'FORBIDDEN'],
})

export const endUserSessions = endpoint({
  name: 'users.endSessions',
  method: 'DELETE',
  path: '/users/{id}/sessions',
  summary: 'End all sessions of an account',
  who: 'admin',
  params: one,
  reply: { kind: 'empty', status: 204 },
  problems: [...acting],
  audit: ['update'],
})

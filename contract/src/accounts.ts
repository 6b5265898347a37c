import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, noBody } from './fields.ts'
import { limits } from './limits.ts'

/** The ladder of D1, lowest first: each role includes all rights of the previous one. */
export const ladder = ['user', 'admin', 'superadmin'] as const
export type LadderRole = (typeof ladder)[number]

/**
 * The roles in the office. 監査人 (auditor) is not part of the ladder: it reads like an admin and changes nothing (D67).
 */
export const roles = ['user', 'auditor', 'admin', 'superadmin'] as const
export type Role = (typeof roles)[number]

/** The step of each role on the ladder. */
const steps = { user: 0, auditor: 0, admin: 1, superadmin: 2 } as const satisfies Record<Role, number>

/** Whether `role` has the rights of `least`. An auditor has those of a user. */
export function isAtLeast(role: Role, least: LadderRole): boolean {
  return steps[role] >= steps[least]
}

/** The role on the ladder that reads what `role` reads: an auditor reads like an admin. */
export function readingRole(role: Role): LadderRole {
  return role === 'auditor' ? 'admin' : role
}

/** The signed-in account (spec §3, "User"); both spellings of each field are filled. */
export const userSchema = z.strictObject({
  id,
  uid: id,
  /** Null if this account never verified the address and another account has proved that it owns it (D56). */
  email: z.string().nullable(),
  /** False until the ownership of the address is proven. */
  emailVerified: z.boolean(),
  name: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  provider: z.enum(['legacy', 'firebase']),
  /** The session can only set up a second factor (D31). */
  secondFactorMissing: z.boolean(),
})
export type User = z.infer<typeof userSchema>

/** The kinds of second factor. */
export const secondFactors = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]

/**
 * The result of a sign-in: the account, or the second factors that can complete it (without a session until
 * then). `enrol` is true if the account must have a second factor and has none: the session can only set one
 * up.
 */
export const signedInSchema = z.strictObject({
  user: userSchema.nullable(),
  csrfToken: z.string(),
  secondFactor: z.array(z.enum(secondFactors)),
  enrol: z.boolean(),
})
export type SignedIn = z.infer<typeof signedInSchema>

const csrfReply = { kind: 'json', status: 200, schema: z.strictObject({ csrfToken: z.string() }) } as const

const clientInfo = z.strictObject({
  userAgent: z.string().max(1000).optional(),
  platform: z.string().max(200).optional(),
  language: z.string().max(100).optional(),
  timezone: z.string().max(100).optional(),
})

export const sessionInit = endpoint({
  name: 'auth.sessionInit',
  method: 'POST',
  path: '/auth/session/init',
  summary: 'Start an API session: returns the CSRF token of the session, or of a new pre-session',
  who: 'anyone',
  csrf: 'issued',
  body: z.strictObject({ clientInfo: clientInfo.nullish() }).nullish(),
  bodyOptional: true,
  reply: csrfReply,
  problems: ['INVALID_INPUT'],
  readsOnly: true,
})

export const sessionRefresh = endpoint({
  name: 'auth.sessionRefresh',
  method: 'POST',
  path: '/auth/session/refresh',
  summary: 'Rotate the CSRF token; does not extend the idle time (D27)',
  keepsIdleTime: true,
  who: 'user',
  auditors: 'also',
  whileEnrolling: true,
  body: z.strictObject({ firebaseToken: z.string().max(limits.idTokenChars).nullish() }).nullish(),
  bodyOptional: true,
  reply: csrfReply,
  problems: ['UNAUTHENTICATED', 'CSRF_INVALID', 'INVALID_INPUT', 'INVALID_TOKEN'],
  unaudited: 'Replaces only the CSRF token.',
})

export const csrfToken = endpoint({
  name: 'auth.csrfToken',
  method: 'GET',
  path: '/auth/csrf-token',
  summary: 'The CSRF token of the cookie in use',
  keepsIdleTime: true,
  who: 'anyone',
  reply: csrfReply,
  problems: [],
})

export const login = endpoint({
  name: 'auth.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in by e-mail and password; returns only the second factors if one is required (D31)',
  who: 'anyone',
  body: z.strictObject({
    email,
    password: z
      .string({ error: 'パスワードを入力してください。' })
      .min(1, { error: 'パスワードを入力してください。' })
      .max(limits.password.maximum, { error: 'パスワードが長すぎます。' })
      .refine((value) => value.isWellFormed(), { error: 'パスワードに使用できない文字が含まれています。' }),
  }),
  reply: { kind: 'json', status: 200, schema: signedInSchema },
  problems: ['INVALID_INPUT', 'INVALID_CREDENTIALS', 'CSRF_INVALID', 'RATE_LIMITED'],
  audit: ['login', 'login_failed'],
})

export const logout = endpoint({
  name: 'auth.logout',
  method: 'POST',
  path: '/auth/logout',
  summary: 'Sign out: ends the session on the server and clears cache and storage',
  who: 'user',
  auditors: 'also',
  whileEnrolling: true,
  ...noBody,
  reply: { kind: 'empty', status: 204 },
  problems: ['UNAUTHENTICATED', 'CSRF_INVALID'],
  audit: ['logout'],
})

export const refresh = endpoint({
  name: 'auth.refresh',
  method: 'POST',
  path: '/auth/refresh',
  summary: 'Issue a five-minute access token, valid only with the session cookie it was issued for',
  bearer: 'renewed',
  who: 'user',
  whileEnrolling: true,
  ...noBody,
  reply: { kind: 'json', status: 200, schema: z.strictObject({ accessToken: z.string() }) },
  problems: ['UNAUTHENTICATED', 'CSRF_INVALID'],
  readsOnly: true,
})

export const me = endpoint({
  name: 'auth.me',
  method: 'GET',
  path: '/auth/me',
  summary: 'The signed-in account; does not extend the idle time',
  keepsIdleTime: true,
  who: 'user',
  whileEnrolling: true,
  reply: { kind: 'json', status: 200, schema: userSchema },
  problems: ['UNAUTHENTICATED'],
})

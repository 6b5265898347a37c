import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, id, noBody } from './fields.ts'
import { limits } from './limits.ts'

/** The ladder of D1: each holds all rights of the one before it. */
export const roles = ['user', 'admin', 'superadmin'] as const
export type Role = (typeof roles)[number]

export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least)
}

/** The signed-in person (spec §3, "User"); both spellings of its fields are filled. */
export const userSchema = z.strictObject({
  id,
  uid: id,
  /** Null once an unverified account has lost its address to a person who proved it (D56). */
  email: z.string().nullable(),
  /** False while nothing proves that the address belongs to this person (D56). */
  emailVerified: z.boolean(),
  name: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  provider: z.enum(['legacy', 'firebase']),
  /** Must set up a second factor before anything else (D31). */
  secondFactorMissing: z.boolean(),
})
export type User = z.infer<typeof userSchema>

/** Ways to give a second factor (D31). */
export const secondFactors = ['totp', 'passkey', 'recovery_code'] as const
export type SecondFactor = (typeof secondFactors)[number]

/**
 * What a sign-in answers: the person, or which second factors may complete it and no session yet. `enrol` is true
 * for a person who must have a second factor and has none: the session can do nothing but set one up.
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
  summary: 'Start an API session: hands out the CSRF token of the session, or of a fresh pre-session',
  who: 'anyone',
  tokenless: true,
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
  quiet: true,
  who: 'user',
  whileEnrolling: true,
  body: z.strictObject({ firebaseToken: z.string().max(limits.idTokenChars).nullish() }).nullish(),
  bodyOptional: true,
  reply: csrfReply,
  problems: ['UNAUTHENTICATED', 'CSRF_INVALID', 'INVALID_INPUT', 'INVALID_TOKEN'],
  unaudited: 'Replaces the CSRF token of the session and nothing else.',
})

export const csrfToken = endpoint({
  name: 'auth.csrfToken',
  method: 'GET',
  path: '/auth/csrf-token',
  summary: 'The CSRF token of the cookie in use',
  quiet: true,
  who: 'anyone',
  reply: csrfReply,
  problems: [],
})

export const login = endpoint({
  name: 'auth.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Sign in by e-mail and password; where a second factor is due, only that is told (D31)',
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
  summary: 'A five-minute access token, worthless without the session cookie it was made for',
  renewsToken: true,
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
  summary: 'The signed-in person; does not extend the idle time',
  quiet: true,
  who: 'user',
  whileEnrolling: true,
  reply: { kind: 'json', status: 200, schema: userSchema },
  problems: ['UNAUTHENTICATED'],
})

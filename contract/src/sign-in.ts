import { z } from 'zod'
import { signedInSchema } from './accounts.ts'
import { endpoint, keyProblems } from './endpoint.ts'
import { email, filled, noBody } from './fields.ts'
import { limits } from './limits.ts'

/** Sign-in with second factor, provider, invitation or password reset (spec §7, D29 to D31). */

const signedInReply = { kind: 'json', status: 200, schema: signedInSchema } as const

/** An opaque secret in a body: from a link in a mail or the code of a redirect. */
export const linkToken = z.string().min(1).max(limits.linkTokenChars)

/** The data of the browser's WebAuthn calls; the library on the server validates each field. */
export const webAuthnJson = z.record(z.string(), z.unknown())

export const newPassword = z
  .string({ error: 'パスワードを入力してください。' })
  .min(1, { error: 'パスワードを入力してください。', abort: true })
  .refine((value) => value.isWellFormed(), { error: 'パスワードに使用できない文字が含まれています。' })
  .refine((value) => [...value].length >= limits.password.minimum, {
    error: `パスワードは${limits.password.minimum}文字以上で設定してください。`,
  })
  .refine((value) => value.length <= limits.password.maximum, { error: 'パスワードが長すぎます。' })

const factorBodies = [
  z.strictObject({ method: z.literal('totp'), code: z.string().max(limits.oneTimeCodeChars) }),
  z.strictObject({ method: z.literal('recovery_code'), code: z.string().max(limits.recoveryCodeChars) }),
  z.strictObject({ method: z.literal('passkey'), credential: webAuthnJson }),
] as const

export const giveSecondFactor = endpoint({
  name: 'auth.secondFactor',
  method: 'POST',
  path: '/auth/second-factor',
  summary: 'Complete a sign-in with a second factor; failures count like wrong passwords (D28, D31)',
  who: 'anyone',
  body: z.discriminatedUnion('method', [...factorBodies]),
  reply: signedInReply,
  problems: [
    'INVALID_INPUT',
    'SECOND_FACTOR_INVALID',
    'SECOND_FACTOR_EXPIRED',
    'CSRF_INVALID',
    'RATE_LIMITED',
    'FACTOR_UNREADABLE',
  ],
  audit: ['login', 'login_failed'],
})

export const secondFactorOptions = endpoint({
  name: 'auth.secondFactorOptions',
  method: 'POST',
  path: '/auth/second-factor/passkey-options',
  summary: 'Create the challenge for a passkey, for the pending sign-in',
  who: 'anyone',
  ...noBody,
  reply: { kind: 'json', status: 200, schema: webAuthnJson },
  problems: ['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_EXPIRED', 'CSRF_INVALID'],
  unaudited: 'The challenge has no effect before auth.secondFactor, which creates the entry.',
})

export const requestPasswordReset = endpoint({
  name: 'auth.requestPasswordReset',
  method: 'POST',
  path: '/auth/password-reset',
  summary: 'Send a link for a new password; the reply is the same whether or not the account exists',
  who: 'anyone',
  body: z.strictObject({ email }),
  reply: { kind: 'empty', status: 204 },
  problems: ['INVALID_INPUT', 'CSRF_INVALID', 'RATE_LIMITED', ...keyProblems],
  audit: ['update'],
  idempotent: true,
})

export const confirmPasswordReset = endpoint({
  name: 'auth.confirmPasswordReset',
  method: 'POST',
  path: '/auth/password-reset/confirm',
  summary: 'Set a new password by the link of the mail; ends all sessions of the account',
  who: 'anyone',
  body: z.strictObject({ token: linkToken, password: newPassword }),
  reply: { kind: 'empty', status: 204 },
  problems: ['INVALID_INPUT', 'LINK_INVALID', 'CSRF_INVALID', 'RATE_LIMITED'],
  audit: ['update'],
})

export const inspectInvitation = endpoint({
  name: 'auth.inspectInvitation',
  method: 'POST',
  path: '/auth/invitations/inspect',
  summary: 'The account of an invitation, while it can be accepted',
  who: 'anyone',
  body: z.strictObject({ token: linkToken }),
  reply: { kind: 'json', status: 200, schema: z.strictObject({ email: z.string(), name: z.string() }) },
  problems: ['INVALID_INPUT', 'LINK_INVALID', 'CSRF_INVALID', 'RATE_LIMITED'],
  readsOnly: true,
})

export const acceptInvitation = endpoint({
  name: 'auth.acceptInvitation',
  method: 'POST',
  path: '/auth/invitations/accept',
  summary: 'Set name and password of an invited account',
  who: 'anyone',
  body: z.strictObject({ token: linkToken, name: filled('氏名', limits.nameChars), password: newPassword }),
  reply: { kind: 'empty', status: 204 },
  problems: ['INVALID_INPUT', 'LINK_INVALID', 'CSRF_INVALID', 'RATE_LIMITED'],
  audit: ['update'],
})

export const firebaseSession = endpoint({
  name: 'auth.firebaseSession',
  method: 'POST',
  path: '/auth/firebase/session',
  summary: 'Sign in with the provider’s ID token (spec §7, D30)',
  who: 'anyone',
  body: z.strictObject({ idToken: z.string().min(1).max(limits.idTokenChars) }),
  reply: signedInReply,
  problems: [
    'INVALID_INPUT',
    'INVALID_TOKEN',
    'EMAIL_IN_USE',
    'PROVIDER_UNAVAILABLE',
    'PROVIDER_NOT_CONFIGURED',
    'CSRF_INVALID',
    'RATE_LIMITED',
  ],
  audit: ['login', 'login_failed', 'create', 'update'],
})

export const firebaseSso = endpoint({
  name: 'auth.firebaseSso',
  method: 'GET',
  path: '/auth/firebase-sso',
  summary:
    'Browser navigation: exchanges the provider’s ID token for a code and redirects to /sso-callback; asks for confirmation first if the navigation comes from another site (D29)',
  who: 'anyone',
  keepsIdleTime: true,
  // Optional, so that /sso-callback reports a missing parameter like every other failure.
  query: z.object({ id_token: z.string().optional(), redirect_url: z.string().optional() }),
  reply: { kind: 'navigation', status: 302 },
  problems: ['INVALID_INPUT', 'INVALID_TOKEN', 'PROVIDER_UNAVAILABLE', 'PROVIDER_NOT_CONFIGURED'],
  unaudited: 'The code opens nothing before auth.ssoExchange, which creates the entry.',
})

export const exchangeSsoCode = endpoint({
  name: 'auth.ssoExchange',
  method: 'POST',
  path: '/auth/sso/exchange',
  summary:
    'Exchange the single-use code of /sso-callback for a session; requires the cookie issued with it (D29)',
  who: 'anyone',
  body: z.strictObject({ token: linkToken }),
  reply: signedInReply,
  problems: ['INVALID_INPUT', 'INVALID_TOKEN', 'EMAIL_IN_USE', 'CSRF_INVALID', 'RATE_LIMITED'],
  audit: ['login', 'login_failed', 'create', 'update'],
})

export const stepUp = endpoint({
  name: 'auth.stepUp',
  method: 'POST',
  path: '/auth/step-up',
  summary:
    'Re-authenticate for acts that require a sign-in of the last five minutes (D31): by a second factor if the account has one, else by password or provider',
  who: 'user',
  auditors: 'also',
  whileEnrolling: true,
  body: z.discriminatedUnion('method', [
    z.strictObject({
      method: z.literal('password'),
      password: z.string().min(1).max(limits.password.maximum),
    }),
    ...factorBodies,
    z.strictObject({ method: z.literal('firebase'), idToken: z.string().min(1).max(limits.idTokenChars) }),
  ]),
  reply: { kind: 'json', status: 200, schema: z.strictObject({ csrfToken: z.string() }) },
  problems: [
    'INVALID_INPUT',
    'PASSWORD_WRONG',
    'SECOND_FACTOR_INVALID',
    'FACTOR_UNREADABLE',
    'STEP_UP_NEEDS_FACTOR',
    'INVALID_TOKEN',
    'PROVIDER_UNAVAILABLE',
    'PROVIDER_NOT_CONFIGURED',
    'RATE_LIMITED',
  ],
  audit: ['login', 'login_failed'],
})

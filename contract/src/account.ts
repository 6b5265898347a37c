import { z } from 'zod'
import { userSchema } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { filled, id, instant, noBody } from './fields.ts'
import { limits } from './limits.ts'
import { linkToken, newPassword, webAuthnJson } from './sign-in.ts'
import { sessionInfoSchema } from './users.ts'

/** The caller's own account: profile, password, sessions, second factors (D31). */

const accountSecuritySchema = z.strictObject({
  hasPassword: z.boolean(),
  /** Whether the account can sign in at the identity provider. */
  hasProvider: z.boolean(),
  /** When the last verification mail was sent to an unverified address; null if none was sent (D56). */
  verificationMailAt: instant.nullable(),
  totp: z.boolean(),
  passkeys: z.array(
    z.strictObject({ id, name: z.string(), createdAt: instant, lastUsedAt: instant.nullable() }),
  ),
  /** The number of unused recovery codes. */
  recoveryCodes: z.int(),
  /** The role requires a second factor on this installation. */
  secondFactorRequired: z.boolean(),
})
export type AccountSecurity = z.infer<typeof accountSecuritySchema>

const recoveryCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })
/**
 * The reply to the enrolment of a factor: an enrol-only session becomes a full one, with a new id and a new token
 * (D27).
 */
const enrolled = recoveryCodes.extend({ csrfToken: z.string() })

export const updateProfile = endpoint({
  name: 'account.update',
  method: 'PATCH',
  path: '/account',
  summary: 'Change the caller’s name',
  who: 'user',
  auditors: 'also',
  body: z.strictObject({ name: filled('氏名', limits.nameChars) }),
  reply: { kind: 'json', status: 200, schema: userSchema },
  problems: ['INVALID_INPUT'],
  audit: ['update'],
})

/** When mails about records that other members registered arrive: at once, once a day, or never (D67). */
export const recordMailTimes = ['immediately', 'daily', 'off'] as const
export type RecordMailTime = (typeof recordMailTimes)[number]

const recordMailsSchema = z.strictObject({ recordMails: z.enum(recordMailTimes) })

export const getRecordMails = endpoint({
  name: 'account.recordMails',
  method: 'GET',
  path: '/account/record-mails',
  summary: 'When the caller receives mails about records that other members registered (D67)',
  who: 'user',
  reply: { kind: 'json', status: 200, schema: recordMailsSchema },
  problems: [],
})

export const changeRecordMails = endpoint({
  name: 'account.changeRecordMails',
  method: 'PUT',
  path: '/account/record-mails',
  summary: 'Choose when mails about records that other members registered arrive (D67)',
  who: 'user',
  auditors: 'also',
  body: recordMailsSchema,
  reply: { kind: 'json', status: 200, schema: recordMailsSchema },
  problems: ['INVALID_INPUT'],
  audit: ['update'],
})

export const requestEmailVerification = endpoint({
  name: 'account.requestEmailVerification',
  method: 'PUT',
  path: '/account/email-verification',
  summary:
    'Send a verification mail to the caller’s unverified address, at most one an hour; within the hour the call changes nothing (D56)',
  who: 'user',
  auditors: 'also',
  ...noBody,
  reply: { kind: 'json', status: 200, schema: z.strictObject({ sentAt: instant }) },
  problems: ['CONFLICT'],
  audit: ['update'],
})

export const confirmEmailVerification = endpoint({
  name: 'account.confirmEmailVerification',
  method: 'POST',
  path: '/account/email-verification/confirm',
  summary:
    'Verify the caller’s address by the link of the mail; only the account that the mail is for can use it',
  who: 'user',
  auditors: 'also',
  body: z.strictObject({ token: linkToken }),
  reply: { kind: 'json', status: 200, schema: userSchema },
  problems: ['INVALID_INPUT', 'LINK_INVALID'],
  audit: ['update'],
})

export const changePassword = endpoint({
  name: 'account.password',
  method: 'PUT',
  path: '/account/password',
  summary: 'Change the caller’s password; ends all other sessions and gives this one a new id',
  who: 'user',
  auditors: 'also',
  body: z.strictObject({
    currentPassword: z
      .string()
      .min(1, { error: '現在のパスワードを入力してください。' })
      .max(limits.password.maximum),
    newPassword,
  }),
  reply: { kind: 'json', status: 200, schema: z.strictObject({ csrfToken: z.string() }) },
  problems: ['INVALID_INPUT', 'PASSWORD_WRONG', 'CONFLICT', 'RATE_LIMITED'],
  audit: ['update', 'login_failed'],
})

export const accountSecurity = endpoint({
  name: 'account.security',
  method: 'GET',
  path: '/account/security',
  summary: 'The caller’s sign-in methods',
  who: 'user',
  whileEnrolling: true,
  reply: { kind: 'json', status: 200, schema: accountSecuritySchema },
  problems: [],
})

export const listOwnSessions = endpoint({
  name: 'account.sessions',
  method: 'GET',
  path: '/account/sessions',
  summary: 'The caller’s open sessions',
  who: 'user',
  reply: { kind: 'json', status: 200, schema: z.array(sessionInfoSchema) },
  problems: [],
})

export const endOwnSession = endpoint({
  name: 'account.endSession',
  method: 'DELETE',
  path: '/account/sessions/{id}',
  summary: 'End another session of the caller',
  who: 'user',
  auditors: 'also',
  params: z.strictObject({ id }),
  reply: { kind: 'empty', status: 204 },
  problems: ['NOT_FOUND'],
  audit: ['logout'],
})

export const endOtherSessions = endpoint({
  name: 'account.endOtherSessions',
  method: 'DELETE',
  path: '/account/sessions',
  summary: 'End all other sessions of the caller',
  who: 'user',
  auditors: 'also',
  reply: { kind: 'empty', status: 204 },
  problems: [],
  audit: ['logout'],
})

export const startTotp = endpoint({
  name: 'account.startTotp',
  method: 'POST',
  path: '/account/totp',
  summary: 'Create a secret for an authenticator app; a code must confirm it before it is valid',
  who: 'user',
  auditors: 'also',
  whileEnrolling: true,
  stepUp: true,
  ...noBody,
  reply: { kind: 'json', status: 200, schema: z.strictObject({ secret: z.string(), uri: z.string() }) },
  problems: ['CONFLICT', 'STEP_UP_REQUIRED'],
  unaudited: 'The secret has no effect before account.confirmTotp, which creates the entry.',
})

export const confirmTotp = endpoint({
  name: 'account.confirmTotp',
  method: 'POST',
  path: '/account/totp/confirm',
  summary: 'Confirm the authenticator app; the first factor creates recovery codes, shown once',
  who: 'user',
  auditors: 'also',
  whileEnrolling: true,
  body: z.strictObject({ code: z.string().max(limits.oneTimeCodeChars) }),
  reply: { kind: 'json', status: 200, schema: enrolled },
  problems: ['INVALID_INPUT', 'SECOND_FACTOR_INVALID', 'FACTOR_UNREADABLE', 'CONFLICT', 'RATE_LIMITED'],
  audit: ['update'],
})

export const removeTotp = endpoint({
  name: 'account.removeTotp',
  method: 'DELETE',
  path: '/account/totp',
  summary: 'Remove the authenticator app',
  who: 'user',
  auditors: 'also',
  stepUp: true,
  reply: { kind: 'empty', status: 204 },
  problems: ['NOT_FOUND', 'SECOND_FACTOR_REQUIRED', 'STEP_UP_REQUIRED'],
  audit: ['update'],
})

export const passkeyOptions = endpoint({
  name: 'account.passkeyOptions',
  method: 'POST',
  path: '/account/passkeys/options',
  summary: 'Create the challenge for a new passkey',
  who: 'user',
  auditors: 'also',
  whileEnrolling: true,
  stepUp: true,
  ...noBody,
  reply: { kind: 'json', status: 200, schema: webAuthnJson },
  problems: ['STEP_UP_REQUIRED'],
  unaudited: 'The challenge has no effect before account.addPasskey, which creates the entry.',
})

export const addPasskey = endpoint({
  name: 'account.addPasskey',
  method: 'POST',
  path: '/account/passkeys',
  summary: 'Add a passkey; the first factor creates recovery codes, shown once',
  who: 'user',
  auditors: 'also',
  whileEnrolling: true,
  body: z.strictObject({ name: filled('名前', limits.nameChars), credential: webAuthnJson }),
  reply: { kind: 'json', status: 200, schema: enrolled },
  problems: ['INVALID_INPUT', 'SECOND_FACTOR_INVALID', 'CONFLICT'],
  audit: ['update'],
})

export const removePasskey = endpoint({
  name: 'account.removePasskey',
  method: 'DELETE',
  path: '/account/passkeys/{id}',
  summary: 'Remove a passkey',
  who: 'user',
  auditors: 'also',
  stepUp: true,
  params: z.strictObject({ id }),
  reply: { kind: 'empty', status: 204 },
  problems: ['NOT_FOUND', 'SECOND_FACTOR_REQUIRED', 'STEP_UP_REQUIRED'],
  audit: ['update'],
})

export const renewRecoveryCodes = endpoint({
  name: 'account.recoveryCodes',
  method: 'POST',
  path: '/account/recovery-codes',
  summary: 'Create recovery codes, shown once; earlier ones become invalid',
  who: 'user',
  auditors: 'also',
  stepUp: true,
  ...noBody,
  reply: { kind: 'json', status: 200, schema: recoveryCodes },
  problems: ['CONFLICT', 'STEP_UP_REQUIRED'],
  audit: ['update'],
})

export const stepUpOptions = endpoint({
  name: 'account.stepUpOptions',
  method: 'POST',
  path: '/account/step-up/passkey-options',
  summary: 'Create the challenge to re-authenticate with a passkey',
  who: 'user',
  auditors: 'also',
  whileEnrolling: true,
  ...noBody,
  reply: { kind: 'json', status: 200, schema: webAuthnJson },
  problems: ['CONFLICT'],
  unaudited: 'The challenge has no effect before auth.stepUp, which creates the entry.',
})

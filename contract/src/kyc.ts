import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { limits } from './limits.ts'

/** KYC sessions, which partner platforms start (spec §2 "KYC page", D33, D34). */

export const userIdPattern = /^[A-Za-z0-9_-]+$/

/** The warnings of spec §5. They block nothing. */
const kycWarnings = ['callback_not_https', 'referrer_foreign'] as const
export type KycWarning = (typeof kycWarnings)[number]

/** The texts of the warnings, for browser and server (D55). */
export const kycWarningTexts = {
  callback_not_https: 'callback_url は https を推奨します',
  referrer_foreign: '不正なリファラーからのアクセスです',
} as const satisfies Record<KycWarning, string>

/** The error texts of the partner's parameters. */
export const kycFaults = {
  userIdMissing: 'user_id が指定されていません',
  callbackUrlMissing: 'callback_url が指定されていません',
  apiKeyMissing: 'api_key が指定されていません',
  callbackUrlInvalid: 'callback_url が正しいURLではありません',
  userIdInvalid: 'user_id に使用できない文字が含まれています（半角英数字、_、- のみ）',
  signatureWrong: 'signature が正しくないか、signed_at から時間が経ちすぎています',
  apiKeyShort: `api_key は${limits.kyc.apiKeyMinimum}文字以上で指定してください`,
} as const

const partnerAddress = (missing?: string) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .max(limits.partnerTexts.url, { error: 'パラメータが長すぎます。' })

const partnerText = (maximum: number, missing?: string) =>
  z
    .string(missing === undefined ? {} : { error: missing })
    .max(maximum, { error: 'パラメータが長すぎます。' })
    .refine((value) => value.isWellFormed() && !/\p{Cc}/u.test(value), {
      error: 'パラメータに使用できない文字が含まれています。',
    })

/** A KYC session, without API key and callback address. */
const kycSessionSchema = z.strictObject({
  id,
  partner: z.strictObject({ name: z.string(), test: z.boolean() }),
  user_id: z.string(),
  session_id: z.string().nullable(),
  company_id: z.string(),
  locale: z.string(),
  warnings: z.array(z.enum(kycWarnings)),
  expiresAt: instant,
  /** Set once the partner has received the result: the address to redirect to. */
  redirectUrl: z.string().nullable(),
})
export type KycSession = z.infer<typeof kycSessionSchema>

export const openKycSession = endpoint({
  name: 'kyc.open',
  method: 'POST',
  path: '/kyc/sessions',
  summary:
    'Check the partner’s parameters and create the KYC session; sets the cookie that binds it to this browser (D33)',
  who: 'anyone',
  body: z.strictObject({
    user_id: partnerText(limits.partnerTexts.userId, kycFaults.userIdMissing)
      .min(1, { error: kycFaults.userIdMissing })
      .regex(userIdPattern, { error: kycFaults.userIdInvalid }),
    callback_url: partnerAddress(kycFaults.callbackUrlMissing)
      .min(1, { error: kycFaults.callbackUrlMissing })
      .refine((value) => URL.canParse(value), { error: kycFaults.callbackUrlInvalid }),
    api_key: partnerText(limits.partnerTexts.apiKey, kycFaults.apiKeyMissing)
      .min(1, { error: kycFaults.apiKeyMissing })
      .min(limits.kyc.apiKeyMinimum, { error: kycFaults.apiKeyShort }),
    redirect_url: partnerAddress().nullish(),
    company_id: partnerText(limits.partnerTexts.companyId).nullish(),
    session_id: partnerText(limits.partnerTexts.sessionId).nullish(),
    locale: partnerText(20).nullish(),
    /**
     * Seconds since 1970 and the signature of the partner, which prove the user; without them, `user_id` is a claim.
     */
    signed_at: partnerText(20).nullish(),
    signature: partnerText(100).nullish(),
    /** The origin of document.referrer, if present. */
    referrer: partnerText(limits.partnerTexts.referrer).nullish(),
  }),
  reply: { kind: 'json', status: 201, schema: kycSessionSchema },
  problems: [
    'INVALID_INPUT',
    'KYC_PARTNER_REFUSED',
    'CALLBACK_NOT_ALLOWED',
    'REDIRECT_NOT_ALLOWED',
    'CSRF_INVALID',
    'RATE_LIMITED',
    ...keyProblems,
  ],
  audit: ['create'],
  idempotent: true,
})

export const openKycAddress = endpoint({
  name: 'kyc.openAddress',
  method: 'POST',
  path: '/kyc/addresses',
  summary:
    'Open a one-time address that a partner’s server has created, which proves the user; only the same browser can open it again (D112)',
  who: 'anyone',
  body: z.strictObject({ token: partnerText(limits.linkTokenChars, '入力内容を確認してください。') }),
  reply: { kind: 'json', status: 201, schema: kycSessionSchema },
  problems: [
    'KYC_ADDRESS_ENDED',
    'KYC_ADDRESS_TEST',
    'KYC_PARTNER_REFUSED',
    'CSRF_INVALID',
    'RATE_LIMITED',
    ...keyProblems,
  ],
  audit: ['create'],
  idempotent: true,
})

export const getKycSession = endpoint({
  name: 'kyc.get',
  method: 'GET',
  path: '/kyc/sessions/{id}',
  summary: 'The KYC session, for the browser that opened it, such as after a reload (D33)',
  who: 'anyone',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: kycSessionSchema },
  problems: ['KYC_SESSION_NOT_FOUND'],
})

const optionalText = (maximum: number) => z.string().max(maximum).nullish()

/** The problems of the two calls that follow the sign-in. */
const afterSignIn = [
  'INVALID_INPUT',
  'TOKEN_EXPIRED',
  'KYC_SESSION_NOT_FOUND',
  'KYC_SESSION_MISMATCH',
  'KYC_SIGN_IN_REQUIRED',
  'KYC_USER_LINKED',
  'CONFLICT',
] as const

/** spec §3 "User registration payload". */
export const registerKycUser = endpoint({
  name: 'kyc.registerUser',
  method: 'POST',
  path: '/users/sharegram-register',
  summary: 'Link the signed-in account to the partner’s user (spec §7, D33); requires the bearer token',
  who: 'user',
  bearer: 'required',
  body: z.strictObject({
    firebase_uid: z.string().min(1).max(limits.partnerTexts.userId),
    sharegram_user_id: z.string().min(1).max(limits.partnerTexts.userId),
    session_id: optionalText(limits.partnerTexts.sessionId),
    company_id: optionalText(limits.partnerTexts.companyId),
    locale: optionalText(20),
    email: optionalText(limits.emailChars),
    display_name: optionalText(limits.partnerTexts.name),
    photo_url: optionalText(limits.partnerTexts.url),
    created_at: optionalText(limits.partnerTexts.time),
    updated_at: optionalText(limits.partnerTexts.time),
    /** Not in the specification: the KYC session; without it, the newest of this browser. */
    kycSession: id.nullish(),
  }),
  reply: { kind: 'json', status: 200, schema: z.strictObject({ success: z.literal(true) }) },
  problems: [...afterSignIn],
  audit: ['share', 'update'],
})

/** spec §3 "Auth result payload", as partners receive it. */
export interface AuthResult {
  readonly user_id: string
  /** Whether a signed link has proven that the account is this user; otherwise `user_id` is a claim of the browser. */
  readonly user_id_verified: boolean
  readonly firebase_uid: string
  readonly email: string | null
  readonly display_name: string | null
  readonly photo_url: string | null
  readonly id_token: string
  readonly session_id: string | null
  readonly timestamp: string
  readonly status: 'success'
}

export const sendAuthResult = endpoint({
  name: 'kyc.sendResult',
  method: 'POST',
  path: '/sharegram/auth-result',
  summary:
    'Send the result to the partner. The server composes it from the KYC session and the sign-in; fields of the body must match it (D34); requires the bearer token',
  who: 'user',
  bearer: 'required',
  body: z.strictObject({
    callback_url: optionalText(limits.partnerTexts.url),
    api_key: optionalText(limits.partnerTexts.apiKey),
    result: z
      .strictObject({
        user_id: optionalText(limits.partnerTexts.userId),
        firebase_uid: optionalText(limits.partnerTexts.userId),
        email: optionalText(limits.emailChars),
        display_name: optionalText(limits.partnerTexts.name),
        photo_url: optionalText(limits.partnerTexts.url),
        id_token: optionalText(limits.idTokenChars),
        session_id: optionalText(limits.partnerTexts.sessionId),
        timestamp: z.union([z.string().max(limits.partnerTexts.time), z.number()]).nullish(),
        status: optionalText(50),
      })
      .nullish(),
    /** Not in the specification: the KYC session; without it, the newest of this browser. */
    kycSession: id.nullish(),
  }),
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({
      success: z.literal(true),
      /** `redirect_url` or `callback_url`, with the query of spec §4. */
      redirectUrl: z.string(),
    }),
  },
  problems: [...afterSignIn, 'PARTNER_DELIVERY_FAILED', 'PARTNER_DELIVERY_STOPPED'],
  audit: ['share', 'update'],
})

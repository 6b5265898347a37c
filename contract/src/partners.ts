import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { filled, id, instant, noBody, paging } from './fields.ts'
import { limits } from './limits.ts'

/** Partner platforms (D33), for superadmins only (D4). */

export const partnerModes = ['test', 'live'] as const
export type PartnerMode = (typeof partnerModes)[number]

/** Why callbacks are off: a 410 response, failures for five days (D35), or a superadmin switched them off. */
const callbackStops = ['gone', 'failing', 'manual'] as const
export type CallbackStop = (typeof callbackStops)[number]

/** A key or secret without its value, which is shown only at its creation. */
const credentialSchema = z.strictObject({
  id,
  /** Its last four characters. */
  hint: z.string(),
  createdAt: instant,
  /** Set by a rotation: the old one stays valid until then. */
  expiresAt: instant.nullable(),
})
export type PartnerCredential = z.infer<typeof credentialSchema>

const partnerSchema = z.strictObject({
  id,
  companyId: z.string(),
  name: z.string(),
  mode: z.enum(partnerModes),
  disabled: z.boolean(),
  callbackOrigins: z.array(z.string()),
  redirectOrigins: z.array(z.string()),
  referrerOrigins: z.array(z.string()),
  callbackStop: z.enum(callbackStops).nullable(),
  /** The start of uninterrupted failures. */
  failingSince: instant.nullable(),
  keys: z.array(credentialSchema),
  secrets: z.array(credentialSchema),
  /** Incremented by each change; an edit sends the version that it is based on. */
  version: z.int(),
  createdAt: instant,
  updatedAt: instant,
})
export type Partner = z.infer<typeof partnerSchema>

/** An origin in the form of `new URL(…).origin`: scheme, host and port only. */
const origins = (label: string) =>
  z
    .array(
      z
        .string()
        .trim()
        .max(limits.originChars)
        .refine(isOrigin, {
          error: `${label}は https://example.com の形で、1行に1件ずつ入力してください。`,
        }),
    )
    .max(limits.partnerOrigins, { error: `${label}は${limits.partnerOrigins}件以内で入力してください。` })

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value && /^https?:/.test(value)
}

const companyId = z
  .string({ error: '会社IDを入力してください。' })
  .trim()
  .regex(/^[A-Za-z0-9_-]{1,64}$/, { error: '会社IDは半角英数字、_、- の64文字以内で入力してください。' })
const name = filled('提携先名', limits.nameChars)
const mode = z.enum(partnerModes, { error: '種別を選択してください。' })
const lists = {
  callbackOrigins: origins('コールバックの送信先').min(1, {
    error: 'コールバックの送信先を1件以上入力してください。',
  }),
  redirectOrigins: origins('戻り先'),
  referrerOrigins: origins('参照元'),
}

const one = z.strictObject({ id })
const reply = { kind: 'json', status: 200, schema: partnerSchema } as const
const made = <const S extends z.ZodType>(schema: S) => ({ kind: 'json', status: 201, schema }) as const

export const listPartners = endpoint({
  name: 'partners.list',
  method: 'GET',
  path: '/partners',
  summary: 'Partners, newest first',
  who: 'superadmin',
  query: z.object(paging),
  reply: { kind: 'json', status: 200, schema: z.array(partnerSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID'],
})

export const getPartner = endpoint({
  name: 'partners.get',
  method: 'GET',
  path: '/partners/{id}',
  summary: 'One partner',
  who: 'superadmin',
  params: one,
  reply,
  problems: ['NOT_FOUND'],
})

/** The only reply that contains key and secret. */
export const createPartner = endpoint({
  name: 'partners.create',
  method: 'POST',
  path: '/partners',
  summary: 'Register a partner; only this reply contains its key and secret (D33)',
  who: 'superadmin',
  stepUp: true,
  body: z.strictObject({ companyId, name, mode, ...lists }),
  reply: made(z.strictObject({ partner: partnerSchema, apiKey: z.string(), signingSecret: z.string() })),
  problems: ['INVALID_INPUT', 'COMPANY_ID_TAKEN', 'STEP_UP_REQUIRED', ...keyProblems],
  audit: ['create'],
  idempotent: true,
})

export const updatePartner = endpoint({
  name: 'partners.update',
  method: 'PATCH',
  path: '/partners/{id}',
  summary:
    'Change name, mode or allowed origins; absent fields stay; CONFLICT if `version` is given and is not the current one',
  who: 'superadmin',
  stepUp: true,
  params: one,
  body: z.strictObject({
    name: name.optional(),
    mode: mode.optional(),
    callbackOrigins: lists.callbackOrigins.optional(),
    redirectOrigins: lists.redirectOrigins.optional(),
    referrerOrigins: lists.referrerOrigins.optional(),
    version: z.int().optional(),
  }),
  reply,
  problems: ['NOT_FOUND', 'INVALID_INPUT', 'STEP_UP_REQUIRED', 'CONFLICT'],
  audit: ['update'],
})

const act = <const N extends string, const P extends string>(name: N, path: P, summary: string) =>
  endpoint({
    name,
    method: 'PUT',
    path,
    summary,
    who: 'superadmin',
    params: one,
    ...noBody,
    reply,
    problems: ['NOT_FOUND', 'CONFLICT'],
    audit: ['update'],
  })

export const disablePartner = act(
  'partners.disable',
  '/partners/{id}/disable',
  'Disable a partner: its open KYC sessions end, and nothing more is sent',
)
export const enablePartner = act('partners.enable', '/partners/{id}/enable', 'Enable a partner')
export const stopCallbacks = act(
  'partners.stopCallbacks',
  '/partners/{id}/callbacks/stop',
  'Stop callbacks; deliveries wait',
)
export const resumeCallbacks = act(
  'partners.resumeCallbacks',
  '/partners/{id}/callbacks/resume',
  'Resume callbacks that were stopped manually or by failures (D35)',
)

export const unlinkPartnerUser = endpoint({
  name: 'partners.unlinkUser',
  method: 'PUT',
  path: '/partners/{id}/users/unlink',
  summary: 'Undo the link of a user of the partner to an account; open KYC sessions of the user end (D33)',
  who: 'superadmin',
  stepUp: true,
  params: one,
  body: z.strictObject({
    userId: filled('会員ID', limits.partnerTexts.userId),
  }),
  reply: { kind: 'empty', status: 204 },
  problems: ['NOT_FOUND', 'INVALID_INPUT', 'STEP_UP_REQUIRED', 'KYC_USER_NOT_LINKED'],
  audit: ['update'],
})

const rotation = {
  method: 'POST',
  who: 'superadmin',
  stepUp: true,
  params: one,
  ...noBody,
  problems: ['NOT_FOUND', 'STEP_UP_REQUIRED', 'CONFLICT', ...keyProblems],
  audit: ['update'],
  idempotent: true,
} as const

export const rotateKey = endpoint({
  ...rotation,
  name: 'partners.rotateKey',
  path: '/partners/{id}/keys',
  summary: 'Create a new API key; the old one stays valid for 24 hours',
  reply: made(z.strictObject({ partner: partnerSchema, apiKey: z.string() })),
})

export const rotateSecret = endpoint({
  ...rotation,
  name: 'partners.rotateSecret',
  path: '/partners/{id}/secrets',
  summary: 'Create a new signing secret; for 24 hours callbacks have both signatures (D35)',
  reply: made(z.strictObject({ partner: partnerSchema, signingSecret: z.string() })),
})

const endCredential = <const N extends string, const P extends string>(name: N, path: P, summary: string) =>
  endpoint({
    name,
    method: 'DELETE',
    path,
    summary,
    who: 'superadmin',
    stepUp: true,
    params: z.strictObject({ id, credentialId: id }),
    reply: { kind: 'empty', status: 204 },
    problems: ['NOT_FOUND', 'STEP_UP_REQUIRED', 'CONFLICT'],
    audit: ['update'],
  })

export const endKey = endCredential(
  'partners.endKey',
  '/partners/{id}/keys/{credentialId}',
  'Revoke a replaced API key at once; the newest one can’t be revoked (CONFLICT)',
)
export const endSecret = endCredential(
  'partners.endSecret',
  '/partners/{id}/secrets/{credentialId}',
  'Revoke a replaced signing secret at once; the newest one can’t be revoked (CONFLICT)',
)

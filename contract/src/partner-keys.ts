import { z } from 'zod'
import { endpoint, keyProblems } from './endpoint.ts'
import { id, instant } from './fields.ts'
import { partnerScopes } from './partner-api-vocabulary.ts'
import { partnerModes } from './partners.ts'

// Keys for the servers of partners (D112), for superadmins. They are not the API keys in addresses (D33), which
// browsers see.

const keySchema = z.strictObject({
  id,
  mode: z.enum(partnerModes),
  scopes: z.array(z.enum(partnerScopes)),
  /** The version of calls without a header. */
  version: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  createdAt: instant,
  /** Set by a rotation: the old key stays valid until then. */
  expiresAt: instant.nullable(),
  /** Accurate to ten minutes; null if the key was never used. */
  lastUsedAt: instant.nullable(),
})
export type PartnerApiKey = z.infer<typeof keySchema>

const created = {
  kind: 'json',
  status: 201,
  schema: z.strictObject({ key: keySchema, secret: z.string() }),
} as const

export const listApiKeys = endpoint({
  name: 'partners.apiKeys',
  method: 'GET',
  path: '/partners/{id}/api-keys',
  summary: 'The keys of a partner’s server, newest first, without their values (D112)',
  who: 'superadmin',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: z.array(keySchema) },
  problems: ['NOT_FOUND'],
})

export const newKeySchema = z.strictObject({
  mode: z.enum(partnerModes, { error: '種別を選択してください。' }),
  scopes: z
    .array(z.enum(partnerScopes, { error: '使える操作の指定が正しくありません。' }), {
      error: '使える操作を選択してください。',
    })
    .min(1, { error: '使える操作を1件以上選択してください。' })
    .max(partnerScopes.length, { error: '使える操作の指定が正しくありません。' }),
})

export const createApiKey = endpoint({
  name: 'partners.createApiKey',
  method: 'POST',
  path: '/partners/{id}/api-keys',
  summary:
    'Create a key for a partner’s server; only this reply contains it. Test partners get test keys only (D112)',
  who: 'superadmin',
  stepUp: true,
  params: z.strictObject({ id }),
  body: newKeySchema,
  reply: created,
  problems: ['NOT_FOUND', 'INVALID_INPUT', 'STEP_UP_REQUIRED', 'TOO_MANY_KEYS', ...keyProblems],
  audit: ['update'],
  idempotent: true,
})

const ofKey = z.strictObject({ id, keyId: id })

export const rotateApiKey = endpoint({
  name: 'partners.rotateApiKey',
  method: 'POST',
  path: '/partners/{id}/api-keys/{keyId}/rotation',
  summary: 'Replace a key by one with the same rights; the old one stays valid for 24 hours (D112)',
  who: 'superadmin',
  stepUp: true,
  params: ofKey,
  reply: created,
  problems: ['NOT_FOUND', 'STEP_UP_REQUIRED', 'CONFLICT', ...keyProblems],
  audit: ['update'],
  idempotent: true,
})

export const revokeApiKey = endpoint({
  name: 'partners.revokeApiKey',
  method: 'DELETE',
  path: '/partners/{id}/api-keys/{keyId}',
  summary: 'Revoke a key at once (D112)',
  who: 'superadmin',
  stepUp: true,
  params: ofKey,
  reply: { kind: 'empty', status: 204 },
  problems: ['NOT_FOUND', 'STEP_UP_REQUIRED'],
  audit: ['update'],
})

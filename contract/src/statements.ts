import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, noBody } from './fields.ts'
import { statementAudience } from './share-vocabulary.ts'
import { sharedRecordsSchema } from './shares.ts'

// Signed statements about titles (D113).

/** A signed statement, which its holder verifies with the keys at /.well-known/jwks.json alone. */
const statementReply = {
  kind: 'json',
  status: 200,
  schema: z.strictObject({
    /** A JWS in compact form (RFC 7515), with the claims of a JWT. */
    statement: z.string(),
    expiresAt: instant,
  }),
} as const

export const issueStatement = endpoint({
  name: 'sharedVideos.statement',
  method: 'POST',
  path: '/shared-videos/{id}/statements',
  summary:
    'A signed statement of what the records say now, valid for 24 hours; none is issued after the end of the share (D113)',
  who: 'user',
  params: z.strictObject({ id }),
  ...noBody,
  reply: statementReply,
  problems: ['SHARE_NOT_FOUND', 'ORGANISATION_ROLE'],
  audit: ['share'],
})

export const issueOwnStatement = endpoint({
  name: 'videos.statement',
  method: 'POST',
  path: '/videos/{id}/statements',
  summary: 'The same of an own video, for what holds on every channel (D113)',
  who: 'user',
  params: z.strictObject({ id }),
  ...noBody,
  reply: statementReply,
  problems: ['VIDEO_NOT_FOUND', 'ORGANISATION_ROLE'],
  audit: ['share'],
})

/** The claims of a statement besides those of RFC 7519: `sub` is the id of the share, or of the own video. */
export const statementClaims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.literal(statementAudience),
  iat: z.int(),
  exp: z.int(),
  jti: z.string(),
  title: z.string(),
  product_number: z.string().nullable(),
  organisation: z.string(),
  recipient: z.string().nullable(),
  channel: z.string().nullable(),
  state: z.enum(['complete', 'missing']),
  records: sharedRecordsSchema,
  /** The newest signed checkpoint of the audit log; null before the first one. */
  checkpoint: z.string().nullable(),
  notice: z.string(),
})
export type StatementClaims = z.infer<typeof statementClaims>

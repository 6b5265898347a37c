import { createHmac, timingSafeEqual } from 'node:crypto'
import { logFaultSchema, logVerificationSchema } from '@kyc/contract/audit-verification.ts'
import { z } from 'zod'
import type { AuditKeys } from '../entry-box.ts'
import { noCounts } from './faults.ts'

const countsSchema = logVerificationSchema.shape.counts.omit({ faults: true })

const placeSchema = z.strictObject({ xid: z.string(), id: z.string() }).nullable()

const schema = z.strictObject({
  /** The entries verified so far, and the hashes of their subtrees in hex. */
  size: z.int(),
  subtrees: z.array(z.string()),
  last: placeSchema,
  /** The newest checkpoint so far, and the databases of the last two. */
  checkpoint: z.int(),
  databases: z.tuple([z.string().nullable(), z.string().nullable()]),
  sealedAt: z.string().nullable(),
  /** The tree can no longer be compared, and subtrees that differ since the newest checkpoint. */
  broken: z.boolean(),
  suspects: z.array(logFaultSchema),
  /** Where this verification began, with the time of the checkpoint there. */
  from: z.int(),
  fromSealedAt: z.string().nullable(),
  /** Results so far, if it was interrupted. */
  counts: countsSchema,
  faults: z.strictObject({ code: z.int(), count: z.int(), first: z.array(logFaultSchema) }),
})
export type Position = z.infer<typeof schema>

export const beginning: Position = {
  size: 0,
  subtrees: [],
  last: null,
  checkpoint: 0,
  databases: [null, null],
  sealedAt: null,
  broken: false,
  suspects: [],
  from: 0,
  fromSealedAt: null,
  counts: noCounts,
  faults: { code: 0, count: 0, first: [] },
}

/** A position as text with a MAC: a changed one would hide what was never verified. */
export function formatPosition(keys: AuditKeys, position: Position): string {
  const content = Buffer.from(JSON.stringify(position)).toString('base64url')
  return `${content}.${macOf(keys, content).toString('base64url')}`
}

/** @throws Error unless `formatPosition` wrote `text` with the same keys */
export function parsePosition(keys: AuditKeys, text: string): Position {
  const [content = '', mac = ''] = text.trim().split('.')
  const expected = macOf(keys, content)
  const given = Buffer.from(mac, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    throw new Error('The position of the earlier verification was changed or belongs to another log.')
  }
  return schema.parse(JSON.parse(Buffer.from(content, 'base64url').toString()))
}

function macOf(keys: AuditKeys, content: string): Buffer {
  return createHmac('sha256', keys.mac).update(`position ${content}`).digest()
}

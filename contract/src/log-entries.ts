import { z } from 'zod'

/** What proves that an entry is in the audit log (D39, D41), for the server and for programs that verify without it. */

const hex = z.string().regex(/^([0-9a-f]{2})+$/)
const hash = z.string().regex(/^[0-9a-f]{64}$/)

/**
 * The content of the leaf of an entry: everything stored about it, except `xid`, which only orders the sealing. Numbers
 * are decimal text, hashes hex.
 */
export interface LeafContent {
  readonly id: string
  readonly at_us: string
  readonly actor: string | null
  readonly action: string
  readonly rtype: string
  readonly rid: string | null
  readonly subject: string | null
  readonly owner: string | null
  readonly writer: string
  readonly wseq: string
  readonly ip_commit: string
  readonly details_commit: string
}

/** Strict, because the hash input is composed from these texts. */
export const leafContentSchema = z.strictObject({
  id: z.uuid(),
  at_us: z.string().regex(/^\d+$/),
  actor: z.uuid().nullable(),
  // Any text, also an action or a type that this release does not have.
  action: z.string(),
  rtype: z.string(),
  rid: z.string().nullable(),
  subject: z.uuid().nullable(),
  owner: z.uuid().nullable(),
  writer: z.uuid(),
  wseq: z.string().regex(/^\d+$/),
  ip_commit: hex,
  details_commit: hex,
}) satisfies z.ZodType<LeafContent>

/**
 * The canonical JSON (RFC 8785) of a leaf. Written by hand because entries are hashed by the million; a test compares
 * it with the library.
 */
export function leafJson(leaf: LeafContent): string {
  return `{"action":${json(leaf.action)},"actor":${json(leaf.actor)},"at_us":"${leaf.at_us}","details_commit":"${leaf.details_commit}","id":"${leaf.id}","ip_commit":"${leaf.ip_commit}","owner":${json(leaf.owner)},"rid":${json(leaf.rid)},"rtype":${json(leaf.rtype)},"subject":${json(leaf.subject)},"v":1,"writer":"${leaf.writer}","wseq":"${leaf.wseq}"}`
}

const json = JSON.stringify

/** A value with its salt: `HMAC(salt, value)` is in the entry. */
export const openedValueSchema = z.strictObject({ salt: hex, value: z.unknown() })
export type OpenedValue = z.infer<typeof openedValueSchema>

/** One row of the proof of an export. */
export const proofRowSchema = z.strictObject({
  id: z.string(),
  index: z.int(),
  leaf: hash,
  /** The hashes of an inclusion path (RFC 6962), from the leaf to the root. */
  path: z.array(hash),
  /** Absent if the reader may not see who acted: the row proves only that the entry is in the log. */
  content: leafContentSchema.optional(),
  ip: openedValueSchema.optional(),
  details: openedValueSchema.optional(),
})
export type ProofRow = z.infer<typeof proofRowSchema>

/** Proves with the public key alone that the log has one entry, with these details. The IP address is left out. */
export const entryProofSchema = proofRowSchema
  .omit({ ip: true })
  .required({ content: true, details: true })
  .extend({
    format: z.literal('kyc-entry-proof/1'),
    /** The signed checkpoint whose tree has the entry. */
    note: z.string(),
    /** Names the key of the note. Proves nothing by itself: verify with the published key. */
    vkey: z.string(),
  })
export type EntryProofFile = z.infer<typeof entryProofSchema>

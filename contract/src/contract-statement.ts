import { z } from 'zod'
import { linkLanguages } from './consent.ts'

/** The vocabulary of a contract that was signed on the performer's own link. */

/** What happened before and at the signing, in the order in which it must happen. */
export const signingActs = ['sent', 'explained', 'sheetReceived', 'contractRead', 'signed'] as const
export type SigningAct = (typeof signingActs)[number]

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** A name and what it states, as the page of the record shows them. */
const labelled = z.strictObject({ label: z.string(), text: z.string() })

const actSchema = z.strictObject({
  kind: z.enum(signingActs),
  /** The instant, or the day alone of what was entered as a day. */
  at: z.union([z.iso.datetime(), z.iso.date()]),
  /** Who acted: a name, such as that of the organisation or of who explained the contract. */
  by: z.string(),
  /** For `explained`: how long the talk took, and the name of its language. */
  minutes: z.int().nonnegative().optional(),
  language: z.string().optional(),
})

/**
 * What a signed copy states about the signing: its page 締結の記録 shows it, and it is attached as statement.json. The log
 * proves the hash of the draft; the signature of the installation proves the rest.
 */
export const contractStatementSchema = z.strictObject({
  format: z.literal('kyc-contract/1'),
  id: z.uuid(),
  language: z.enum(linkLanguages),
  /** The title of the contract. */
  title: z.string(),
  /** Such as 制作者 and 出演者 with their names. */
  parties: z.array(labelled),
  facts: z.array(labelled),
  acts: z.array(actSchema),
  /** The hash of the bytes that were signed. */
  draftSha256: hash,
  /** The entry of the signing in the audit log; the details of the entry contain `sha256`. */
  entryId: z.uuid(),
  signedAt: z.iso.datetime(),
  /** The address of the installation. */
  installation: z.url(),
})
export type ContractStatement = z.infer<typeof contractStatementSchema>

/** A drawn signature: its strokes, each a line through points with coordinates from 0 to 1, from the top left. */
export type Drawing = readonly (readonly (readonly [x: number, y: number])[])[]

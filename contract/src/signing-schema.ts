import { z } from 'zod'
import { linkLanguages } from './consent.ts'
import { id, instant } from './fields.ts'
import { signingObstacles, signingStates } from './signing-vocabulary.ts'

// A signing as pages show it (D101).

/**
 * Who explains the contract, when, how long and in which language (5条). Minutes are known once the talk has taken
 * place.
 */
export const talkSchema = z.strictObject({
  by: z.string(),
  on: z.string(),
  minutes: z.int().nullable(),
  language: z.string(),
  done: z.boolean(),
})
export type Talk = z.infer<typeof talkSchema>

export const questionSchema = z.strictObject({
  id,
  text: z.string(),
  at: instant,
  answer: z.strictObject({ text: z.string(), at: instant, by: z.string().nullable() }).nullable(),
})
export type SigningQuestion = z.infer<typeof questionSchema>

/** A signing as its organisation sees it. The time of an act is null until the act takes place. */
export const signingSchema = z.strictObject({
  id,
  videoId: id,
  performerId: id,
  state: z.enum(signingStates),
  language: z.enum(linkLanguages),
  /** The templates that the drafts were made from; null where the organisation uploaded a PDF of its own. */
  contractTemplate: z.strictObject({ id, name: z.string(), version: z.int() }).nullable(),
  sheetTemplate: z.strictObject({ id, name: z.string(), version: z.int() }).nullable(),
  /** The facts as entered, by the names of `enteredFacts`. */
  facts: z.record(z.string(), z.string()),
  partnerIds: z.array(id),
  talk: talkSchema,
  /** The address of the performer, masked; null before the signing was sent. */
  email: z.string().nullable(),
  /** The SHA-256 of the contract that is signed, in hex. */
  contractSha256: z.string(),
  /** The SHA-256 of the explanation sheet; null once its file is destroyed. */
  sheetSha256: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
  sentAt: instant.nullable(),
  sentBy: z.string().nullable(),
  expiresAt: instant.nullable(),
  openedAt: instant.nullable(),
  sheetReceivedAt: instant.nullable(),
  readAt: instant.nullable(),
  signedAt: instant.nullable(),
  /** The version of the contract paper that holds the signed file; null until it is made. */
  copyVersion: z.int().nullable(),
  copyReceivedAt: instant.nullable(),
  endedAt: instant.nullable(),
  questions: z.array(questionSchema),
  /** What stops a signature now. */
  obstacles: z.array(z.enum(signingObstacles)),
  /** The first instant at which the waiting time is over; null before the sheet was received. */
  signableFrom: instant.nullable(),
  remindedAt: instant.nullable(),
})
export type Signing = z.infer<typeof signingSchema>

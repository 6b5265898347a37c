import { z } from 'zod'
import { linkLanguages } from './consent.ts'
import { id, instant } from './fields.ts'
import { relianceEnds, relianceStates } from './reliance-vocabulary.ts'
import { questionSchema, talkSchema } from './signing-schema.ts'
import { signingObstacles, signingStates } from './signing-vocabulary.ts'
import { endKinds, footageAnswers, footageWays } from './title-vocabulary.ts'

// What the performer's page shows (D104).

const known = z.string().nullable()

/** A contract to read and sign, or one that is signed. */
export const pageSigning = z.strictObject({
  id,
  videoId: id,
  title: z.string(),
  state: z.enum(signingStates),
  /** Of the papers. */
  language: z.enum(linkLanguages),
  talk: talkSchema,
  sentAt: instant,
  expiresAt: instant,
  sheetReceivedAt: instant.nullable(),
  readAt: instant.nullable(),
  /** The pages of the contract that the performer must have seen. */
  contractPages: z.int(),
  contractSha256: z.string(),
  questions: z.array(questionSchema),
  obstacles: z.array(z.enum(signingObstacles)),
  signableFrom: instant.nullable(),
  signedAt: instant.nullable(),
  /** The signed copy can be downloaded. */
  copyReady: z.boolean(),
  copyReceivedAt: instant.nullable(),
})
export type PageSigning = z.infer<typeof pageSigning>

/** A title of the performer, with the days of the own appearance. All days are days in Japan. */
export const pageTitle = z.strictObject({
  videoId: id,
  title: z.string(),
  productNumber: known,
  organisationName: z.string(),
  shootingDays: z.array(z.string()),
  contractSignedOn: known,
  contractReceivedOn: known,
  sheetReceivedOn: known,
  /** The first day on which shooting, or publication, is allowed by the record; null while it is unknown. */
  shootingFrom: known,
  publicationFrom: known,
  /** The last day of cancellation without a reason (13条): `open` while it has no end, null where article 13 does not apply. */
  cancelUntil: known,
  footage: z
    .strictObject({
      offeredOn: z.string(),
      way: z.enum(footageWays),
      until: z.string(),
      answer: z.enum(footageAnswers).nullable(),
      /** Where the producer shows the footage. */
      address: known,
    })
    .nullable(),
  publications: z.array(
    z.strictObject({ channel: z.string(), startedOn: z.string(), endedOn: known, address: known }),
  ),
  ended: z.strictObject({ kind: z.enum(endKinds), on: z.string() }).nullable(),
})
export type PageTitle = z.infer<typeof pageTitle>

export const relianceEndSchema = z.strictObject({ by: z.enum(relianceEnds), at: instant })

/** An organisation that the performer has permitted to rely on the approval (D126). */
const pageReliance = z.strictObject({
  id,
  recipient: z.string(),
  permittedAt: instant,
  state: z.enum(relianceStates),
  ended: relianceEndSchema.nullable(),
})
export type PageReliance = z.infer<typeof pageReliance>

export const pageSession = z.strictObject({
  /** Names the page in later calls. It opens nothing without the cookie of this browser. */
  id,
  organisationName: z.string(),
  language: z.enum(linkLanguages),
  expiresAt: instant,
  signings: z.array(pageSigning),
  titles: z.array(pageTitle),
  /** Who opened the performer's documents, newest first: organisations and the office, never a person. */
  openings: z.array(z.strictObject({ by: z.string(), on: z.string(), document: z.string() })),
  /** Newest first, ended ones last. */
  reliances: z.array(pageReliance),
  /** The documents are approved, so that another organisation may be permitted to rely on them. */
  mayPermitReliance: z.boolean(),
  /** The newest request of the performer for disclosure that was not answered yet. */
  disclosureRequestedAt: instant.nullable(),
})
export type PageSession = z.infer<typeof pageSession>

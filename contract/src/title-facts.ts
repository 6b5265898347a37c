import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './fields.ts'
import { limits } from './limits.ts'
import { appearanceParts, titleFactsInput } from './title-facts-input.ts'
import {
  consentKinds,
  contractFacts,
  derivationKinds,
  endKinds,
  footageAnswers,
  footageWays,
  proofKinds,
  shootingKinds,
  videoCategories,
  voidClauses,
} from './title-vocabulary.ts'

// The facts of a video and of its appearances (D90 to D96, D100), from which the rules find what is missing (D105). Each field is as
// in the input; null is not known.

const known = z.string().nullable()

const storedTitle = z.strictObject({
  maker: known,
  productNumber: known,
  category: z.enum(videoCategories).nullable(),
  categoryReason: known,
  reviewingBody: known,
  reviewNumber: known,
  derivedFrom: z.array(z.strictObject({ videoId: id, kind: z.enum(derivationKinds) })),
  shootings: z.array(
    z.strictObject({
      kind: z.enum(shootingKinds),
      plannedOn: known,
      place: known,
      shotOn: known,
      performerIds: z.array(id),
    }),
  ),
  shootingEndedOn: known,
  contentReview: z
    .strictObject({ on: z.string(), by: z.string(), passed: z.boolean(), checked: known })
    .nullable(),
  evidence: z.array(
    z.strictObject({
      file: z.string(),
      bytes: z.int(),
      sha256: z.string(),
      place: z.string(),
      keeper: z.string(),
    }),
  ),
})
export type StoredTitle = z.output<typeof storedTitle>

/** What proves the days of a part (D92). */
const proof = z.enum(proofKinds)

const storedAppearance = z.strictObject({
  contract: z
    .strictObject({
      offeredOn: known,
      signedOn: z.string(),
      receivedOn: known,
      named: z.array(z.enum(contractFacts)),
      partnerIds: z.array(id),
      voidClauses: z.array(z.enum(voidClauses)),
      proof,
    })
    .nullable(),
  sheet: z
    .strictObject({
      edition: known,
      receivedOn: z.string(),
      explainedOn: known,
      explainedBy: known,
      minutes: z.int().nullable(),
      language: known,
      proof,
    })
    .nullable(),
  footage: z
    .strictObject({
      offeredOn: z.string(),
      way: z.enum(footageWays),
      until: z.string(),
      answer: z.enum(footageAnswers).nullable(),
      /** Where the performer can see the footage. */
      address: known,
      proof,
    })
    .nullable(),
  consents: z.array(
    z.strictObject({
      kind: z.enum(consentKinds),
      wording: known,
      givenOn: z.string(),
      endsOn: known,
      withdrawnOn: known,
      proof,
    }),
  ),
  ended: z.strictObject({ kind: z.enum(endKinds), on: z.string() }).nullable(),
})
export type StoredAppearance = z.output<typeof storedAppearance>

const version = z.int({ error: '版を整数で指定してください。' })

const factsSchema = storedTitle.extend({
  version,
  appearances: z.array(storedAppearance.extend({ performerId: id, name: z.string(), version })),
})
export type VideoFacts = z.output<typeof factsSchema>

const ofVideo = z.strictObject({ id })
const reply = { kind: 'json', status: 200, schema: factsSchema } as const

export const getVideoFacts = endpoint({
  name: 'videos.facts',
  method: 'GET',
  path: '/videos/{id}/facts',
  summary: 'The facts of the video and of each appearance in it (D90 to D96)',
  who: 'user',
  params: ofVideo,
  reply,
  problems: ['VIDEO_NOT_FOUND'],
})

export const saveVideoFacts = endpoint({
  name: 'videos.saveFacts',
  method: 'PUT',
  path: '/videos/{id}/facts',
  summary: 'Replace the facts of the video; `version` is the one that the caller has seen (D90, D93)',
  who: 'user',
  params: ofVideo,
  body: titleFactsInput.extend({ version }),
  reply,
  problems: ['VIDEO_NOT_FOUND', 'ORGANISATION_ROLE', 'INVALID_INPUT', 'CONFLICT'],
  audit: ['update'],
})

export const saveAppearances = endpoint({
  name: 'videos.saveAppearances',
  method: 'PUT',
  path: '/videos/{id}/appearances',
  summary: 'Replace parts of the facts of one or several appearances, all or none (D91, D94, D95)',
  who: 'user',
  params: ofVideo,
  body: z.strictObject({
    performers: z
      .array(z.strictObject({ id: z.string().max(limits.idChars), version }), {
        error: '出演者を選択してください。',
      })
      .min(1, { error: '出演者を選択してください。' })
      .max(limits.page.maximum, { error: `一度に入力できるのは${limits.page.maximum}名までです。` }),
    ...appearanceParts,
  }),
  reply,
  problems: [
    'VIDEO_NOT_FOUND',
    'ORGANISATION_ROLE',
    'PERFORMER_NOT_FOUND',
    'INVALID_INPUT',
    'CONFLICT',
    'CONSENT_WITHDRAWN',
    'APPEARANCE_ENDED',
  ],
  audit: ['update'],
})

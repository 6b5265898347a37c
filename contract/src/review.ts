import { z } from 'zod'
import { documentTypes, idKinds } from './document-vocabulary.ts'
import { documentSchema } from './documents.ts'
import { endpoint, keyProblems, type ReplyOf } from './endpoint.ts'
import { emptyIsAbsent, filled, id, instant, noBody, paging } from './fields.ts'
import { hintSchema } from './hints.ts'
import { limits } from './limits.ts'
import { organisationRefSchema } from './organisations.ts'
import { historyEntrySchema } from './performer-history.ts'
import { performerSchema } from './performers.ts'
import { inOrganisation, organisationProblems, prefetch, waitedDays } from './record-fields.ts'
import { recordLimits } from './record-limits.ts'

/** A valid claim of a case (D21): only its holder decides until it ends, is released or taken over. */
const reviewClaimSchema = z.strictObject({ by: z.string(), mine: z.boolean(), until: instant })
export type ReviewClaim = z.infer<typeof reviewClaimSchema>

/** A waiting performer in the queue. */
export const reviewCaseSchema = z.strictObject({
  id,
  name: z.string(),
  romanName: z.string(),
  /** The name of the organisation that owns the record. */
  organisation: z.string(),
  idKind: z.enum(idKinds).nullable(),
  pendingSince: instant,
  /** The types with a pending newest version, in the order of the vocabulary. */
  pending: z.array(z.enum(documentTypes)),
  /** Some pending document has an earlier version. */
  resubmitted: z.boolean(),
  claim: reviewClaimSchema.nullable(),
})
export type ReviewCase = z.infer<typeof reviewCaseSchema>

const flag = (name: string) =>
  emptyIsAbsent(z.enum(['true', 'false'], { error: `${name} は true か false です。` }))

export const listReviewCases = endpoint({
  name: 'review.cases',
  method: 'GET',
  path: '/review/cases',
  summary: 'The queue of the review by pages, the longest wait first (D21)',
  who: 'admin',
  query: z.object({
    idKind: emptyIsAbsent(z.enum(idKinds, { error: '身分証の種類を選択してください。' })),
    /** Only cases that have waited for at least, or at most, this many full days. */
    waitedFrom: waitedDays,
    waitedTo: waitedDays,
    resubmitted: flag('resubmitted'),
    /** Only cases that the caller has claimed. */
    mine: flag('mine'),
    ...inOrganisation,
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(reviewCaseSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

export const reviewCountsSchema = z.strictObject({
  waiting: z.int(),
  /** Cases by full days of waiting. A number that reaches `recordLimits.review.counted` is a lower bound. */
  underThreeDays: z.int(),
  threeToSixDays: z.int(),
  sevenDaysOrMore: z.int(),
  /** Counted up to `recordLimits.review.counted`, like the two below. */
  resubmitted: z.int(),
  /** Waiting cases with a valid claim of the caller, and of other accounts. */
  mine: z.int(),
  claimedByOthers: z.int(),
  /** Closed cases, which are not waiting. */
  closed: z.int(),
})
export type ReviewCounts = z.infer<typeof reviewCountsSchema>

export const countReviewCases = endpoint({
  name: 'review.counts',
  method: 'GET',
  path: '/review/counts',
  summary: 'The number of cases in the queue, by age and state (D21)',
  who: 'admin',
  query: z.object(inOrganisation),
  reply: { kind: 'json', status: 200, schema: reviewCountsSchema },
  problems: [...organisationProblems],
})

export const listReviewOrganisations = endpoint({
  name: 'review.organisations',
  method: 'GET',
  path: '/review/organisations',
  summary:
    'The organisations with waiting cases, those with the most first, at most `recordLimits.review.organisations` (D21)',
  who: 'admin',
  reply: {
    kind: 'json',
    status: 200,
    schema: z.array(organisationRefSchema.extend({ waiting: z.int() })),
  },
  problems: [],
})

/** A note between reviewers; owners never see it. The text is null if it cannot be decrypted (D57). */
const reviewNoteSchema = z.strictObject({ id, at: instant, by: z.string(), text: z.string().nullable() })
export type ReviewNote = z.infer<typeof reviewNoteSchema>

const caseParams = z.strictObject({ id })

export const getReviewCase = endpoint({
  name: 'review.case',
  method: 'GET',
  path: '/review/cases/{id}',
  summary:
    'All that a reviewer needs for one performer, waiting or not; writes a read entry, with prefetch=1 marked as such (D38)',
  who: 'admin',
  params: caseParams,
  query: z.object({ prefetch }),
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({
      performer: performerSchema,
      /** The newest version of each filled slot, in the order of the vocabulary. */
      documents: z.array(documentSchema),
      /** The newest changes, at most `recordLimits.review.history`. */
      history: z.array(historyEntrySchema),
      /** The newest notes, newest first, at most one page. */
      notes: z.array(reviewNoteSchema),
      claim: reviewClaimSchema.nullable(),
      hints: z.array(hintSchema),
    }),
  },
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT'],
  audit: ['read'],
})
export type ReviewCaseDetail = ReplyOf<typeof getReviewCase>

export const claimReviewCase = endpoint({
  name: 'review.claim',
  method: 'PUT',
  path: '/review/cases/{id}/claim',
  summary:
    'Claim a case for 15 minutes, or renew the own claim; CASE_CLAIMED while another account has one, which a superadmin can take over (D21)',
  who: 'admin',
  params: caseParams,
  body: z
    .strictObject({
      /** For superadmins: ends the claim of another account. */
      takeOver: z.boolean({ error: 'takeOver は true か false です。' }).optional(),
      /** The ids of prefetched versions that the page now shows, which count as opened from then on (D14). */
      shown: z
        .array(z.uuid({ error: '書類の指定が正しくありません。' }), {
          error: '書類の指定が正しくありません。',
        })
        .max(recordLimits.review.shown, { error: '書類の指定が多すぎます。' })
        .optional(),
    })
    .nullish(),
  bodyOptional: true,
  reply: { kind: 'json', status: 200, schema: z.strictObject({ claim: reviewClaimSchema }) },
  problems: ['PERFORMER_NOT_FOUND', 'FORBIDDEN', 'INVALID_INPUT', 'CASE_CLAIMED'],
  /** For a takeover and for views of `shown` versions; a claim itself changes nothing of the record, and expires. */
  audit: ['update', 'read'],
})

export const releaseReviewCase = endpoint({
  name: 'review.release',
  method: 'DELETE',
  path: '/review/cases/{id}/claim',
  summary: 'Release the own claim of a case, if any',
  who: 'admin',
  params: caseParams,
  ...noBody,
  reply: { kind: 'empty', status: 204 },
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT'],
  unaudited: 'A claim changes nothing of the record, and ends by itself.',
})

export const addReviewNote = endpoint({
  name: 'review.addNote',
  method: 'POST',
  path: '/review/cases/{id}/notes',
  summary: 'Add a note for reviewers to a performer',
  who: 'admin',
  params: caseParams,
  body: z.strictObject({ text: filled('管理者用メモ', limits.textChars, true) }),
  reply: { kind: 'json', status: 201, schema: reviewNoteSchema },
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT', ...keyProblems],
  audit: ['update'],
  idempotent: true,
})

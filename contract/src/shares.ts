import { z } from 'zod'
import { identityChecks } from './check-vocabulary.ts'
import { paperTypes } from './document-vocabulary.ts'
import { endpoint } from './endpoint.ts'
import { filled, id, instant, paging } from './fields.ts'
import { limits } from './limits.ts'
import { gateStates, ruleIdSchema } from './readiness.ts'
import { clearable, inOrganisation, organisationProblems } from './record-fields.ts'
import { sharedFactStates, sharedPersonFacts, sharedTitleFacts, shareLimits } from './share-vocabulary.ts'
import { proofKinds, videoCategories } from './title-vocabulary.ts'

// Titles shared with another organisation (D113). Replies to it name no document and no file, and performers only by
// number and stage name.

const paperType = z.enum(paperTypes, { error: '書類の種類を選択してください。' })

const permittedPaper = z.strictObject({ type: paperType, until: instant })

/** A share as the organisation of the title sees it. */
const shareSchema = z.strictObject({
  id,
  /** The name of the organisation or partner that it is shared with. */
  recipient: z.string(),
  /** A partner platform, whose servers read it (D112) and which opens no document. */
  isPartner: z.boolean(),
  /** The name of the channel that it is about; null for what holds on every channel. */
  channel: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string(),
  /** False while the organisation or the recipient is disabled or not approved: the recipient then reads nothing. */
  live: z.boolean(),
  papers: z.array(permittedPaper),
})
export type VideoShare = z.infer<typeof shareSchema>

const ofVideo = z.strictObject({ id })
const ofShare = z.strictObject({ id, shareId: id })
const sharesReply = { kind: 'json', status: 200, schema: z.array(shareSchema) } as const

export const listVideoShares = endpoint({
  name: 'videos.shares',
  method: 'GET',
  path: '/videos/{id}/shares',
  summary: 'The organisations and partners with which the video is shared now, oldest first (D113)',
  who: 'user',
  params: ofVideo,
  reply: sharesReply,
  problems: ['VIDEO_NOT_FOUND'],
})

export const shareVideo = endpoint({
  name: 'videos.share',
  method: 'PUT',
  path: '/videos/{id}/shares',
  summary:
    'Share the video with the organisation or partner of an id, which it has given; a repeat changes nothing (D113)',
  who: 'user',
  params: ofVideo,
  body: z.strictObject({
    /** Every id that cannot be used gets the same message, which reveals nothing about organisations and partners. */
    recipient: filled('共有先のID', limits.idChars),
    /** Absent or null: for a partner, the channel with its name; for an organisation, what holds on every channel. */
    channelId: clearable(z.string().max(limits.idChars)),
  }),
  reply: sharesReply,
  problems: [
    'VIDEO_NOT_FOUND',
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'ORGANISATION_UNAPPROVED',
    'SHARE_LIMIT',
  ],
  audit: ['share', 'create'],
})

export const endShare = endpoint({
  name: 'videos.endShare',
  method: 'DELETE',
  path: '/videos/{id}/shares/{shareId}',
  summary: 'End a share at once, on open pages too; a repeat changes nothing (D113)',
  who: 'user',
  params: ofShare,
  reply: sharesReply,
  problems: ['VIDEO_NOT_FOUND', 'ORGANISATION_ROLE'],
  audit: ['update', 'delete'],
})

const ofPaper = z.strictObject({ id, shareId: id, type: z.string() })

export const permitPaper = endpoint({
  name: 'videos.permitPaper',
  method: 'PUT',
  path: '/videos/{id}/shares/{shareId}/papers/{type}',
  summary: 'Permit the organisation of a share to open one kind of document of the video until a time (D113)',
  who: 'user',
  stepUp: true,
  params: ofPaper,
  body: z.strictObject({
    hours: z
      .int({ error: '期間を選択してください。' })
      .min(1, { error: '期間は1時間以上にしてください。' })
      .max(shareLimits.paperHours, { error: '期間は7日以内にしてください。' }),
  }),
  reply: sharesReply,
  problems: [
    'VIDEO_NOT_FOUND',
    'SHARE_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'ORGANISATION_ROLE',
    'STEP_UP_REQUIRED',
    'INVALID_INPUT',
  ],
  audit: ['update'],
})

export const endPaperPermission = endpoint({
  name: 'videos.endPaperPermission',
  method: 'DELETE',
  path: '/videos/{id}/shares/{shareId}/papers/{type}',
  summary: 'End the permission to open a kind of document at once; a repeat changes nothing (D113)',
  who: 'user',
  params: ofPaper,
  reply: sharesReply,
  problems: ['VIDEO_NOT_FOUND', 'DOCUMENT_NOT_FOUND', 'ORGANISATION_ROLE'],
  audit: ['update'],
})

const lineSchema = z.strictObject({
  /** The id of the share, not that of the video. */
  id,
  title: z.string(),
  productNumber: z.string().nullable(),
  /** The organisation that shares it. */
  owner: z.string(),
  /** The organisation that it is shared with; named because an account may belong to several. */
  recipient: z.strictObject({ id, name: z.string() }),
  channel: z.string().nullable(),
  sharedAt: instant,
  /** The stored answer of the gate for the channel of the share. */
  gate: z.enum(gateStates),
})
export type SharedVideoLine = z.infer<typeof lineSchema>

/** What proves a fact. Days are days in Japan; null means that the value is not known. */
const proven = {
  state: z.enum(sharedFactStates),
  /** The day that the fact is about. */
  day: z.string().nullable(),
  /** The last day of a consent. */
  until: z.string().nullable(),
  /** Who has stated the day (D92). */
  proof: z.enum(proofKinds).nullable(),
  /** The day on which a reviewer approved the document of the fact. */
  verifiedOn: z.string().nullable(),
  /** How the identity was checked (D99). */
  check: z.enum(identityChecks).nullable(),
}
const titleFact = z.strictObject({ fact: z.enum(sharedTitleFacts), ...proven })
const personFact = z.strictObject({ fact: z.enum(sharedPersonFacts), ...proven })
export type SharedTitleFactLine = z.infer<typeof titleFact>
export type SharedPersonFactLine = z.infer<typeof personFact>

const blocker = z.strictObject({
  rule: ruleIdSchema,
  /** The number of the performer; null for a rule of the whole video. */
  performer: z.int().nullable(),
  /** The first day on which the rule is kept without a change of the records. */
  from: z.string().nullable(),
})

/** What the records state about a title on a day. The signed statement about a title has the same content. */
export const sharedRecordsSchema = z.strictObject({
  day: z.string(),
  rulesVersion: z.string(),
  category: z.enum(videoCategories).nullable(),
  facts: z.array(titleFact),
  performers: z.array(
    z.strictObject({
      /** The id of the appearance, not of the performer. */
      id,
      /** Counts from 1 in the order in which the performers were added. */
      number: z.int(),
      /** The present stage name, which the title itself shows; null without one. Never the legal name. */
      stageName: z.string().nullable(),
      facts: z.array(personFact),
    }),
  ),
  blockers: z.array(blocker),
  /** Blockers that superadmins have overridden, which are shown wherever the title is (D105). */
  overridden: z.array(blocker),
  /** The next day on which the blockers change without a change of the records. */
  changesOn: z.string().nullable(),
})
export type SharedRecords = z.infer<typeof sharedRecordsSchema>

const sharedVideoSchema = lineSchema.omit({ gate: true }).extend({
  records: sharedRecordsSchema,
  /** The kinds of papers that may be opened now with a reason. */
  papers: z.array(permittedPaper),
})
export type SharedVideo = z.infer<typeof sharedVideoSchema>

export const listSharedVideos = endpoint({
  name: 'sharedVideos.list',
  method: 'GET',
  path: '/shared-videos',
  summary:
    'The videos of other organisations that are shared with an organisation, newest share first (D113)',
  who: 'user',
  query: z.object({ ...inOrganisation, ...paging }),
  reply: { kind: 'json', status: 200, schema: z.array(lineSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

export const getSharedVideo = endpoint({
  name: 'sharedVideos.get',
  method: 'GET',
  path: '/shared-videos/{id}',
  summary: 'Facts of a shared video with their proof, and what its records lack (D113)',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: sharedVideoSchema },
  problems: ['SHARE_NOT_FOUND'],
})

export const endSharedVideo = endpoint({
  name: 'sharedVideos.end',
  method: 'DELETE',
  path: '/shared-videos/{id}',
  summary: 'End a share as its recipient, at once (D113)',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'empty', status: 204 },
  problems: ['SHARE_NOT_FOUND', 'ORGANISATION_ROLE'],
  audit: ['update', 'delete'],
})

export const openSharedPaper = endpoint({
  name: 'sharedVideos.openPaper',
  method: 'POST',
  path: '/shared-videos/{id}/openings',
  summary:
    'The bytes of an approved document of a shared video for a reason, while its organisation permits it; each call has an entry in both logs (D113)',
  who: 'user',
  params: z.strictObject({ id }),
  body: z.strictObject({
    type: paperType,
    /** The appearance. */
    performer: z.string({ error: '出演者を選択してください。' }).max(limits.idChars),
    reason: filled('閲覧の理由', limits.textChars, true),
  }),
  reply: { kind: 'file', status: 200 },
  problems: [
    'SHARE_NOT_FOUND',
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'PAPER_NOT_PERMITTED',
    'DOCUMENT_NOT_FOUND',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['read'],
  transfer: true,
  neverRepeated: true,
})

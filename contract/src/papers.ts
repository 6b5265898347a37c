import { z } from 'zod'
import { documentStatuses, mimeTypes, paperTypes } from './document-vocabulary.ts'
import { openedFileQuery, shownStatus } from './documents.ts'
import { endpoint, fileProblems } from './endpoint.ts'
import { day, id, instant, paging, text } from './fields.ts'
import { limits } from './limits.ts'
import { paperCheckIds, paperRejectionCodes } from './paper-checks.ts'
import { inOrganisation, organisationProblems, seenInput } from './record-fields.ts'

// Contract and explanation sheet of each appearance, as documents (D91).

/** One version of a paper; lists hold the newest version of each. */
export const paperSchema = z.strictObject({
  id,
  videoId: id,
  performerId: id,
  type: z.enum(paperTypes),
  version: z.int(),
  filename: z.string(),
  status: z.enum(documentStatuses),
  uploadedAt: instant,
  uploadedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  rejection: z
    .strictObject({
      codes: z.array(z.enum(paperRejectionCodes)),
      /** The text for the organisation. */
      message: z.string(),
      /** For admins only; null for other readers. */
      note: z.string().nullable(),
    })
    .nullable(),
  /** What the reviewer confirmed when approving it. */
  checks: z.array(z.enum(paperCheckIds)),
  mimeType: z.enum(mimeTypes),
  size: z.int(),
  pages: z.int().nullable(),
  /** The reader uploaded this or entered the facts of the appearance last, and so can't decide on it (D6). */
  ownWork: z.boolean(),
})
export type Paper = z.infer<typeof paperSchema>

const ofVideo = z.strictObject({ id })
/** `type` is one of `paperTypes`; any other text returns 404, like a paper that does not exist. */
const ofPaper = z.strictObject({ id, performerId: id, type: z.string() })
const path = '/videos/{id}/performers/{performerId}/papers/{type}'
const reply = { kind: 'json', status: 200, schema: paperSchema } as const
const notFound = ['VIDEO_NOT_FOUND', 'PERFORMER_NOT_FOUND', 'DOCUMENT_NOT_FOUND'] as const

export const listPapers = endpoint({
  name: 'papers.list',
  method: 'GET',
  path: '/videos/{id}/papers',
  summary: 'The newest version of each contract and explanation sheet of the performers in the video (D91)',
  who: 'user',
  params: ofVideo,
  reply: { kind: 'json', status: 200, schema: z.array(paperSchema) },
  problems: ['VIDEO_NOT_FOUND'],
})

export const listPaperVersions = endpoint({
  name: 'papers.versions',
  method: 'GET',
  path: `${path}/versions`,
  summary: 'All versions of a paper, newest first',
  who: 'user',
  params: ofPaper,
  reply: { kind: 'json', status: 200, schema: z.array(paperSchema) },
  problems: [...notFound],
})

export const openPaper = endpoint({
  name: 'papers.open',
  method: 'GET',
  path,
  summary:
    'The bytes of a paper: a view (read, inline) or, with download=1, a download (attachment); auditors must have given a reason (D67)',
  who: 'user',
  params: ofPaper,
  query: openedFileQuery,
  reply: { kind: 'file', status: 200 },
  problems: [
    ...notFound,
    'ORGANISATION_ROLE',
    'OPENING_REASON_REQUIRED',
    'INVALID_INPUT',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['read', 'download'],
  transfer: true,
})

export const submitPaper = endpoint({
  name: 'papers.submit',
  method: 'PUT',
  path,
  summary: 'Upload a new, pending version of a paper; older ones stay in the history (D91)',
  who: 'user',
  params: ofPaper,
  upload: { fields: z.strictObject({}), files: ['file'] },
  reply,
  problems: [
    ...notFound,
    'ORGANISATION_ROLE',
    ...fileProblems,
    'INVALID_INPUT',
    'DOCUMENT_VERIFIED',
    'REQUEST_IN_PROGRESS',
    'IDEMPOTENCY_KEY_REUSED',
    'RATE_LIMITED',
    'DAILY_BYTES',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['update'],
  idempotent: true,
  transfer: true,
})

const decisionProblems = [
  ...notFound,
  'INVALID_INPUT',
  'DOCUMENT_REPLACED',
  'DOCUMENT_UNSEEN',
  'DOCUMENT_STATE',
  'CONFLICT',
  'FOUR_EYES',
] as const

export const verifyPaper = endpoint({
  name: 'papers.verify',
  method: 'PUT',
  path: `${path}/verify`,
  summary:
    'Approve a paper, with the day that the reviewer read, what was shown and every check; the caller must have opened it (D91)',
  who: 'admin',
  params: ofPaper,
  body: z.strictObject({
    /** Of a contract: the day of its signing as it is written there, which must be the one that was entered. */
    signedOn: day('契約書の日付').nullish(),
    seen: seenInput,
    checks: z
      .array(z.enum(paperCheckIds, { error: '確認項目の指定が正しくありません。' }), {
        error: '確認項目の指定が正しくありません。',
      })
      .max(paperCheckIds.length),
    /** The version of the facts of the appearance that the page shows. */
    factsVersion: z.int({ error: '入力内容の版を整数で指定してください。' }),
    shownStatus,
  }),
  reply,
  problems: [...decisionProblems],
  audit: ['verify'],
  ifMatch: true,
})

export const rejectPaper = endpoint({
  name: 'papers.reject',
  method: 'PUT',
  path: `${path}/reject`,
  summary: 'Reject a paper with reason codes, a text for the organisation and a note for admins (D91)',
  who: 'admin',
  params: ofPaper,
  body: z.strictObject({
    codes: z
      .array(z.enum(paperRejectionCodes, { error: '差し戻しの理由が正しくありません。' }), {
        error: '差し戻しの理由を選択してください。',
      })
      .min(1, { error: '差し戻しの理由を選択してください。' })
      .max(paperRejectionCodes.length)
      .refine((codes) => new Set(codes).size === codes.length, {
        error: '差し戻しの理由が重複しています。',
      }),
    /** Empty or absent: the texts of the codes are used. その他 has none, so it requires a text. */
    message: text('登録者へのメッセージ', limits.textChars, true).nullish(),
    note: text('管理者用メモ', limits.textChars, true).nullish(),
    shownStatus,
  }),
  reply,
  problems: [...decisionProblems],
  audit: ['reject'],
  ifMatch: true,
})

export const listWaitingPapers = endpoint({
  name: 'papers.waiting',
  method: 'GET',
  path: '/review/papers',
  summary:
    'The contracts and explanation sheets that wait for a review by pages, the longest wait first (D91)',
  who: 'admin',
  query: z.object({ ...inOrganisation, ...paging }),
  reply: {
    kind: 'json',
    status: 200,
    schema: z.array(
      z.strictObject({
        paper: paperSchema,
        videoTitle: z.string(),
        performerName: z.string(),
        /** The name of the organisation that owns the video. */
        organisation: z.string(),
      }),
    ),
    paged: true,
  },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

import { z } from 'zod'
import { checkIds, identityChecks } from './check-vocabulary.ts'
import {
  documentStatuses,
  documentTypes,
  idKinds,
  mimeTypes,
  refusedIdKinds,
  rejectionCodes,
} from './document-vocabulary.ts'
import { endpoint, fileProblems } from './endpoint.ts'
import { day, emptyIsAbsent, id, instant, text } from './fields.ts'
import { limits } from './limits.ts'
import { performerVersion, prefetch, seenInput } from './record-fields.ts'

const rejectionSchema = z.strictObject({
  codes: z.array(z.enum(rejectionCodes)),
  /** The text for the owner (D13). */
  message: z.string(),
  /** For admins only; null for other readers. */
  note: z.string().nullable(),
  at: instant,
  by: z.string().nullable(),
})

/** One version of a document in a slot; lists hold the newest version of each slot (spec §3, D10, D11). */
export const documentSchema = z.strictObject({
  id,
  performerId: id,
  type: z.enum(documentTypes),
  version: z.int(),
  filename: z.string(),
  status: z.enum(documentStatuses),
  verified: z.boolean(),
  uploaded_at: instant,
  uploadedAt: instant,
  uploadedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  rejection: rejectionSchema.nullable(),
  /** What the reviewer confirmed when approving it. */
  checks: z.array(z.enum(checkIds)),
  identityCheck: z.enum(identityChecks).nullable(),
  /** How often the slot was resubmitted, up to this version, since the registration or the last reopening (D78). */
  resubmission: z.int(),
  mimeType: z.enum(mimeTypes),
  size: z.int(),
  pages: z.int().nullable(),
  /** Whether a thumbnail exists: PDFs, and pictures stored before thumbnails were introduced, have none. */
  thumbnail: z.boolean(),
  idKind: z.enum(idKinds).nullable(),
  expiresOn: z.string().nullable(),
  /** A reviewer found no expiry date on it. */
  noExpiry: z.boolean(),
  /** The expiry date is past or within 30 days (D16). */
  expiring: z.boolean(),
  expired: z.boolean(),
  /** Who masked this picture last (D79). */
  maskedBy: z.string().nullable(),
  /** The reader registered, uploaded, masked or edited this, and so can't decide on it (D6). */
  ownWork: z.boolean(),
})
export type PerformerDocument = z.infer<typeof documentSchema>

export const documentMetadataSchema = z.strictObject({
  type: z.enum(documentTypes),
  size: z.int(),
  mimeType: z.enum(mimeTypes),
  dimensions: z.strictObject({ width: z.int(), height: z.int() }).nullable(),
  pages: z.int().nullable(),
  created: instant,
  modified: instant,
})
export type DocumentMetadata = z.infer<typeof documentMetadataSchema>

/** The parameters of the calls about all documents of a performer. */
export const performerParams = z.strictObject({ id })
/** `type` is a slot of D7 in either spelling; any other text returns 404, like an unknown document. */
export const documentParams = z.strictObject({ id, type: z.string() })
/** The changed or new version. */
export const documentReply = { kind: 'json', status: 200, schema: documentSchema } as const
/**
 * The status that the page shows: if another account has decided since, a decision is refused instead of revising that
 * one.
 */
export const shownStatus = z
  .enum(documentStatuses, { error: '書類の状態の指定が正しくありません。' })
  .nullish()

export const listDocuments = endpoint({
  name: 'documents.list',
  method: 'GET',
  path: '/performers/{id}/documents',
  summary: 'The newest version of each filled slot, in the order of the vocabulary',
  who: 'user',
  params: performerParams,
  reply: { kind: 'json', status: 200, schema: z.array(documentSchema) },
  problems: ['PERFORMER_NOT_FOUND'],
})

export const listDocumentMetadata = endpoint({
  name: 'documents.metadata',
  method: 'GET',
  path: '/performers/{id}/documents/metadata',
  summary: 'Size, type, dimensions and pages of the newest version of each filled slot',
  who: 'user',
  params: performerParams,
  query: z.object({
    external_id: emptyIsAbsent(z.enum(['true', 'false'], { error: 'external_id は true か false です。' })),
  }),
  reply: { kind: 'json', status: 200, schema: z.array(documentMetadataSchema) },
  problems: ['PERFORMER_NOT_FOUND', 'EXTERNAL_ID_AMBIGUOUS', 'INVALID_INPUT'],
})

export const listDocumentVersions = endpoint({
  name: 'documents.versions',
  method: 'GET',
  path: '/performers/{id}/documents/{type}/versions',
  summary: 'All versions of a slot, newest first',
  who: 'user',
  params: documentParams,
  reply: { kind: 'json', status: 200, schema: z.array(documentSchema) },
  problems: ['PERFORMER_NOT_FOUND', 'DOCUMENT_NOT_FOUND'],
})

/** Which bytes of a document: a rendition or the file, a view or a download, the newest version or another. */
export const openedFileQuery = z.object({
  /**
   * A picture of at most 320 pixels, whatever the `size`. It is part of a view of its performer (D38): if
   * the session has no recent view, it writes an entry like any other view. Ignored in a download.
   */
  thumbnail: emptyIsAbsent(z.enum(['0', '1'], { error: 'thumbnail は 0 か 1 です。' })),
  size: emptyIsAbsent(z.enum(['screen', 'full'], { error: 'size は screen か full です。' })),
  download: emptyIsAbsent(z.enum(['0', '1'], { error: 'download は 0 か 1 です。' })),
  version: emptyIsAbsent(
    z.coerce
      .number({ error: '版は数字で指定してください。' })
      .int({ error: '版は整数で指定してください。' })
      .min(1, {
        error: '版は1以上で指定してください。',
      })
      .max(1_000_000, { error: '版の指定が大きすぎます。' }),
  ),
})

export const openDocument = endpoint({
  name: 'documents.open',
  method: 'GET',
  path: '/performers/{id}/documents/{type}',
  summary:
    'The bytes of a document: a view (read, inline) or, with download=1, a download (attachment); auditors must have given a reason (D67)',
  who: 'user',
  params: documentParams,
  query: openedFileQuery.extend({ prefetch }),
  reply: { kind: 'file', status: 200 },
  problems: [
    'PERFORMER_NOT_FOUND',
    'ORGANISATION_ROLE',
    'OPENING_REASON_REQUIRED',
    'DOCUMENT_NOT_FOUND',
    'INVALID_INPUT',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['read', 'download'],
  transfer: true,
})

export const replaceDocument = endpoint({
  name: 'documents.replace',
  method: 'PUT',
  path: '/performers/{id}/documents/{type}',
  summary: 'Upload a new, pending version of a slot; older ones stay in the history (D11, D13)',
  who: 'user',
  params: documentParams,
  upload: { fields: z.strictObject({}), files: ['file'] },
  reply: documentReply,
  problems: [
    'PERFORMER_NOT_FOUND',
    'ORGANISATION_ROLE',
    'DOCUMENT_NOT_FOUND',
    'CASE_CLOSED',
    ...fileProblems,
    'INVALID_INPUT',
    'DOCUMENT_VERIFIED',
    'ID_BACK_CLOSED',
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

/** Kinds that D14 excludes have their own message; other unknown ones are an input error. */
const readIdKind = z.enum([...idKinds, ...refusedIdKinds], { error: '身分証の種類を選択してください。' })

export const verifyDocument = endpoint({
  name: 'documents.verify',
  method: 'PUT',
  path: '/performers/{id}/documents/{type}/verify',
  summary:
    'Approve a document, with what the reviewer read, was shown and confirmed (D14); the caller must have opened it and send all checks',
  who: 'admin',
  params: documentParams,
  body: z.strictObject({
    idKind: readIdKind.nullish(),
    dateOfBirth: day('生年月日').nullish(),
    expiresOn: day('有効期限').nullish(),
    /** The document shows no expiry date. */
    noExpiry: z.boolean({ error: '有効期限なしは true か false です。' }).nullish(),
    /** Required if the kind of ID destroys a stored back, which also needs a step-up (D31). */
    reason: text('裏面を削除する理由', limits.textChars, true).nullish(),
    /** How much the reviewer has seen: a PDF to its last page, an ID with its small print. */
    seen: seenInput.nullish(),
    /** What the reviewer confirmed: every check of the type. */
    checks: z
      .array(z.enum(checkIds, { error: '確認項目の指定が正しくありません。' }), {
        error: '確認項目の指定が正しくありません。',
      })
      .max(checkIds.length)
      .nullish(),
    identityCheck: z.enum(identityChecks, { error: '本人確認の方法を選択してください。' }).nullish(),
    /** Why a rejected document is approved after all; required then. The owner can read it. */
    revisionReason: text('判断を変更する理由', limits.textChars, true).nullish(),
    shownStatus,
    performerVersion,
  }),
  reply: documentReply,
  problems: [
    'PERFORMER_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'INVALID_INPUT',
    'ID_KIND_UNSUPPORTED',
    'CASE_CLOSED',
    'DOCUMENT_REPLACED',
    'DOCUMENT_UNSEEN',
    'DOCUMENT_STATE',
    'CONFLICT',
    'CASE_CLAIMED',
    'FOUR_EYES',
    'UNDER_AGE',
    'BIRTHDATE_DIFFERS',
    'LEGAL_HOLD',
    'ID_BACK_CLOSED',
    'STEP_UP_REQUIRED',
  ],
  audit: ['verify', 'shred'],
  ifMatch: true,
})

/** A rejection as a reviewer sends it. */
export const rejectionInput = {
  codes: z
    .array(z.enum(rejectionCodes, { error: '差し戻しの理由が正しくありません。' }), {
      error: '差し戻しの理由を選択してください。',
    })
    .min(1, { error: '差し戻しの理由を選択してください。' })
    .max(rejectionCodes.length)
    .refine((codes) => new Set(codes).size === codes.length, { error: '差し戻しの理由が重複しています。' }),
  /** Empty or absent: the texts of the codes are used. その他 has none, so it requires a text. */
  message: text('登録者へのメッセージ', limits.textChars, true).nullish(),
  note: text('管理者用メモ', limits.textChars, true).nullish(),
  shownStatus,
}

export const rejectDocument = endpoint({
  name: 'documents.reject',
  method: 'PUT',
  path: '/performers/{id}/documents/{type}/reject',
  summary: 'Reject a document with reason codes, a text for the owner and a note for admins (D13)',
  who: 'admin',
  params: documentParams,
  body: z.strictObject({ ...rejectionInput, performerVersion }),
  reply: documentReply,
  problems: [
    'PERFORMER_NOT_FOUND',
    'DOCUMENT_NOT_FOUND',
    'INVALID_INPUT',
    'CASE_CLOSED',
    'DOCUMENT_REPLACED',
    'DOCUMENT_STATE',
    'CONFLICT',
    'CASE_CLAIMED',
    'FOUR_EYES',
  ],
  audit: ['reject'],
  ifMatch: true,
})

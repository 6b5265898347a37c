import { z } from 'zod'
import { documentSchema, openedFileQuery } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { emptyIsAbsent, filled, id, instant, noBody, paging } from './fields.ts'
import { limits } from './limits.ts'
import { organisationRefSchema } from './organisations.ts'
import { performerSchema } from './performers.ts'
import { destructionKinds, keptBy } from './sealed-labels.ts'

// Deleted performers, whose records stay sealed until the retention ends (D17). Superadmins only (D4).

/** The filters of the list; without one, it contains every record that is not destroyed. */
export const sealedFilters = ['ending', 'held', 'requested', 'destroyed'] as const
export type SealedFilter = (typeof sealedFilters)[number]

/** An open request to destroy a record before its retention ends. */
const destructionRequestSchema = z.strictObject({
  /** Null for a request of an earlier version. */
  kind: z.enum(destructionKinds).nullable(),
  requestedBy: z.string(),
  /** Requested by the caller, who cannot confirm it. */
  own: z.boolean(),
  requestedAt: instant,
  expiresAt: instant,
  /** Null until a second superadmin confirms it. */
  confirmedBy: z.string().nullable(),
  /** When the record is destroyed; until then any superadmin may stop it. Null until it is confirmed. */
  effectiveAt: instant.nullable(),
})

/** A sealed record in the list, without anything about the person. */
const listedSchema = z.strictObject({
  id,
  organisation: organisationRefSchema,
  sealedAt: instant,
  sealedBy: z.string(),
  /** The last day of the retention, in Japan. */
  retainUntil: z.string(),
  /**
   * The retention ends within `limits.sealedEndingDays`, and no legal hold, publication or request keeps the record
   * longer.
   */
  ending: z.boolean(),
  held: z.boolean(),
  request: destructionRequestSchema.nullable(),
  destroyedAt: instant.nullable(),
})
export type ListedSealedPerformer = z.infer<typeof listedSchema>

/** A legal hold, newest first in its list. Reasons are null once the record is destroyed. */
export const legalHoldSchema = z.strictObject({
  from: instant,
  by: z.string(),
  reason: z.string().nullable(),
  /** Null while the hold is on. */
  until: instant.nullable(),
  endedBy: z.string().nullable(),
  endReason: z.string().nullable(),
})
export type LegalHold = z.infer<typeof legalHoldSchema>

/** A sealed record without the person: what a superadmin may see before giving a reason. */
export const sealedPerformerSchema = listedSchema.extend({
  /** Why the destruction was requested; null without an open request. */
  requestReason: z.string().nullable(),
  holds: z.array(legalHoldSchema),
  /** Why the record is kept even after its retention; null if nothing requires it (D110). */
  keptBy: z.enum(keptBy).nullable(),
  /** Until when the caller may open the record; null without a valid opening. */
  openUntil: instant.nullable(),
  /** The tombstone: what existed, with the SHA-256 of each stored file. Empty before the destruction. */
  destroyedDocuments: z.array(
    z.strictObject({
      type: documentSchema.shape.type,
      version: z.int(),
      uploadedAt: instant,
      size: z.int(),
      sha256: z.string(),
    }),
  ),
})
export type SealedPerformer = z.infer<typeof sealedPerformerSchema>

/**
 * The content of an opened record: the performer as it was, and all versions of its documents, newest first in each
 * slot.
 */
const openedSchema = z.strictObject({
  performer: performerSchema,
  documents: z.array(documentSchema),
})
export type OpenedPerformer = z.infer<typeof openedSchema>

const one = z.strictObject({ id })
const act = { who: 'superadmin', record: 'sealedPerformer', params: one } as const
const reply = { kind: 'json', status: 200, schema: sealedPerformerSchema } as const

export const listSealedPerformers = endpoint({
  name: 'sealedPerformers.list',
  method: 'GET',
  path: '/sealed-performers',
  summary: 'Sealed records without personal data, those whose retention ends first in front (D17)',
  who: 'superadmin',
  query: z.object({
    filter: emptyIsAbsent(z.enum(sealedFilters, { error: '絞り込みの指定が正しくありません。' })),
    organisation: emptyIsAbsent(z.string().max(limits.idChars)),
    ...paging,
  }),
  reply: { kind: 'json', status: 200, schema: z.array(listedSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', 'ORGANISATION_NOT_FOUND'],
})

export const getSealedPerformer = endpoint({
  name: 'sealedPerformers.get',
  method: 'GET',
  path: '/sealed-performers/{id}',
  summary: 'The state of a sealed record, without personal data; needs no opening',
  who: 'superadmin',
  params: one,
  reply,
  problems: ['PERFORMER_NOT_FOUND'],
})

export const giveSealedReason = endpoint({
  ...act,
  name: 'sealedPerformers.giveReason',
  method: 'POST',
  path: '/sealed-performers/{id}/openings',
  summary: 'Give the reason for opening the record; the caller may open it for 15 minutes (D17)',
  stepUp: true,
  body: z.strictObject({ reason: filled('記録を開く理由', limits.textChars, true) }),
  reply: { kind: 'json', status: 200, schema: z.strictObject({ until: instant }) },
  problems: ['PERFORMER_NOT_FOUND', 'STEP_UP_REQUIRED', 'INVALID_INPUT', 'RECORD_DESTROYED'],
  audit: ['read'],
})

export const openSealedPerformer = endpoint({
  ...act,
  name: 'sealedPerformers.open',
  method: 'GET',
  path: '/sealed-performers/{id}/record',
  summary: 'The content of a sealed record; the caller must have given a reason (D17)',
  reply: { kind: 'json', status: 200, schema: openedSchema },
  problems: ['PERFORMER_NOT_FOUND', 'OPENING_REASON_REQUIRED', 'RECORD_DESTROYED', 'FILE_UNREADABLE'],
  audit: ['read'],
})

export const openSealedDocument = endpoint({
  name: 'sealedPerformers.document',
  method: 'GET',
  path: '/sealed-performers/{id}/documents/{type}',
  summary:
    'The bytes of a document of a sealed record, as `documents.open`; the caller must have given a reason',
  who: 'superadmin',
  params: z.strictObject({ id, type: z.string() }),
  query: openedFileQuery,
  reply: { kind: 'file', status: 200 },
  problems: [
    'PERFORMER_NOT_FOUND',
    'OPENING_REASON_REQUIRED',
    'RECORD_DESTROYED',
    'DOCUMENT_NOT_FOUND',
    'INVALID_INPUT',
    'FILE_UNREADABLE',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['read', 'download'],
  transfer: true,
})

export const holdSealedPerformer = endpoint({
  ...act,
  name: 'sealedPerformers.hold',
  method: 'PUT',
  path: '/sealed-performers/{id}/legal-hold',
  summary:
    'Put a legal hold on the record: it is not destroyed until the hold ends; withdraws an open request',
  body: z.strictObject({ reason: filled('保全の理由', limits.textChars, true) }),
  reply,
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT', 'RECORD_DESTROYED', 'CONFLICT', 'FILE_UNREADABLE'],
  audit: ['seal'],
})

export const endLegalHold = endpoint({
  ...act,
  name: 'sealedPerformers.endHold',
  method: 'PUT',
  path: '/sealed-performers/{id}/legal-hold/end',
  summary: 'End the legal hold; the record is destroyed once its retention has ended',
  stepUp: true,
  body: z.strictObject({ reason: filled('解除の理由', limits.textChars, true) }),
  reply,
  problems: [
    'PERFORMER_NOT_FOUND',
    'STEP_UP_REQUIRED',
    'INVALID_INPUT',
    'RECORD_DESTROYED',
    'CONFLICT',
    'FILE_UNREADABLE',
  ],
  audit: ['seal'],
})

export const requestDestruction = endpoint({
  ...act,
  name: 'sealedPerformers.requestDestruction',
  method: 'PUT',
  path: '/sealed-performers/{id}/destruction',
  summary:
    'Request to destroy the record before its retention ends; another superadmin confirms within 7 days',
  stepUp: true,
  body: z.strictObject({
    kind: z.enum(destructionKinds, { error: '破棄の種類を選択してください。' }),
    reason: filled('破棄の理由', limits.textChars, true),
  }),
  reply,
  problems: [
    'PERFORMER_NOT_FOUND',
    'STEP_UP_REQUIRED',
    'INVALID_INPUT',
    'RECORD_DESTROYED',
    'LEGAL_HOLD',
    'RECORD_KEPT',
    'CONFLICT',
    'FILE_UNREADABLE',
  ],
  audit: ['seal'],
})

export const confirmDestruction = endpoint({
  ...act,
  name: 'sealedPerformers.confirmDestruction',
  method: 'PUT',
  path: '/sealed-performers/{id}/destruction/confirmation',
  summary:
    'Confirm the request of another superadmin, as a second person (D116): key, files and personal data are destroyed 24 hours later',
  stepUp: true,
  ...noBody,
  reply,
  problems: [
    'PERFORMER_NOT_FOUND',
    'STEP_UP_REQUIRED',
    'RECORD_DESTROYED',
    'LEGAL_HOLD',
    'RECORD_KEPT',
    'OWN_REQUEST',
    'SECOND_PERSON_TOO_NEW',
    'CONFLICT',
  ],
  audit: ['seal'],
})

export const withdrawDestruction = endpoint({
  ...act,
  name: 'sealedPerformers.withdrawDestruction',
  method: 'DELETE',
  path: '/sealed-performers/{id}/destruction',
  summary: 'Withdraw or refuse a request that is not confirmed',
  ...noBody,
  reply,
  problems: ['PERFORMER_NOT_FOUND', 'RECORD_DESTROYED', 'CONFLICT'],
  audit: ['seal'],
})

export const stopDestruction = endpoint({
  ...act,
  name: 'sealedPerformers.stopDestruction',
  method: 'PUT',
  path: '/sealed-performers/{id}/destruction/stop',
  summary: 'Stop a confirmed destruction before it takes effect (D116)',
  body: z.strictObject({ reason: filled('中止の理由', limits.textChars, true) }),
  reply,
  problems: ['PERFORMER_NOT_FOUND', 'INVALID_INPUT', 'RECORD_DESTROYED', 'CONFLICT'],
  audit: ['seal'],
})

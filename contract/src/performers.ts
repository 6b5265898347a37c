import { z } from 'zod'
import { auditActions, auditResourceTypes } from './audit-vocabulary.ts'
import { caseClosures } from './case-vocabulary.ts'
import {
  documentTypes,
  idKinds,
  performerStatuses,
  refusedIdKinds,
  registrationDocumentTypes,
} from './document-vocabulary.ts'
import { endpoint, fileProblems } from './endpoint.ts'
import { day, email, emptyIsAbsent, filled, id, instant, paging, text } from './fields.ts'
import { isKana, kanaFault } from './kana.ts'
import { limits } from './limits.ts'
import { organisationRefSchema } from './organisations.ts'
import { otherNameSchema, otherNamesInput } from './other-names.ts'
import {
  fieldRules,
  isRomanName,
  mapFields,
  type PerformerField,
  type PerformerFieldRule,
  type performerFields,
  romanNameMessage,
} from './performer-fields.ts'
import { clearable, inOrganisation, organisationProblems, search, waitedDays } from './record-fields.ts'

/** The last act on a performer, shown in lists. */
const lastChangeSchema = z.strictObject({
  action: z.enum(auditActions),
  resourceType: z.enum(auditResourceTypes),
  documentType: z.enum(documentTypes).nullable(),
})

/** The schema of each kind of field in replies. */
const values = {
  name: z.string(),
  kana: z.string().nullable(),
  text: z.string().nullable(),
  email: z.string().nullable(),
  day: z.string().nullable(),
  idKind: z.enum(idKinds).nullable(),
  otherNames: z.array(otherNameSchema).nullable(),
}

/** The schema of each kind of field in requests. */
const inputs = {
  name: ({ label, chars, roman }: { label: string; chars: number; roman?: boolean }) =>
    filled(label, chars).refine((name) => !roman || isRomanName(name), { error: romanNameMessage(label) }),
  /** Normalised to NFKC, so that full-width kana are stored and the limit applies to the stored text. */
  kana: ({ label, chars }: { label: string; chars: number }) =>
    clearable(
      z.preprocess(
        (value) => (typeof value === 'string' && value.isWellFormed() ? value.normalize('NFKC') : value),
        text(label, chars).refine(isKana, { error: kanaFault(label) }),
      ),
    ),
  text: ({ label, chars }: { label: string; chars: number }) => clearable(text(label, chars)),
  email: () => clearable(email),
  day: ({ label }: { label: string }) => clearable(day(label)),
  /** Kinds that D14 excludes return ID_KIND_UNSUPPORTED. */
  idKind: () =>
    clearable(z.enum([...idKinds, ...refusedIdKinds], { error: '身分証の種類を選択してください。' })),
  otherNames: () => clearable(otherNamesInput),
}

type KindOf<F extends PerformerField> = (typeof performerFields)[F]['kind']
type ValueShape = { [F in PerformerField]: (typeof values)[KindOf<F>] }
type InputShape = { [F in PerformerField]: ReturnType<(typeof inputs)[KindOf<F>]> }

function inputOf(field: PerformerField): z.ZodType {
  const rule = fieldRules[field]
  const input = inputs[rule.kind] as (rule: PerformerFieldRule) => z.ZodType // takes the rules of its kind
  return input(rule)
}

/** A performer. Fields of spec §3 keep its spelling; others are camelCase (D50). */
export const performerSchema = z.strictObject({
  id,
  name: z.string(),
  ...(mapFields((field) => values[fieldRules[field].kind]) as ValueShape), // the types of the kinds in the table
  status: z.enum(performerStatuses),
  /** The check of another organisation stands for the documents of this record (D126), whatever its status. */
  relied: z.boolean(),
  /** `verified` once approved (the spec's sample data). */
  kycStatus: z.enum(['verified', 'pending']),
  /** The earliest expiry date among the newest versions (D16). */
  expiresOn: z.string().nullable(),
  expiring: z.boolean(),
  created_at: instant,
  updatedAt: instant,
  lastChange: lastChangeSchema,
  /** The owner (D67). */
  organisation: organisationRefSchema,
  /** The name of the account that registered the record. */
  registeredBy: z.string(),
  /** Incremented by each change; an edit sends the version that it is based on. */
  version: z.int(),
  /** Whether any document was ever decided on: see `lockedFields`. */
  everDecided: z.boolean(),
  /** Whether any document was ever verified, even if it has been rejected or replaced since. */
  everVerified: z.boolean(),
  /** Why the case accepts neither files nor decisions until an admin reopens it; null if it is open (D78). */
  caseClosed: z.enum(caseClosures).nullable(),
})
export type Performer = z.infer<typeof performerSchema>

/** The columns of a list with more personal data than the name; a call names those that its page shows (D120). */
export const personalColumns = ['idKind', 'external_id', 'nationality'] as const satisfies PerformerField[]
export type PersonalColumn = (typeof personalColumns)[number]
const column = `(${personalColumns.join('|')})`

/** The names of columns, separated by commas. */
export const columnsQuery = emptyIsAbsent(
  z.string().regex(new RegExp(`^${column}(,${column})*$`), {
    error: `columns は ${personalColumns.join('、')} です。`,
  }),
)

/** A performer in a list: what its page shows, without the other personal fields. */
export const listedPerformerSchema = performerSchema
  .pick({
    id: true,
    name: true,
    lastName: true,
    firstName: true,
    lastNameRoman: true,
    firstNameRoman: true,
    status: true,
    relied: true,
    kycStatus: true,
    expiresOn: true,
    expiring: true,
    created_at: true,
    updatedAt: true,
    lastChange: true,
    organisation: true,
    registeredBy: true,
  })
  .extend(performerSchema.pick({ idKind: true, external_id: true, nationality: true }).partial().shape)
export type ListedPerformer = z.infer<typeof listedPerformerSchema>

/** The fields of a performer only; missing ones are null. */
export type PerformerDetails = Readonly<Pick<Performer, PerformerField>>

/** The text fields of the registration form (spec §5, D15). */
export const performerFieldsSchema = z.strictObject(
  mapFields(inputOf) as InputShape, // the types of the kinds in the table
)
export type PerformerFields = z.infer<typeof performerFieldsSchema>

/** `waiting` lists only the performers with a pending document, the oldest first. */
export const performerSorts = ['-createdAt', 'createdAt', 'name', '-updatedAt', 'status', 'waiting'] as const
export type PerformerSort = (typeof performerSorts)[number]

/** The order and the filters of a list. */
export const listQuery = {
  status: emptyIsAbsent(z.enum(performerStatuses, { error: '状態の指定が正しくありません。' })),
  sort: emptyIsAbsent(z.enum(performerSorts, { error: '並び順の指定が正しくありません。' })),
  expiring: emptyIsAbsent(z.enum(['true', 'false'], { error: 'expiring は true か false です。' })),
  /** Only performers with a pending document, in the order `waiting` unless `sort` names another. */
  waiting: emptyIsAbsent(z.enum(['true', 'false'], { error: 'waiting は true か false です。' })),
  /** Only performers that have waited for at least, or at most, this many full days. */
  waitedFrom: waitedDays,
  waitedTo: waitedDays,
  search,
  ...inOrganisation,
}

export const listPerformers = endpoint({
  name: 'performers.list',
  method: 'GET',
  path: '/performers',
  summary:
    'Performers that the caller may see, by pages; personal fields other than the name only if `columns` names them (D120)',
  who: 'user',
  query: z.object({ ...listQuery, columns: columnsQuery, ...paging }),
  reply: { kind: 'json', status: 200, schema: z.array(listedPerformerSchema), paged: true },
  problems: ['INVALID_INPUT', 'CURSOR_INVALID', ...organisationProblems],
})

/** Each counted up to `limits.countBound` (D19). */
export const performerCountsSchema = z.strictObject({
  total: z.int(),
  pending: z.int(),
  approved: z.int(),
  rejected: z.int(),
  draft: z.int(),
  /** With a pending document, whatever the status. */
  waiting: z.int(),
  expiring: z.int(),
})

export const countPerformers = endpoint({
  name: 'performers.counts',
  method: 'GET',
  path: '/performers/counts',
  summary: 'The number of performers that the caller may see, by state; with a search, of its matches',
  who: 'user',
  query: z.object({ search, ...inOrganisation }),
  reply: { kind: 'json', status: 200, schema: performerCountsSchema },
  problems: ['INVALID_INPUT', ...organisationProblems],
})

export const getPerformer = endpoint({
  name: 'performers.get',
  method: 'GET',
  path: '/performers/{id}',
  summary: 'One performer; writes a read entry',
  who: 'user',
  params: z.strictObject({ id }),
  reply: { kind: 'json', status: 200, schema: performerSchema },
  problems: ['PERFORMER_NOT_FOUND'],
  audit: ['read'],
})

export const createPerformer = endpoint({
  name: 'performers.create',
  method: 'POST',
  path: '/performers',
  summary: 'Register a performer with its documents; with `draft`, required documents may follow (D80)',
  who: 'user',
  query: z.object({
    ...inOrganisation,
    draft: emptyIsAbsent(z.literal('true', { error: 'draft は true です。' })),
  }),
  upload: { fields: performerFieldsSchema, files: registrationDocumentTypes },
  reply: { kind: 'json', status: 201, schema: performerSchema },
  problems: [
    ...organisationProblems,
    'ORGANISATION_ROLE',
    'NAMES_REQUIRED',
    'FILES_REQUIRED',
    ...fileProblems,
    'INVALID_INPUT',
    'ID_KIND_UNSUPPORTED',
    'ID_BACK_CLOSED',
    'EXTERNAL_ID_TAKEN',
    'REQUEST_IN_PROGRESS',
    'IDEMPOTENCY_KEY_REUSED',
    'RATE_LIMITED',
    'DAILY_REGISTRATIONS',
    'DAILY_BYTES',
    'TEMPORARILY_UNAVAILABLE',
  ],
  audit: ['create'],
  idempotent: true,
  transfer: true,
})

export const updatePerformer = endpoint({
  name: 'performers.update',
  method: 'PATCH',
  path: '/performers/{id}',
  summary:
    'Change names and details; absent fields stay, null empties (D15); CONFLICT if details changed after `version`',
  who: 'user',
  params: z.strictObject({ id }),
  body: performerFieldsSchema.partial().extend({
    /**
     * Required from an admin for a change of names or date of birth after a document was verified, and for a
     * change of the kind of ID that destroys a stored back, which needs a step-up as well (D31).
     */
    reason: clearable(text('変更の理由', limits.textChars, true)),
    version: z.int().optional(),
  }),
  reply: { kind: 'json', status: 200, schema: performerSchema },
  problems: [
    'PERFORMER_NOT_FOUND',
    'ORGANISATION_ROLE',
    'INVALID_INPUT',
    'ID_KIND_UNSUPPORTED',
    'RELIED_FACTS',
    'CASE_CLOSED',
    'DETAILS_LOCKED',
    'ID_BACK_STORED',
    'STEP_UP_REQUIRED',
    'CASE_CLAIMED',
    'LEGAL_HOLD',
    'UNDER_AGE',
    'EXTERNAL_ID_TAKEN',
    'CONFLICT',
  ],
  audit: ['update', 'shred'],
})

export const deletePerformer = endpoint({
  name: 'performers.delete',
  method: 'DELETE',
  path: '/performers/{id}',
  summary:
    'Delete a performer: it is shown nowhere, and its records are sealed until the retention ends (D17)',
  who: 'admin',
  stepUp: true,
  params: z.strictObject({ id }),
  reply: { kind: 'empty', status: 204 },
  problems: ['PERFORMER_NOT_FOUND', 'STEP_UP_REQUIRED', 'PICTURES_WITHHELD', 'FILE_UNREADABLE'],
  audit: ['delete'],
})

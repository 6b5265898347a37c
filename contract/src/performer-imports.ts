import { z } from 'zod'
import { endpoint, keyProblems, type ReplyOf } from './endpoint.ts'
import { id } from './fields.ts'
import { allFields, mapFields, type PerformerField } from './performer-fields.ts'
import { inOrganisation, organisationProblems } from './record-fields.ts'
import { recordLimits } from './record-limits.ts'

/** Bulk registration (D80): the page reads a spreadsheet and sends its lines, some at a time. */

const { cellChars, linesPerCall, otherNamesChars } = recordLimits.performerImport

/** The limit of characters of a cell. That of the other names is larger, because their cell contains a list. */
export function cellCharsOf(field: PerformerField): number {
  return field === 'otherNames' ? otherNamesChars : cellChars
}

const cell = (field: PerformerField) => z.string().max(cellCharsOf(field)).optional()

/** A line of a spreadsheet: unchecked texts, so that the errors of a line are reported and not those of a call. */
const lineSchema = z.strictObject(mapFields(cell))
export type ImportLine = z.infer<typeof lineSchema>

const body = z.strictObject({ lines: z.array(lineSchema).min(1).max(linesPerCall) })

const fieldName = z.enum(allFields)

const checkedLineSchema = z.strictObject({
  /** `existing` and `differs`: a record with this external id exists, which an import never changes. */
  state: z.enum(['new', 'existing', 'differs', 'invalid']),
  errors: z.array(z.strictObject({ field: fieldName, message: z.string() })),
  /** The fields of the line whose values differ from the existing record. */
  differs: z.array(fieldName),
  /** The existing record. */
  performerId: id.nullable(),
  /** Performers of the organisation with the same name and date of birth; a hint. */
  same: z.array(z.strictObject({ id, name: z.string() })),
})
export type CheckedLine = z.infer<typeof checkedLineSchema>

const call = { method: 'POST', who: 'user', query: z.object(inOrganisation), body } as const
const callProblems = [...organisationProblems, 'ORGANISATION_ROLE', 'INVALID_INPUT'] as const

export const checkImport = endpoint({
  ...call,
  name: 'performers.checkImport',
  path: '/performers/imports/check',
  summary: 'Dry run of an import: the state and the errors of each line; nothing is written (D80)',
  reply: {
    kind: 'json',
    status: 200,
    schema: z.strictObject({
      lines: z.array(checkedLineSchema),
      /** Registrations that the organisation may still make today (D59). */
      registrationsLeft: z.int(),
    }),
  },
  problems: callProblems,
  readsOnly: true,
})
export type ImportCheck = ReplyOf<typeof checkImport>

export const importPerformers = endpoint({
  ...call,
  name: 'performers.import',
  path: '/performers/imports',
  summary:
    'Register the lines as drafts, all in one transaction or none; a line whose external id exists is skipped (D80)',
  reply: {
    kind: 'json',
    status: 201,
    schema: z.strictObject({
      lines: z.array(z.strictObject({ state: z.enum(['created', 'existing', 'differs']), performerId: id })),
    }),
  },
  problems: [...callProblems, 'EXTERNAL_ID_TAKEN', 'DAILY_REGISTRATIONS', ...keyProblems],
  audit: ['create'],
  idempotent: true,
})

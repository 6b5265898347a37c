import { z } from 'zod'
import { endpoint, type ReplyOf } from './endpoint.ts'
import { factColumns, keyColumns } from './fact-columns.ts'
import { id } from './fields.ts'
import { limits } from './limits.ts'
import { exportProblems, inOrganisation, organisationProblems } from './record-fields.ts'
import { recordLimits } from './record-limits.ts'

// Facts of videos and appearances from a spreadsheet (D124): the page reads it and sends its lines, some at a time.

const { linesPerCall } = recordLimits.performerImport

/** More than any fact may have; longer cells are cut to it, so that their error is that of the fact. */
export const factCellChars = limits.textChars

const path = z.enum([...keyColumns, ...factColumns].map((column) => column.path))

/**
 * Unchecked texts by column, so that the errors of a line are reported and not those of a call. An empty cell is
 * absent.
 */
const cells = z.partialRecord(path, z.string().max(factCellChars))
export type FactCells = Readonly<Partial<Record<string, string>>>

/** The versions that the dry run has seen. */
const seen = z.strictObject({ title: z.int(), appearance: z.int().nullable() })

const named = z.strictObject({ id, name: z.string() })
const checkedLineSchema = z.strictObject({
  /** `changed`: facts change, or would change after a dry run; `same`: all facts are recorded already. */
  state: z.enum(['changed', 'same', 'invalid']),
  /** The path is null if the error is about the line and not about a column. */
  errors: z.array(z.strictObject({ path: path.nullable(), message: z.string() })),
  changes: z.array(z.strictObject({ path, before: z.string(), after: z.string() })),
  video: named.nullable(),
  performer: named.nullable(),
  seen: seen.nullable(),
})
export type CheckedFacts = z.infer<typeof checkedLineSchema>

const query = z.object(inOrganisation)
const callProblems = [...organisationProblems, 'ORGANISATION_ROLE', 'INVALID_INPUT'] as const
const reply = {
  kind: 'json',
  status: 200,
  schema: z.strictObject({ lines: z.array(checkedLineSchema) }),
} as const

export const checkFacts = endpoint({
  name: 'videos.checkFacts',
  method: 'POST',
  path: '/videos/facts/check',
  summary: 'Dry run of an import of facts: what each line would change, and its errors (D124)',
  who: 'user',
  query,
  body: z.strictObject({ lines: z.array(cells).min(1).max(linesPerCall) }),
  reply,
  problems: callProblems,
  readsOnly: true,
})

export const importFacts = endpoint({
  name: 'videos.importFacts',
  method: 'PUT',
  path: '/videos/facts',
  summary:
    'Enter the facts of the lines without an error, each video in its own transaction; `seen` are the versions of the dry run (D124)',
  who: 'user',
  query,
  body: z.strictObject({
    lines: z.array(z.strictObject({ cells, seen })).min(1).max(linesPerCall),
  }),
  reply,
  problems: callProblems,
  audit: ['update'],
})
export type ImportedFacts = ReplyOf<typeof importFacts>

export const exportFacts = endpoint({
  name: 'videos.exportFacts',
  method: 'GET',
  path: '/videos/facts',
  summary:
    'The newest videos and their appearances as .xlsx with the present facts, to be filled in and imported; writes an export entry (D124)',
  who: 'user',
  stepUp: true,
  query,
  reply: { kind: 'file', status: 200 },
  problems: exportProblems,
  audit: ['export'],
  transfer: true,
  neverRepeated: true,
})

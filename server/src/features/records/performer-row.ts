import {
  allFields,
  fieldRules,
  mapFields,
  nameFields,
  type PerformerField,
  performerFields,
} from '@kyc/contract/performer-fields.ts'
import { type PerformerDetails, personalColumns } from '@kyc/contract/performers.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { FieldChanges, Tables } from '../../platform/db/tables.ts'
import type { AccountId } from '../../platform/ids.ts'
import { shownName } from '../access/visible-to.ts'
import { isRelied } from './reliance.ts'

/** The columns that are not in the contract's table of fields: those of a list, and the others. */
const keyColumns = [
  'id',
  'owner_id',
  'status',
  'expires_on',
  'last_action',
  'last_resource_type',
  'last_document_type',
  'created_at',
  'updated_at',
] as const
const otherColumns = [
  ...keyColumns,
  'registered_by',
  'version',
  'ever_decided',
  'ever_verified',
  'case_closed',
] as const

const listedFields = [...nameFields, ...personalColumns] as const

type ColumnOf<F extends PerformerField> = (typeof performerFields)[F]['column']
type Column = ColumnOf<PerformerField> | (typeof otherColumns)[number]
type ListedColumn = ColumnOf<(typeof listedFields)[number]> | (typeof keyColumns)[number]

/** The columns of a presented performer. A field without a column in the table is a type error here. */
export type PerformerRow = Readonly<Pick<Selectable<Tables['performer']>, Column>> & {
  readonly owner_name: string
  readonly registrar_name: string
  /** Another organisation's check replaces its documents (D126). */
  readonly relied: boolean
}

/** The row of a performer in a list, with the personal fields that a list may show. */
export type ListedRow = Pick<PerformerRow, ListedColumn | 'owner_name' | 'registrar_name' | 'relied'>

/** The row that an act on a record reads, with the columns by which a change is refused or explained. */
export interface RecordRow extends PerformerRow {
  readonly field_changes: FieldChanges
  readonly pending_since: Date | null
  /** Whether the actor may change it, see `requireEditable`. */
  readonly may_edit: boolean
}

/**
 * The names of the organisation and of the person who registered the performer `p`, with `withOwner`, as the account
 * `reader` sees them: the record may have moved from another organisation (D3, D67).
 */
export function ownerColumns(reader: AccountId | null): RawBuilder<unknown> {
  return sql`owner.name AS owner_name, ${shownName(reader, 'registrar')} AS registrar_name`
}
export const withOwner = sql.raw(
  'JOIN organisation owner ON owner.id = p.owner_id JOIN account registrar ON registrar.id = p.registered_by',
)

/** The columns of a `PerformerRow` that are those of its table. */
export const presentedColumns: readonly Column[] = [...otherColumns, ...allFields.map(columnOf)]

/** The columns of a `PerformerRow`, selected from the table under the alias `p`. */
export const performerColumns = selected<PerformerRow>(presentedColumns)

/** The columns of a `ListedRow`: a list neither reads nor parses what it does not show. */
export const listedColumns = selected<ListedRow>([...keyColumns, ...listedFields.map(columnOf)])

function selected<Row>(columns: readonly Column[]): RawBuilder<Row> {
  return sql<Row>`${sql.raw(columns.map((column) => `p.${column}`).join(', '))}, ${isRelied('p')} AS relied`
}

function columnOf(field: PerformerField): ColumnOf<PerformerField> {
  return performerFields[field].column
}

/** The fields of a performer by their columns. */
type DetailColumns = { readonly [F in PerformerField as ColumnOf<F>]: PerformerDetails[F] }

type WrittenColumns = Pick<Insertable<Tables['performer']>, keyof DetailColumns>

export function detailsOf(row: DetailColumns): PerformerDetails {
  return mapFields((field) => row[performerFields[field].column]) as PerformerDetails // each from its own column
}

/** The columns of the fields in `details`, for a write: a list is JSON. */
export function columnsOf(details: PerformerDetails): WrittenColumns
export function columnsOf(details: Partial<PerformerDetails>): Partial<WrittenColumns>
export function columnsOf(details: Partial<PerformerDetails>): Partial<WrittenColumns> {
  return Object.fromEntries(
    Object.entries(details).map(([field, value]) => [
      fieldRules[field as PerformerField].column, // its keys
      Array.isArray(value) ? JSON.stringify(value) : value,
    ]),
  )
}

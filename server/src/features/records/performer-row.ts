import {
  allFields,
  fieldRules,
  mapFields,
  type PerformerField,
  performerFields,
} from '@kyc/contract/performer-fields.ts'
import type { PerformerDetails } from '@kyc/contract/performers.ts'
import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { FieldChanges, Tables } from '../../platform/db/tables.ts'
import type { AccountId } from '../../platform/ids.ts'
import { shownName } from '../access/visible-to.ts'
import { isRelied } from './reliance.ts'

/** The columns that are not in the contract's table of fields. */
const otherColumns = [
  'id',
  'owner_id',
  'registered_by',
  'status',
  'expires_on',
  'last_action',
  'last_resource_type',
  'last_document_type',
  'version',
  'ever_decided',
  'ever_verified',
  'case_closed',
  'created_at',
  'updated_at',
] as const

type ColumnOf<F extends PerformerField> = (typeof performerFields)[F]['column']
type Column = ColumnOf<PerformerField> | (typeof otherColumns)[number]

/** The columns of a presented performer. A field without a column in the table is a type error here. */
export type PerformerRow = Readonly<Pick<Selectable<Tables['performer']>, Column>> & {
  readonly owner_name: string
  readonly registrar_name: string
  /** Another organisation's check stands for its documents (D126). */
  readonly relied: boolean
}

/** The row that acts on a record read: with what refuses or explains a change. */
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

/** The other columns of a `PerformerRow`, from the table under the alias `p`. */
export const performerColumns = sql`${sql.raw(
  [...otherColumns, ...allFields.map((field) => performerFields[field].column)]
    .map((column) => `p.${column}`)
    .join(', '),
)}, ${isRelied('p')} AS relied`

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

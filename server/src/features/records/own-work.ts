import { identityFields, type PerformerField } from '@kyc/contract/performer-fields.ts'
import { sql } from 'kysely'
import type { FieldChange, FieldChanges } from '../../platform/db/tables.ts'
import type { Actor } from '../access/actor.ts'

/** What a reviewer compares with the documents. The last editor of one of these fields may not decide on the record (D6). */
const reviewedFields: readonly PerformerField[] = [...identityFields, 'idKind']

/**
 * Whether the actor registered the performer, uploaded or masked this version, or made the last edit of a name, the
 * birth date or the kind of ID (D6). What a reviewer read from a document does not count: the reading is part
 * of a decision.
 */
export function isOwnWork(
  actor: Actor,
  performer: { registered_by: string; field_changes: FieldChanges },
  document: { uploaded_by: string; masked_by: readonly string[] },
): boolean {
  const edits = reviewedFields
    .map((field) => performer.field_changes[field])
    .filter((last) => last?.act === 'edit')
  return [
    performer.registered_by,
    document.uploaded_by,
    ...document.masked_by,
    ...edits.map((last) => last?.by),
  ].includes(actor.id)
}

/** The changes of these fields after a version of the record by other accounts than the actor. */
export function changesByOthers(
  actor: Actor,
  { field_changes }: { field_changes: FieldChanges },
  since = 0,
): [PerformerField, FieldChange][] {
  return reviewedFields.flatMap((field) => {
    const change = field_changes[field]
    return change && change.by !== actor.id && change.version > since ? [[field, change]] : []
  })
}

/** The value of `field_changes` after `change` of `fields`. */
export function withFieldChanges(fields: readonly string[], change: FieldChange) {
  const changed = Object.fromEntries(fields.map((field) => [field, change]))
  return sql<string>`field_changes || ${JSON.stringify(changed)}::jsonb`
}

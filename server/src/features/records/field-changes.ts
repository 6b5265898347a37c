import { identityFields, type PerformerField } from '@kyc/contract/performer-fields.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { sql } from 'kysely'
import type { FieldChange, FieldChanges } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { type Actor, isAdmin } from '../access/actor.ts'
import { isColleague } from '../access/visible-to.ts'

/** What a reviewer compares with the documents. The last editor of one of these fields may not decide on the record (D6). */
const reviewedFields: readonly PerformerField[] = [...identityFields, 'idKind']

/**
 * Whether the actor registered the performer, uploaded or masked this version, or made the last edit of a name, the
 * birth date or the kind of ID. What a reviewer read from a document does not count: the reading is part
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

/**
 * Refuses an act whose author has not seen these changes of details, by field. `about` begins the message where no field shows it.
 */
export async function refuseLaterChanges<Field extends string>(
  tx: Tx,
  actor: Actor,
  later: readonly (readonly [field: Field, change: FieldChange])[],
  about: (field: Field) => string = () => '',
): Promise<void> {
  if (later.length === 0) return
  const authors = await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .select(isColleague(actor, sql`account.id`).as('colleague'))
    .where('id', 'in', [...new Set(later.map(([, { by }]) => by))])
    .execute()
  const nameOf = (id: string) => {
    const author = authors.find((each) => each.id === id)
    return author && (isAdmin(actor) || author.colleague) ? `${author.name}さん` : roleLabels.admin
  }
  const errors = later.map(([field, { by }]) => ({
    field,
    message: `${about(field)}${by === actor.id ? 'ご自身' : nameOf(by)}が変更しました。`,
  }))
  throw new Problem('CONFLICT', { errors })
}

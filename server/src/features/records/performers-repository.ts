import { type Insertable, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { FieldChanges, Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import type { Actor } from '../access/actor.ts'
import { mayEdit, namesFor, requireEditable, visibleTo } from '../access/visible-to.ts'
import type { AuditRead, AuditWriter } from '../audit/record.ts'
import { ownerColumns, type PerformerRow, performerColumns, withOwner } from './performer-row.ts'

/** The performer if the actor may see it (D2). */
export async function findPerformer(db: Db, actor: Actor, id: string): Promise<PerformerRow | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<PerformerRow>`${prepared}${selectVisible(actor, id)}`.execute(db)
  return rows[0]
}

/**
 * Like `findPerformer`, and creates the entry of the view in the same statement (D38). `entry` is the result
 * of `AuditWriter.recordFrom` for the expression `seen`; without a row it creates none.
 */
export function findPerformerWithEntry(
  audit: AuditWriter,
  db: Db,
  actor: Actor,
  entry: AuditRead & { readonly resourceId: string },
): Promise<PerformerRow | undefined> {
  return audit.recordRead<PerformerRow>(db, selectVisible(actor, entry.resourceId), entry)
}

export interface EditedPerformer extends PerformerRow {
  readonly field_changes: FieldChanges
}

/**
 * The performer if the actor may see it, locked until the transaction ends.
 * @throws Problem ORGANISATION_ROLE if the actor may not change it
 */
export async function findPerformerForUpdate(
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<EditedPerformer | undefined> {
  if (!isId(id)) return undefined
  const columns = sql`${performerColumns}, p.field_changes, ${mayEdit(actor, sql`p.owner_id`)} AS may_edit`
  const { rows } = await sql<EditedPerformer & { readonly may_edit: boolean }>`
    ${selectVisible(actor, id, columns)} FOR UPDATE OF p`.execute(tx)
  const [row] = rows
  if (row) requireEditable(row)
  return row
}

export async function insertPerformer(
  tx: Tx,
  row: Insertable<Tables['performer']>,
): Promise<Omit<PerformerRow, 'owner_name' | 'registrar_name'>> {
  return tx.insertInto('performer').values(row).returningAll().executeTakeFirstOrThrow()
}

export async function updatePerformerRow(
  tx: Tx,
  id: string,
  changes: UpdateObject<Tables, 'performer'>,
): Promise<void> {
  await tx
    .updateTable('performer')
    .set((row) => ({ ...changes, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

function selectVisible(
  actor: Actor,
  id: string,
  columns: RawBuilder<unknown> = performerColumns,
): RawBuilder<PerformerRow> {
  return sql`SELECT ${columns}, ${ownerColumns(namesFor(actor))}
    FROM performer p ${withOwner}
    WHERE p.id = ${id}::uuid AND ${visibleTo(actor, 'p')}`
}

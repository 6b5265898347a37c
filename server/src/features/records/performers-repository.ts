import { type Insertable, type RawBuilder, sql, type UpdateObject } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { prepared } from '../../platform/db/prepared.ts'
import type { Tables } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import type { OnRecord } from '../../platform/http/requests/binding.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { mayEdit, namesFor, requireEditable, visibleTo } from '../access/visible-to.ts'
import {
  ownerColumns,
  type PerformerRow,
  performerColumns,
  presentedColumns,
  type RecordRow,
  withOwner,
} from './performer-row.ts'

/**
 * The performer with this id if the actor may see it (D2); undefined also for a malformed id. `may_edit`: see `requireEditable`.
 */
export async function findRecord(db: Db, actor: Actor, id: string): Promise<RecordRow | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<RecordRow>`${prepared}${selectVisible(actor, id)}`.execute(db)
  return rows[0]
}

export async function getRecord(db: Db, actor: Actor, id: string): Promise<RecordRow> {
  const record = await findRecord(db, actor, id)
  if (!record) throw new Problem('PERFORMER_NOT_FOUND')
  return record
}

/** Finds the performer of a call. */
export function recordOf(db: Db) {
  return ({ actor, params }: OnRecord) => getRecord(db, actor, params.id)
}

/**
 * Like `getRecord`, and locks the row until the transaction ends. Every change of a performer or its documents acquires this
 * lock first, so that concurrent changes run one after the other.
 */
export async function lockRecord(tx: Tx, actor: Actor, id: string): Promise<RecordRow> {
  const { rows } = isId(id)
    ? await sql<RecordRow>`${selectVisible(actor, id)} FOR UPDATE OF p`.execute(tx)
    : { rows: [] }
  const [record] = rows
  if (!record) throw new Problem('PERFORMER_NOT_FOUND')
  requireEditable(record)
  return record
}

/** The ids of the visible performers with an external id, at most two: a second one makes it ambiguous. */
export async function findByExternalId(db: Db, actor: Actor, externalId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('performer')
    .select('id')
    .where('external_id', '=', externalId)
    .where(visibleTo(actor))
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/** Refuses decisions and new versions while the case is closed. */
export function requireOpenCase({ case_closed }: Pick<RecordRow, 'case_closed'>): void {
  if (case_closed !== null) throw new Problem('CASE_CLOSED')
}

export async function insertPerformer(
  tx: Tx,
  row: Insertable<Tables['performer']>,
): Promise<Omit<PerformerRow, 'owner_name' | 'registrar_name' | 'relied'>> {
  return tx.insertInto('performer').values(row).returning(presentedColumns).executeTakeFirstOrThrow()
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

function selectVisible(actor: Actor, id: string): RawBuilder<RecordRow> {
  return sql`SELECT ${performerColumns}, p.field_changes, p.pending_since, ${mayEdit(actor, sql`p.owner_id`)} AS may_edit,
      ${ownerColumns(namesFor(actor))}
    FROM performer p ${withOwner}
    WHERE p.id = ${id}::uuid AND ${visibleTo(actor, 'p')}`
}

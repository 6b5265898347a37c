import { limits } from '@kyc/contract/limits.ts'
import type { PartnerEventType } from '@kyc/contract/partner-api-vocabulary.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import type { Owned } from './address-repository.ts'

export interface EventRow {
  readonly id: string
  readonly type: PartnerEventType
  readonly mode: PartnerMode
  readonly object_id: string
  readonly user_id: string | null
  readonly expires_on: string | null
  readonly created_at: Date
}

const columns = sql`id, type, mode, object_id, user_id, expires_on, created_at`

/**
 * The number of an event, which orders those of its partner and mode; undefined if it was deleted, or belongs to
 * another partner or mode.
 */
export async function findEventNumber(
  db: Db,
  { partnerId, mode }: Owned,
  id: string,
): Promise<string | undefined> {
  if (!isId(id)) return undefined
  const { rows } = await sql<{ number: string }>`SELECT number::text FROM partner_event
    WHERE id = ${id}::uuid AND partner_id = ${partnerId}::uuid AND mode = ${mode}`.execute(db)
  return rows[0]?.number
}

/** Oldest first. Numbers become visible in their order, so that none appears before one that was read. */
export async function findEvents(
  db: Db,
  { partnerId, mode }: Owned,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    SELECT ${columns} FROM partner_event
    WHERE partner_id = ${partnerId}::uuid AND mode = ${mode} AND number > ${after}::bigint
    ORDER BY number LIMIT ${limit}`.execute(db)
  return rows
}

/** The newest event, which the caller's transaction has just written: no other event gets a number before it ends. */
export async function findLastEvent(tx: Tx, { partnerId, mode }: Owned): Promise<EventRow> {
  const { rows } = await sql<EventRow>`
    SELECT ${columns} FROM partner_event
    WHERE partner_id = ${partnerId}::uuid AND mode = ${mode} ORDER BY number DESC LIMIT 1`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('no event was written')
  return row
}

/** An event by its id, of any partner. */
export async function findEvent(db: Db, id: string): Promise<EventRow | undefined> {
  const { rows } = await sql<EventRow>`
    SELECT ${columns} FROM partner_event
    WHERE id = ${id}::uuid`.execute(db)
  return rows[0]
}

interface NewEvent {
  readonly type: PartnerEventType
  readonly objectId: string
  readonly userId: string | null
  readonly expiresOn: string | null
}

/** Writes an event with its delivery. Triggers write the events of live records. */
export async function insertEvent(
  tx: Tx,
  { partnerId, mode }: Owned,
  { type, objectId, userId, expiresOn }: NewEvent,
): Promise<void> {
  await sql`SELECT record_partner_event(${partnerId}::uuid, ${mode}, ${type}, ${objectId}::uuid, ${userId}::text,
    ${expiresOn}::date)`.execute(tx)
}

/** Writes an event of a test key with its delivery. */
export function insertTestEvent(
  tx: Tx,
  { partnerId, ...event }: NewEvent & { readonly partnerId: string },
): Promise<void> {
  return insertEvent(tx, { partnerId, mode: 'test' }, event)
}

const batch = 1000

/** Deletes the events after 90 days. */
export async function deleteOldEventsOfPartners(db: Db): Promise<void> {
  for (let isMore = true; isMore; ) {
    const { numAffectedRows = 0n } = await sql`
      DELETE FROM partner_event WHERE id IN (
        SELECT id FROM partner_event WHERE created_at < ${ago(limits.kyc.eventsKept)} LIMIT ${batch})`.execute(
      db,
    )
    isMore = numAffectedRows === BigInt(batch)
  }
}

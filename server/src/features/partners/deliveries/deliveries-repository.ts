import type { DeliveryEvent, DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { addressOf } from './delivery-address.ts'

export interface DeliveryRow {
  readonly id: string
  readonly event: DeliveryEvent
  readonly url: string
  readonly state: DeliveryState
  readonly next_attempt_at: Date | null
  readonly created_at: Date
  /** What was sent is still kept. */
  readonly kept: boolean
}

export type AttemptRow = Selectable<Tables['delivery_attempt']>

const shown = [
  ...(['id', 'event', 'url', 'state', 'next_attempt_at', 'created_at'] as const),
  sql<boolean>`payload_enc IS NOT NULL`.as('kept'),
] as const

interface Filter {
  readonly partnerId: string
  readonly state: DeliveryState | undefined
}

/** Newest first, from below the id `before`. */
export function findDeliveries(
  db: Db,
  { partnerId, state }: Filter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('delivery')
    .select(shown)
    .where('partner_id', '=', partnerId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Counts no further than one beyond `bound`. */
export async function countDeliveries(db: Db, { partnerId, state }: Filter, bound: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM (SELECT FROM delivery WHERE partner_id = ${partnerId}
      ${state === undefined ? sql`` : sql`AND state = ${state}`} LIMIT ${bound + 1}) counted`.execute(db)
  return rows[0]?.n ?? 0
}

/** @throws Problem NOT_FOUND, also for another partner's */
export async function getDelivery(db: Db, partnerId: string, id: string): Promise<DeliveryRow> {
  const asked = db
    .selectFrom('delivery')
    .select(shown)
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
  const delivery = isId(partnerId) && isId(id) ? await asked.executeTakeFirst() : undefined
  if (!delivery) throw new Problem('NOT_FOUND')
  return delivery
}

/** Of each of several deliveries the newest attempts, in their order: there may be any number of those by hand. */
export async function findAttempts(db: Db, deliveryIds: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT a.* FROM unnest(${[...deliveryIds]}::uuid[]) d (id) CROSS JOIN LATERAL (
      SELECT * FROM delivery_attempt WHERE delivery_id = d.id
      ORDER BY number DESC LIMIT ${limits.callback.attemptsShown}) a
    ORDER BY a.delivery_id, a.number`.execute(db)
  return rows
}

/** How far back is looked for an address that answered. */
const lookedBack = 1000

/**
 * Whether the partner once took something at this address, its query aside; or nothing anywhere yet, so that none is
 * better known.
 */
export async function isKnownAddress(tx: Tx, partnerId: string, url: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    WITH taken AS MATERIALIZED (
      SELECT split_part(split_part(url, '?', 1), '#', 1) AS address FROM delivery
      WHERE partner_id = ${partnerId} AND state = 'delivered' ORDER BY id DESC LIMIT ${lookedBack})
    SELECT NOT EXISTS (SELECT FROM taken) OR EXISTS (SELECT FROM taken WHERE address = ${addressOf(url)}) AS known`.execute(
    tx,
  )
  return rows[0]?.known ?? true
}

import type { DeliveryEvent, DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { PartnerMode } from '@kyc/contract/partners.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tables } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { isId } from '../../../platform/ids.ts'
import { countBounded } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'

export interface DeliveryRow {
  readonly id: string
  readonly event: DeliveryEvent
  readonly url: string
  readonly state: DeliveryState
  readonly next_attempt_at: Date | null
  readonly created_at: Date
  readonly webhook_id: string | null
  readonly webhook_mode: PartnerMode | null
  readonly event_id: string | null
  readonly resend_of: string | null
  /** Its content has not been deleted yet. */
  readonly hasPayload: boolean
}

export type AttemptRow = Selectable<Tables['delivery_attempt']>

const columns = [
  'id',
  'event',
  'url',
  'state',
  'next_attempt_at',
  'created_at',
  'webhook_id',
  'webhook_mode',
  'event_id',
  'resend_of',
  sql<boolean>`payload_enc IS NOT NULL OR EXISTS (SELECT FROM partner_event e WHERE e.id = event_id)`.as(
    'hasPayload',
  ),
] as const

interface Filter {
  readonly partnerId: string
  readonly state: DeliveryState | undefined
}

/** Newest first; only ids below `before`. */
export function findDeliveries(
  db: Db,
  { partnerId, state }: Filter,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('delivery')
    .select(columns)
    .where('partner_id', '=', partnerId)
    .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'pending'))
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The number of deliveries, up to the bound of D19. */
export function countDeliveries(db: Db, { partnerId, state }: Filter): Promise<number> {
  const inState = state === undefined ? sql`` : sql`AND state = ${state}`
  return countBounded(db, sql`SELECT FROM delivery WHERE partner_id = ${partnerId} ${inState}`)
}

export async function getDelivery(db: Db, partnerId: string, id: string): Promise<DeliveryRow> {
  const query = db
    .selectFrom('delivery')
    .select(columns)
    .where('id', '=', id)
    .where('partner_id', '=', partnerId)
  const delivery = isId(partnerId) && isId(id) ? await query.executeTakeFirst() : undefined
  if (!delivery) throw new Problem('NOT_FOUND')
  return delivery
}

/** The first delivery of an event. */
export async function findDeliveryOfEvent(tx: Tx, eventId: string): Promise<string | undefined> {
  const query = tx.selectFrom('delivery').select('id').where('event_id', '=', eventId).orderBy('id')
  return (await query.executeTakeFirst())?.id
}

/** Enqueues another delivery of the same event as the ended delivery `of`, which the new row names. */
export async function insertRepeat(
  tx: Tx,
  { id, of, at }: { readonly id: string; readonly of: string; readonly at: Date },
): Promise<void> {
  await sql`
    INSERT INTO delivery (id, partner_id, event, url, webhook_id, webhook_mode, event_id, resend_of, next_attempt_at, created_at)
    SELECT ${id}::uuid, d.partner_id, d.event, w.url, w.id, w.mode, d.event_id, d.id, ${at}, ${at}
    FROM delivery d JOIN partner_webhook w ON w.id = d.webhook_id WHERE d.id = ${of}::uuid`.execute(tx)
}

/** The newest attempts of each delivery in ascending order. Limited, because manual attempts are not. */
export async function findAttempts(db: Db, deliveryIds: readonly string[]): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    SELECT a.* FROM unnest(${[...deliveryIds]}::uuid[]) d (id) CROSS JOIN LATERAL (
      SELECT * FROM delivery_attempt WHERE delivery_id = d.id
      ORDER BY number DESC LIMIT ${limits.callback.attemptsShown}) a
    ORDER BY a.delivery_id, a.number`.execute(db)
  return rows
}

/** Upper bound on the delivered callbacks that are searched for an address. */
const searchedDeliveries = 1000

/** The address of a callback without its query, which may contain personal data. */
export function addressOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}

/** Whether a callback to this address, without its query, has succeeded, or none to the partner has. */
export async function isKnownAddress(tx: Tx, partnerId: string, url: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    WITH delivered AS MATERIALIZED (
      SELECT split_part(split_part(url, '?', 1), '#', 1) AS address FROM delivery
      WHERE partner_id = ${partnerId} AND state = 'delivered' AND webhook_id IS NULL ORDER BY id DESC LIMIT ${searchedDeliveries})
    SELECT NOT EXISTS (SELECT FROM delivered) OR EXISTS (SELECT FROM delivered WHERE address = ${addressOf(url)}) AS known`.execute(
    tx,
  )
  return rows[0]?.known ?? true
}

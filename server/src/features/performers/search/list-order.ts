import type { PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerSort } from '@kyc/contract/performers.ts'
import { type RawBuilder, sql } from 'kysely'

/** An order of the list: the columns of its key, the id last to break ties. */
export interface ListOrder {
  readonly key: readonly KeyColumn[]
  readonly descending: boolean
}

type KeyColumn = keyof typeof columnTypes

const columnTypes = {
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  pending_since: 'timestamptz',
  sort_name: 'text',
  status_rank: 'smallint',
  id: 'uuid',
} as const

export const listOrders = {
  '-createdAt': { key: ['created_at', 'id'], descending: true },
  createdAt: { key: ['created_at', 'id'], descending: false },
  name: { key: ['sort_name', 'id'], descending: false },
  '-updatedAt': { key: ['updated_at', 'id'], descending: true },
  status: { key: ['status_rank', 'created_at', 'id'], descending: false },
  /** Contains only the waiting performers: other rows have no place in this order. */
  waiting: { key: ['pending_since', 'id'], descending: false },
} as const satisfies Record<PerformerSort, ListOrder>

/** `performer.status_rank`, the order of D19. */
export const statusRanks = { pending: 0, rejected: 1, approved: 2, draft: 3 } as const satisfies Record<
  PerformerStatus,
  number
>

export function orderBy({ key, descending }: ListOrder): RawBuilder<unknown> {
  const direction = sql.raw(descending ? 'DESC' : 'ASC')
  return sql`ORDER BY ${sql.join(key.map((column) => sql`p.${sql.raw(column)} ${direction}`))}`
}

/** The rows after `position`, the key of the last row of the previous page. */
export function comesAfter(
  { key, descending }: ListOrder,
  position: readonly string[] | undefined,
): RawBuilder<boolean> {
  if (!position) return sql`true`
  const columns = sql.join(key.map((column) => sql.raw(`p.${column}`)))
  const values = sql.join(
    key.map((column, index) => sql`${position[index]}::${sql.raw(columnTypes[column])}`),
  )
  return sql`(${columns}) ${sql.raw(descending ? '<' : '>')} (${values})`
}

/** The position of a row for `comesAfter`. A Date loses nothing: the columns have milliseconds. */
export function positionOf(
  { key }: ListOrder,
  row: Readonly<Record<KeyColumn, Date | string | number | null>>,
): string[] {
  return key.map((column) => {
    const value = row[column]
    return value instanceof Date ? value.toISOString() : String(value)
  })
}

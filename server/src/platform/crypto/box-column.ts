import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type BoxKeys, encryptBox, tryDecryptBox } from './encrypted-box.ts'

/**
 * A column of boxes, for programs that check or renew all of them (D57). Table, id and box are SQL; the id is a text that
 * identifies the row.
 */
export interface BoxColumn {
  readonly purpose: string
  readonly table: RawBuilder<unknown>
  /** The rows that have a box; absent: all. */
  readonly where?: RawBuilder<boolean>
  readonly id: RawBuilder<string>
  readonly box: RawBuilder<Buffer | null>
  /** The assignment that stores another box. */
  readonly set: (box: RawBuilder<Buffer>) => RawBuilder<unknown>
  readonly contextOf: (id: string) => string
}

/** A column of type bytea. */
export function plainColumn(
  table: string,
  column: string,
  options: Pick<BoxColumn, 'purpose' | 'contextOf'> & { readonly id: string },
): BoxColumn {
  return {
    ...options,
    table: sql.table(table),
    id: sql`(${sql.raw(options.id)})::text`,
    box: sql.ref(column),
    set: (box) => sql`${sql.ref(column)} = ${box}`,
  }
}

interface StoredBox {
  readonly id: string
  readonly box: Buffer
}

const batch = 500

/** Reads all boxes of the column and returns the ids of those that do not decrypt. */
export async function findDamagedBoxes(db: Db, keys: BoxKeys, column: BoxColumn): Promise<string[]> {
  const damaged: string[] = []
  for (let last = ''; ; ) {
    const rows = await selectBoxes(db, column, sql`${column.id} > ${last}`)
    damaged.push(...rows.filter((row) => !opened(keys, column, row)).map(({ id }) => id))
    const end = rows.at(-1)
    if (!end) return damaged
    last = end.id
  }
}

/**
 * Encrypts every box of the column with the newest key, and returns the ids of those that do not decrypt. A box that
 * changes in the meantime is read again, so that no change is lost. Can be repeated after a crash.
 */
export async function renewBoxes(
  db: Db,
  keys: BoxKeys,
  column: BoxColumn,
  onProgress: (renewed: number) => void,
): Promise<string[]> {
  const header = Buffer.of(keys.newest >> 8, keys.newest & 0xff)
  const damaged: string[] = []
  for (let renewed = 0; ; ) {
    const old = sql`substring(${column.box} FROM 2 FOR 2) IS DISTINCT FROM ${header}`
    const rows = await selectBoxes(db, column, sql`${old} AND ${column.id} <> ALL (${damaged}::text[])`)
    if (rows.length === 0) return damaged
    const changes = rows.flatMap((row) => {
      const plain = opened(keys, column, row)
      if (!plain) damaged.push(row.id)
      return plain ? [{ ...row, renewed: encryptBox(keys, plain, column.contextOf(row.id)) }] : []
    })
    renewed += await updateBoxes(db, column, changes)
    onProgress(renewed)
  }
}

function opened(keys: BoxKeys, { contextOf }: BoxColumn, { id, box }: StoredBox): Buffer | undefined {
  return tryDecryptBox(keys, box, contextOf(id))
}

async function selectBoxes(
  db: Db,
  { table, where = sql`true`, id, box }: BoxColumn,
  condition: RawBuilder<unknown>,
): Promise<StoredBox[]> {
  const { rows } = await sql<StoredBox>`
    SELECT ${id} AS id, ${box} AS box FROM ${table} WHERE ${where} AND ${box} IS NOT NULL AND ${condition}
    ORDER BY ${id} LIMIT ${batch}`.execute(db)
  return rows
}

async function updateBoxes(
  db: Db,
  { table, where = sql`true`, id, box, set }: BoxColumn,
  changes: readonly (StoredBox & { readonly renewed: Buffer })[],
): Promise<number> {
  const { rows } = await sql`
    UPDATE ${table} SET ${set(sql<Buffer>`change.renewed`)}
    FROM unnest(${changes.map((each) => each.id)}::text[], ${changes.map((each) => each.box)}::bytea[],
      ${changes.map((each) => each.renewed)}::bytea[]) AS change (of, stored, renewed)
    WHERE ${where} AND ${id} = change.of AND ${box} = change.stored RETURNING 1`.execute(db)
  return rows.length
}

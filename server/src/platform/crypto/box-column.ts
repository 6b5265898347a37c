import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { type BoxKeys, encryptBox, tryDecryptBox } from './encrypted-box.ts'

/** A column of boxes, for programs that check or renew all of them. */
export interface BoxColumn {
  readonly purpose: string
  readonly table: string
  /** Of type bytea. */
  readonly column: string
  /** SQL of what identifies the row. */
  readonly id: string
  readonly contextOf: (id: string) => string
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
    const rows = await selectBoxes(db, column, sql`${idOf(column)} > ${last}`)
    damaged.push(...rows.filter((row) => !decryptStored(keys, column, row)).map(({ id }) => id))
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
  const damaged: string[] = []
  for (let renewed = 0; ; ) {
    // Of each round, because a newer key may become active meanwhile: boxes of that key would count as old in all rounds.
    const header = Buffer.of(keys.newest >> 8, keys.newest & 0xff)
    const old = sql`substring(${sql.ref(column.column)} FROM 2 FOR 2) IS DISTINCT FROM ${header}`
    const rows = await selectBoxes(db, column, sql`${old} AND ${idOf(column)} <> ALL (${damaged}::text[])`)
    if (rows.length === 0) return damaged
    const changes = rows.flatMap((row) => {
      const plain = decryptStored(keys, column, row)
      if (!plain) damaged.push(row.id)
      return plain ? [{ ...row, renewed: encryptBox(keys, plain, column.contextOf(row.id)) }] : []
    })
    renewed += await updateBoxes(db, column, changes)
    onProgress(renewed)
  }
}

function decryptStored(keys: BoxKeys, { contextOf }: BoxColumn, { id, box }: StoredBox): Buffer | undefined {
  return tryDecryptBox(keys, box, contextOf(id))
}

function idOf({ id }: BoxColumn): RawBuilder<string> {
  return sql`(${sql.raw(id)})::text`
}

async function selectBoxes(db: Db, column: BoxColumn, condition: RawBuilder<unknown>): Promise<StoredBox[]> {
  const box = sql.ref(column.column)
  const { rows } = await sql<StoredBox>`
    SELECT ${idOf(column)} AS id, ${box} AS box FROM ${sql.table(column.table)} WHERE ${box} IS NOT NULL AND ${condition}
    ORDER BY ${idOf(column)} LIMIT ${batch}`.execute(db)
  return rows
}

async function updateBoxes(
  db: Db,
  column: BoxColumn,
  changes: readonly (StoredBox & { readonly renewed: Buffer })[],
): Promise<number> {
  const box = sql.ref(column.column)
  const { rows } = await sql`
    UPDATE ${sql.table(column.table)} SET ${box} = change.renewed
    FROM unnest(${changes.map((each) => each.id)}::text[], ${changes.map((each) => each.box)}::bytea[],
      ${changes.map((each) => each.renewed)}::bytea[]) AS change (of, stored, renewed)
    WHERE ${idOf(column)} = change.of AND ${box} = change.stored RETURNING 1`.execute(db)
  return rows.length
}

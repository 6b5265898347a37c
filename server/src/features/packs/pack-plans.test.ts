import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { singleKey } from '../../platform/crypto/encrypted-box.ts'
import { createCursorCodec } from '../../platform/lists/cursor.ts'
import { createExplainedDatabase, rowsRead } from '../../testing/app/explained-database.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../testing/app/performer-rows.ts'
import { testReader } from '../../testing/app/test-actor.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { listPacks } from './list-packs.ts'
import type { PackServices } from './pack-services.ts'
import { findByToken } from './packs-repository.ts'

/** Enough rows that reading them all would cost more than any index. */
const size = 8000
/**
 * The rows read for a page and for the count up to the bound: twice the bound, as every second row may be of the other
 * owner.
 */
const bound = 51 + 2 * 1001

const database = useStarted(createExplainedDatabase)
const token = randomBytes(32)
let owner: string
let performer: string

beforeAll(async () => {
  const { db } = database
  owner = await insertAccountRow(db)
  const row = performerRow(owner)
  performer = row.id
  await insertPerformerRows(db, [row])
  const other = await insertAccountRow(db)
  await sql`INSERT INTO pack (id, owner_id, shape, performer_id, unmasked, created_by, created_at, expires_at, token_hash)
    SELECT gen_random_uuid(), o::uuid, 'person', CASE WHEN n % 400 = 0 THEN ${performer}::uuid END, false, o::uuid, now(),
      now() + interval '1 day', CASE WHEN n = ${size} THEN ${token} ELSE decode(lpad(to_hex(n), 64, '0'), 'hex') END
    FROM generate_series(1, ${sql.lit(size)}) n, LATERAL (SELECT CASE WHEN n % 2 = 0 THEN ${owner} ELSE ${other} END AS o) owners`.execute(
    db,
  )
  await database.analyze()
}, 120_000)

const list = (role: 'admin' | 'user', query: Parameters<typeof listPacks>[2]) => {
  const services = { db: database.db, cursors: createCursorCodec(singleKey(randomBytes(32))) } as PackServices // what the list reads
  const { scope, ...actor } = testReader(role, owner)
  return listPacks(services, { actor, scope }, query)
}

test.each(['admin', 'user'] as const)(
  'a page of packs and its total read a bounded number of packs for %s',
  async (role) => {
    expect((await list(role, {})).body).toHaveLength(50)
    const nodes = await database.plansOf(() => list(role, {}))
    expect(rowsRead(nodes, 'pack')).toBeLessThanOrEqual(bound)
  },
)

test('an index finds the packs about a performer, and another one the pack of a link', async () => {
  const about = await database.plansOf(() => list('admin', { performer }))
  expect(rowsRead(about, 'pack')).toBeLessThanOrEqual(3 * (size / 400))
  expect(await findByToken(database.db, token, new Date())).toMatchObject({ owner_id: owner })
  const opened = await database.plansOf(() => findByToken(database.db, token, new Date()))
  expect(rowsRead(opened, 'pack')).toBe(1)
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createExplainedDatabase, rowsRead } from '../../../testing/app/explained-database.ts'
import { insertAccountRow, insertPerformerRows, performerRow } from '../../../testing/app/performer-rows.ts'
import { namedKeys } from './named-keys.ts'

const hex = (n: number) => n.toString(16).padStart(32, '0')

test('keys are compared with versions and uploads by index, among many others', {
  tags: 'long',
}, async () => {
  const database = await createExplainedDatabase()
  try {
    const { db } = database
    const account = await insertAccountRow(db)
    const performer = performerRow(account)
    await insertPerformerRows(db, [performer])
    await sql`INSERT INTO document_version (id, performer_id, type, version, is_current, filename, mime_type, size,
        received_size, received_sha256, stored_sha256, object_key, object_bytes, screen_key, thumbnail_key, uploaded_by, uploaded_at,
        destroyed_at)
      SELECT gen_random_uuid(), ${performer.id}, 'idFront', n, false, 'f.png', 'image/png', 1, 1, '', '',
        lpad(to_hex(3 * n), 32, '0'), 1, lpad(to_hex(3 * n + 1), 32, '0'), lpad(to_hex(3 * n + 2), 32, '0'), ${account}, now(),
        CASE WHEN n = 2 THEN now() END
      FROM generate_series(1, 60000) n`.execute(db)
    await sql`INSERT INTO upload_intent (id, account_id, object_keys, worker_id, state)
      SELECT gen_random_uuid(), ${account}, ARRAY['committed' || n], gen_random_uuid(), 'committed'
      FROM generate_series(1, 20000) n`.execute(db)
    await sql`INSERT INTO upload_intent (id, account_id, object_keys, worker_id, state)
      SELECT gen_random_uuid(), ${account}, ARRAY['other', 'pending'], gen_random_uuid(), 'pending'`.execute(
      db,
    )
    await database.analyze()
    const named = [hex(3), hex(4), hex(5), 'pending']
    const unnamed = [hex(6), hex(7), hex(8), 'none', 'committed7']
    const others = Array.from({ length: 991 }, (_, n) => `other${n}`)
    const keys = [...named, ...unnamed, ...others]
    expect((await namedKeys(db, keys)).sort()).toEqual(named.sort())
    const nodes = await database.plansOf(() => namedKeys(db, keys))
    expect(rowsRead(nodes, 'document_version')).toBe(6)
    expect(rowsRead(nodes, 'upload_intent')).toBe(1)
  } finally {
    await database.close()
  }
})

import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createExplainedDatabase, rowsRead } from '../../testing/app/explained-database.ts'
import { testReader } from '../../testing/app/test-actor.ts'
import { findAuditEntries } from './audit-repository.ts'

it('a filter by an action and a resource type that never occur together reads no entries', async () => {
  const database = await createExplainedDatabase()
  try {
    const { db } = database
    await sql`INSERT INTO audit_event (id, at_us, action, rtype, rid, writer, wseq, ip_commit, details_commit, leaf, mac)
      SELECT lpad(n::text, 32, '0')::uuid, n, CASE n % 2 WHEN 0 THEN 'read' ELSE 'login' END, CASE n % 2 WHEN 0 THEN 'performer' ELSE 'user' END,
        n::text, ${newId()}::uuid, n, '', '', '', ''
      FROM generate_series(1, 20000) n`.execute(db)
    await database.analyze()
    const filter = { action: 'login', resourceType: 'performer' } as const
    const nodes = await database.plansOf(() =>
      findAuditEntries(db, testReader('admin', newId()), filter, { limit: 51 }),
    )
    // The pairs that exist are read from the index.
    expect(rowsRead(nodes, 'audit_event')).toBeLessThan(10)
  } finally {
    await database.close()
  }
})

import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { createExplainedDatabase, rowsRead } from '../../testing/app/explained-database.ts'
import { useStage } from '../../testing/app/test-app.ts'
import { aboutPerformer, byJob } from './about.ts'
import { changesSince, endOfLog, type LogPosition } from './changes-since.ts'

const { app } = useStage()

test('returns each change once, in pages, during concurrent writes', async () => {
  let position = await endOfLog(app.services.db)
  const written = [...(await write(10)), ...(await write(4))]
  const read: (string | null)[] = []
  for (let more = true; more; ) {
    const page = await changesSince(app.services.db, position, 3)
    expect(page.changes.length).toBeLessThanOrEqual(3)
    read.push(...page.changes.map(({ rid }) => rid))
    position = page.position
    more = page.more
    if (read.length === 6) written.push(...(await write(5)))
  }
  expect(read).toEqual(written)
  expect(await remaining(position)).toEqual([])
})

test('returns a change that commits late once, after its commit', async () => {
  let position = await endOfLog(app.services.db)
  const late: string[] = []
  await inTransaction(app.services.db, async (tx) => {
    late.push(await writeOne(tx))
    const meanwhile = await write(2)
    const page = await changesSince(app.services.db, position, 100)
    expect(page.changes.map(({ rid }) => rid)).toEqual(meanwhile)
    position = page.position
  })
  expect(await remaining(position)).toEqual(late)
})

test('skips entries of views', async () => {
  const position = await endOfLog(app.services.db)
  await inTransaction(app.services.db, (tx) => writeOne(tx, 'read'))
  const [rid] = await write(1)
  expect(await remaining(position)).toEqual([rid])
})

test.each([
  ['regardless of the length of the log', '3'],
  ['even in a restored log with higher transaction ids', '9000000000'],
])('finds new entries by the index, %s', { tags: 'long' }, async (_, xid) => {
  const database = await createExplainedDatabase()
  await sql`INSERT INTO audit_event (id, xid, at_us, action, rtype, rid, writer, wseq, ip_commit, details_commit, leaf, mac)
    SELECT gen_random_uuid(), ${xid}::text::xid8, 0, 'update', 'performer', n::text, gen_random_uuid(), n, '', '', '', ''
    FROM generate_series(1, 20000) n`.execute(database.db)
  await database.analyze()
  const position = await endOfLog(database.db)
  const nodes = await database.plansOf(() => changesSince(database.db, position, 1000))
  await database.close()
  expect(nodes.map((node) => node['Index Name'])).toContain('audit_event_xid')
  expect(rowsRead(nodes, 'audit_event')).toBe(0)
})

async function write(count: number): Promise<string[]> {
  const rids: string[] = []
  await inTransaction(app.services.db, async (tx) => {
    for (let n = 0; n < count; n++) rids.push(await writeOne(tx))
  })
  return rids
}

async function writeOne(tx: Tx, action: 'update' | 'read' = 'update'): Promise<string> {
  const rid = newId()
  await app.services.audit.record(tx, byJob, action, aboutPerformer(rid, null), {})
  return rid
}

async function remaining(position: LogPosition): Promise<(string | null)[]> {
  return (await changesSince(app.services.db, position, 100)).changes.map(({ rid }) => rid)
}

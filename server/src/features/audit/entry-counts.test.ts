import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { createTestLog, sampleEntry } from '../../testing/app/test-log.ts'
import { useStarted } from '../../testing/app/use-started.ts'
import { createAuditWriter } from './record.ts'

// An entry that disappears before it is sealed leaves no leaf, so only the counts of its process show that it is
// missing (D121).

const log = useStarted(createTestLog)
let now = 0
const clock = { now: () => new Date(now) }
beforeEach(async () => {
  now = Date.parse('2026-11-20T00:00:00Z')
  for (const table of ['audit_pii', 'audit_event', 'audit_writer'])
    await log.superuser.query(`DELETE FROM ${table}`)
})

const minutes = (count: number) => {
  now += count * 60_000
}
/** A process with its entries. */
function start() {
  const audit = createAuditWriter(log.auditKeys, clock)
  return {
    stop: () => audit.stateCounts(log.db),
    write: () => inTransaction(log.db, (tx) => audit.record(tx, ...sampleEntry(1))),
    fail: () =>
      inTransaction(log.db, async (tx) => {
        await audit.record(tx, ...sampleEntry(1))
        throw new Error('refused')
      }).catch(() => undefined),
    read: () => audit.recordRead(log.db, sampleEntry(0)),
  }
}
const dropNewest = () =>
  log.superuser.query('DELETE FROM audit_event WHERE wseq = (SELECT max(wseq) FROM audit_event)')
const faults = async () => (await log.verify()).report.faults.filter(({ kind }) => kind === 'count')

test('the numbers of acts that failed are not reported as missing entries', async () => {
  const one = start()
  await one.write()
  await one.fail()
  await one.read()
  minutes(2)
  await one.write()
  await one.stop()
  expect((await log.superuser.query('SELECT upto, written, unknown FROM audit_writer')).rows).toEqual([
    { upto: '4', written: '3', unknown: '0' },
  ])
  expect(await faults()).toEqual([])
})

test('an entry that disappeared before it was sealed is reported after the next entry of its process', async () => {
  const one = start()
  await one.write()
  await one.write()
  await dropNewest()
  minutes(1)
  await one.read()
  expect(await faults()).toMatchObject([
    { code: 3, detail: expect.stringContaining('wrote 2 entries up to number 2, 1 are left') },
  ])
})

test('an entry that disappeared is reported after its process stopped', async () => {
  const one = start()
  await one.write()
  await dropNewest()
  await one.stop()
  expect(await faults()).toHaveLength(1)
})

test('a process that was killed before it stated its last entries is no fault', async () => {
  const one = start()
  for (let n = 0; n < 4; n++) {
    await one.write()
    minutes(1)
  }
  expect(await faults()).toEqual([])
})

test.each([
  ['deleted', 'DELETE FROM audit_writer', 'stated no number'],
  [
    'replaced by an older one',
    'UPDATE audit_writer w SET upto = o.upto, written = o.written, at_us = o.at_us, mac = o.mac FROM older o',
    'without stating',
  ],
  ['lowered', 'UPDATE audit_writer SET written = written - 1', 'not stated with the key'],
])('a statement that was %s is a fault', async (_, change, detail) => {
  const one = start()
  await one.write()
  await log.superuser.query('CREATE TEMPORARY TABLE older AS SELECT * FROM audit_writer')
  for (let n = 0; n < 4; n++) {
    minutes(2)
    await one.write()
  }
  await log.superuser.query(change)
  await log.superuser.query('DROP TABLE older')
  expect(await faults()).toMatchObject([{ detail: expect.stringContaining(detail) }])
})

test('entries of a release that stated no counts are no fault', async () => {
  const one = start()
  await one.write()
  minutes(10)
  await one.write()
  await log.superuser.query('UPDATE audit_event SET writer = $1', [newId()])
  await log.superuser.query('DELETE FROM audit_writer')
  expect(await faults()).toEqual([])
})

test('while a transaction states the counts, other entries of its process do not wait', async () => {
  const audit = createAuditWriter(log.auditKeys, clock)
  await inTransaction(log.db, async (outer) => {
    await audit.record(outer, ...sampleEntry(1))
    await inTransaction(log.db, (inner) => audit.record(inner, ...sampleEntry(1)))
    await audit.recordRead(log.db, sampleEntry(0))
  })
  await audit.stateCounts(log.db)
  expect((await log.superuser.query('SELECT upto, written FROM audit_writer')).rows).toEqual([
    { upto: '3', written: '3' },
  ])
})

// Otherwise the owner of the tables could make any number of acts fail, and delete as many entries unnoticed.
test('an act that the database refused, also at its COMMIT, does not count as one that may have written its entry', async () => {
  const one = start()
  await one.write()
  const audit = createAuditWriter(log.auditKeys, clock)
  const refused = sql`refused AS (INSERT INTO audit_published (size) SELECT 1 / 0 FROM entry)`
  await expect(audit.recordRead(log.db, sampleEntry(0), [refused])).rejects.toThrow('division by zero')
  await log.superuser.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON audit_event DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION refuse()`)
  const act = inTransaction(log.db, (tx) => audit.record(tx, ...sampleEntry(1)))
  await expect(act).rejects.toThrow('refused')
  await log.superuser.query('DROP FUNCTION refuse CASCADE')
  await audit.stateCounts(log.db)
  expect(
    (await log.superuser.query('SELECT upto, written, unknown FROM audit_writer ORDER BY upto')).rows,
  ).toEqual([
    { upto: '0', written: '0', unknown: '0' },
    { upto: '2', written: '0', unknown: '0' },
  ])
})

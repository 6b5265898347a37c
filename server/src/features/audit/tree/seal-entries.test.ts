import { afterEach, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { createTestLog, sampleEntry, type TestLog } from '../../../testing/app/test-log.ts'
import { openTree, sealPending } from './seal-entries.ts'

let log: TestLog
beforeEach(async () => {
  log = await createTestLog()
})
afterEach(() => log.close())

const count = async (text: string) =>
  Number((await log.superuser.query(`SELECT count(*) AS n FROM ${text}`)).rows[0].n)

/** Signs the stored checkpoints with another position of the sequencer. */
async function changePosition(from: RegExp, to: string): Promise<void> {
  const { rows } = await log.superuser.query('SELECT size, note FROM audit_checkpoint')
  for (const { size, note } of rows) {
    const text = `${note.split('\n\n')[0]}\n`.replace(from, to)
    await log.superuser.query('UPDATE audit_checkpoint SET note = $1 WHERE size = $2', [
      log.auditSigner.sign(text),
      size,
    ])
  }
}

test('seals transactions in the order of their numbers, not of their digits', async () => {
  await log.record(1)
  await log.seal()
  await changePosition(/(position \S+) \d+/, '$1 50')
  await log.record(10)
  // As text, 97 comes after 101.
  await log.superuser.query(
    'UPDATE audit_event SET xid = (wseq % 5 + 97)::text::xid8 WHERE id NOT IN (SELECT event_id FROM audit_leaf)',
  )
  await log.seal()
  const { rows } = await log.superuser.query(
    'SELECT xid::text::int AS xid FROM audit_leaf JOIN audit_event ON id = event_id WHERE leaf_index > 0 ORDER BY leaf_index',
  )
  expect(rows.map(({ xid }) => xid)).toEqual([97, 97, 98, 98, 99, 99, 100, 100, 101, 101])
})

test('an entry of a transaction that commits late is sealed after it, and none before it is skipped', async () => {
  let sealed = await openTree(log)
  let commit = () => {}
  const late = inTransaction(log.db, async (tx) => {
    await log.audit.record(tx, ...sampleEntry(0))
    await new Promise<void>((resolve) => {
      commit = resolve
    })
  })
  while (
    (await count("pg_stat_activity WHERE state = 'idle in transaction' AND datname = current_database()")) ===
    0
  ) {}
  await log.record(30)
  sealed = await sealPending(log, sealed)
  expect(sealed.tree.size).toBe(0)
  commit()
  await late
  sealed = await log.seal()
  expect(sealed.tree.size).toBe(31)
  expect((await log.verify()).report).toMatchObject({ code: 0, size: 31 })
})

test('a log restored into another cluster is sealed completely, whatever its transaction ids', async () => {
  await log.record(20)
  await log.seal()
  await log.record(15)
  // What a restore changes: the ids of the new cluster have nothing to do with those of the rows.
  await log.superuser.query(`UPDATE audit_event SET xid = (xid::text::bigint + 1000000000)::text::xid8`)
  await changePosition(/position \d+/, 'position 1')
  await log.record(7)
  expect((await log.seal()).tree.size).toBe(42)
  await log.record(9)
  expect((await log.seal()).tree.size).toBe(51)
  expect((await log.verify()).report).toMatchObject({ code: 0, size: 51 })
})

test('two sequencers at once seal each entry once', async () => {
  const [one, other] = [await openTree(log), await openTree(log)]
  await log.record(30)
  const results = await Promise.allSettled([sealPending(log, one), sealPending(log, other)])
  expect(results.map(({ status }) => status)).toContain('fulfilled')
  await log.seal()
  expect(await count('audit_leaf')).toBe(30)
  expect((await log.verify()).report.code).toBe(0)
})

test('does not continue a tree that contradicts its newest checkpoint', async () => {
  await log.record(300)
  await log.seal()
  await log.superuser.query('DELETE FROM audit_node')
  await expect(openTree(log)).rejects.toThrow('contradicts its newest checkpoint')
})

import { day } from '@kyc/contract/durations.ts'
import { expect, test } from 'vitest'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { truncateTo } from '../../../testing/app/log-changes.ts'
import { createTestLog } from '../../../testing/app/test-log.ts'
import { useStarted } from '../../../testing/app/use-started.ts'
import { aboutPerformer, byJob } from '../about.ts'
import { notePublished } from '../tree/tree-repository.ts'
import { verifyLog } from './verify-log.ts'

const log = useStarted(createTestLog)

test('an empty log is correct', async () => {
  const { report } = await log.verify()
  expect(report).toMatchObject({ code: 0, size: 0, faults: [] })
})

test('a correct log has no faults, in full and incrementally', async () => {
  await log.record(300)
  await log.publish(await log.seal())
  await log.record(20)
  await log.seal()
  const { report, position } = await log.verify()
  expect(report).toMatchObject({ code: 0, from: 0, size: 320, faults: [] })
  expect(report.counts).toMatchObject({ entries: 320, nodes: 1, checkpoints: 2, published: 1, faults: 0 })
  await log.record(5)
  await log.seal()
  const next = await log.verify({ since: position ?? '' })
  expect(next.report).toMatchObject({ code: 0, from: 320, size: 325 })
  expect(next.report.counts.entries).toBe(5)
})

test('a changed number of a transaction is found if it changes the order of the sealing, and only then', async () => {
  const change = async (leaf: number) => {
    const entry = '(SELECT event_id FROM audit_leaf WHERE leaf_index = $1)'
    const { rows } = await log.superuser.query(`SELECT id, xid::text FROM audit_event WHERE id = ${entry}`, [
      leaf,
    ])
    await log.superuser.query("UPDATE audit_event SET xid = '1' WHERE id = $1", [rows[0].id])
    const { report } = await log.verify()
    await log.superuser.query('UPDATE audit_event SET xid = $2::text::xid8 WHERE id = $1', [
      rows[0].id,
      rows[0].xid,
    ])
    return report.code
  }
  expect(await change(0)).toBe(0)
  expect(await change(322)).toBe(2)
})

test('the first checkpoint of a day is not missing if it is published during the verification', async () => {
  const days = async () => {
    const found = await log.checkpoints.days()
    await log.record(5)
    const { newest } = await log.seal()
    if (!newest) throw new Error('nothing was sealed')
    await log.checkpoints.publish({ ...newest, at: new Date(Date.now() + day) })
    await notePublished(log.db, newest.size)
    return found
  }
  const { report } = await verifyLog({ ...log, checkpoints: { ...log.checkpoints, days } })
  expect(report).toMatchObject({ code: 0, faults: [] })
})

test('a verification continues an interrupted one from its last checkpoint without a fault, and finds every fault', async () => {
  const { size } = (await log.verify()).report
  await log.record(2000)
  await log.seal()
  await log.record(800)
  await log.seal()
  const { rows } = await log.superuser.query(
    'SELECT event_id FROM audit_leaf WHERE leaf_index IN ($1, $2) ORDER BY leaf_index',
    [size + 2100, size + 2700],
  )
  const flip = 'details_enc = set_byte(details_enc, 30, get_byte(details_enc, 30) # 1)'
  await log.superuser.query(`UPDATE audit_pii SET ${flip} WHERE event_id = ANY ($1)`, [
    rows.map((row) => row.event_id),
  ])
  const abort = new AbortController()
  let since: string | undefined
  const interrupted = log.verify({
    signal: abort.signal,
    onProgress({ done, position }) {
      since = position()
      if (done > size + 2100) abort.abort(new Error('interrupted'))
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  const { report, position } = await log.verify({ since })
  const counts = { entries: 800, faults: 2 }
  expect(report).toMatchObject({ code: 2, from: size + 2000, size: size + 2800, counts })
  expect(report.faults.map(({ entryId }) => entryId)).toEqual(rows.map((row) => row.event_id))
  expect(position).toBeNull()
  await log.superuser.query(`UPDATE audit_pii SET ${flip} WHERE event_id = ANY ($1)`, [
    rows.map((row) => row.event_id),
  ])
})

test('personal data may be missing only if its record was destroyed', async () => {
  const { rows } = await log.superuser.query(
    `SELECT id, coalesce(subject::text, rid) AS performer, rtype FROM audit_event WHERE rtype IN ('document', 'performer')
     ORDER BY id DESC LIMIT 2`,
  )
  expect(new Set(rows.map(({ rtype }) => rtype)).size).toBe(2)
  await log.superuser.query('DELETE FROM audit_pii WHERE event_id = ANY ($1)', [rows.map(({ id }) => id)])
  expect((await log.verify()).report).toMatchObject({ code: 2, counts: { faults: 2 } })
  await inTransaction(log.db, async (tx) => {
    for (const { performer } of rows)
      await log.audit.record(tx, byJob, 'shred', aboutPerformer(performer, null), {})
  })
  await log.seal()
  expect((await log.verify()).report).toMatchObject({ code: 0, counts: { shredded: 2 } })
})

test('a position that was not written with the key of the log is ignored, and the whole log is verified', async () => {
  const { position } = await log.verify()
  const forged = position?.replace(/^\d+/, '1')
  for (const since of [forged, 'e30.AA', `${position?.slice(0, -1)}`])
    expect((await log.verify({ since })).report.from).toBe(0)
})

test('an incremental verification detects that the verified part was rolled back', async () => {
  const { position, report } = await log.verify()
  await log.superuser.query(truncateTo(report.size - 2))
  expect((await log.verify({ since: position ?? '' })).report.code).not.toBe(0)
})

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestLog, type TestLog } from '../../../testing/app/test-log.ts'
import { acknowledgeRollback } from './acknowledge-rollback.ts'
import { AuditRollback, checkHead } from './check-head.ts'

let log: TestLog
beforeEach(async () => {
  log = await createTestLog()
  await log.record(40)
  await log.publish(await log.seal())
  await log.record(40)
  await log.publish(await log.seal())
})
afterEach(() => log.close())

/** Restores the state of an older backup: without the entries from the 41st on. */
async function restoreOlder(): Promise<void> {
  const { superuser } = log
  const lost = 'SELECT event_id FROM audit_leaf WHERE leaf_index >= 40'
  await superuser.query(`DELETE FROM audit_pii WHERE event_id IN (${lost})`)
  await superuser.query(`DELETE FROM audit_event WHERE id IN (${lost})`)
  await superuser.query('DELETE FROM audit_leaf WHERE leaf_index >= 40')
  await superuser.query('DELETE FROM audit_checkpoint WHERE size > 40')
}

test('accepts a database that contains or exceeds what was published', async () => {
  await checkHead(log)
  await log.record(10)
  await log.seal()
  await checkHead(log)
})

test('refuses a database that was rolled back, also after it grew again', async () => {
  await restoreOlder()
  await expect(checkHead(log)).rejects.toThrow(AuditRollback)
  await expect(checkHead(log)).rejects.toThrow(/^AUDIT_ROLLBACK: .* 80 entries .* only 40 /)
  await log.record(60)
  await log.seal()
  await expect(checkHead(log)).rejects.toThrow(AuditRollback)
})

test('an acknowledged rollback is accepted and named in the log, and later ones are not', async () => {
  await restoreOlder()
  expect((await log.verify()).report).toMatchObject({
    code: 4,
    faults: [{ kind: 'rollback', checkpoint: 80 }],
  })
  expect(await acknowledgeRollback(log, '障害からの復旧')).toEqual({ keptSize: 40, lostSize: 80 })
  await checkHead(log)
  await log.record(50)
  await log.publish(await log.seal())
  await checkHead(log)
  const { report } = await log.verify()
  expect(report).toMatchObject({ code: 0, size: 91, counts: { published: 3, acknowledged: 1 } })
  await restoreOlder()
  await expect(checkHead(log)).rejects.toThrow(AuditRollback)
  expect((await log.verify()).report.code).toBe(4)
})

test('an acknowledgement that the product did not write is void', async () => {
  await restoreOlder()
  await acknowledgeRollback(log, '理由')
  await log.superuser.query("UPDATE audit_event SET mac = sha256(mac) WHERE rtype = 'audit_log'")
  await expect(checkHead(log)).rejects.toThrow(AuditRollback)
})

test('an acknowledgement is refused while nothing is lost', async () => {
  await expect(acknowledgeRollback(log, '理由')).rejects.toThrow('nothing was lost')
})

test('refuses a folder of another log', async () => {
  await writeFile(join(log.folder, 'checkpoints/audit.vkey'), 'other+00000000+AA==\n')
  await expect(checkHead(log)).rejects.toThrow('another audit log')
})

test('a foreign file in the folder prevents no start, but fails the verification', async () => {
  const [day = ''] = await log.checkpoints.days()
  await writeFile(join(log.folder, 'checkpoints', day, '0000000000009999-00000000'), 'x')
  await checkHead(log)
  expect((await log.verify()).report.code).toBe(6)
})

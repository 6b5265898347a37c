import { randomBytes, randomInt } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCheckpointStore } from '../../../platform/transparency/open-checkpoint-store.ts'
import { killPrograms, runProgram } from '../../../testing/app/programs.ts'
import { createTestLog, type TestLog } from '../../../testing/app/test-log.ts'
import { startS3Double } from '../../../testing/doubles/s3-double.ts'
import { verifyLog } from '../verify/verify-log.ts'
import { startSequencer } from './sequencer.ts'

/** `LOG_KILLS=100` for nightly runs. */
const kills = Number(process.env.LOG_KILLS ?? 4)
/** Entries written meanwhile, at least. */
const entries = Number(process.env.LOG_ENTRIES ?? 0)

const keys = randomBytes(32)
const signer = randomBytes(32)
let log: TestLog
beforeEach(async () => {
  log = await createTestLog({ keys, signer })
})
afterEach(async () => {
  killPrograms()
  await log.close()
})

const sealedCount = async () =>
  Number((await log.superuser.query('SELECT max(size) AS n FROM audit_checkpoint')).rows[0].n)

async function sealedWithin(milliseconds: number, size: number): Promise<void> {
  for (const end = performance.now() + milliseconds; (await sealedCount()) < size; await sleep(20)) {
    if (performance.now() > end) throw new Error(`${await sealedCount()} of ${size} entries are sealed`)
  }
}

/** Waits for open transactions of other tests on the same server, which delay the sealing. */
async function oldTransactionsEnd(): Promise<void> {
  const ended = 'SELECT pg_snapshot_xmin(pg_current_snapshot()) > max(xid) AS ended FROM audit_event'
  await expect.poll(async () => (await log.superuser.query(ended)).rows[0].ended).toBe(true)
}

test('seals and publishes entries, at its stop also the remaining ones', async () => {
  const sequencer = startSequencer(log, log.databaseUrl, { publishEvery: 50 })
  await log.record(5)
  await sealedWithin(10_000, 5)
  await log.record(5)
  await oldTransactionsEnd()
  await sequencer.stop()
  expect(await sealedCount()).toBe(10)
  const { report } = await log.verify()
  expect(report).toMatchObject({ code: 0, size: 10 })
  const [day = ''] = await log.checkpoints.days()
  expect((await log.checkpoints.list(day)).at(-1)?.size).toBe(10)
  expect(await log.checkpoints.readKey()).toBe(log.auditSigner.vkey)
})

test('a deleted file of a published checkpoint is reported', async () => {
  const sequencer = startSequencer(log, log.databaseUrl, { publishEvery: 50 })
  await log.record(5)
  await sealedWithin(10_000, 5)
  await oldTransactionsEnd()
  await sequencer.stop()
  const [day = ''] = await log.checkpoints.days()
  const [first] = await log.checkpoints.list(day)
  await rm(join(log.folder, 'checkpoints', day, first!.name))
  const { report } = await log.verify()
  expect(report.code).toBe(3)
  expect(report.faults).toMatchObject([{ kind: 'published_missing', checkpoint: first!.size }])
})

test('a planted checkpoint stops neither sealing nor publication, and is reported', async () => {
  await log.record(5)
  await log.seal()
  await log.superuser.query(`INSERT INTO audit_checkpoint (size, root, note) VALUES (99999999, '', 'x')`)
  const sequencer = startSequencer(log, log.databaseUrl, { publishEvery: 50 })
  await log.record(5)
  const sealed = async () => (await log.superuser.query('SELECT FROM audit_leaf')).rowCount
  await expect.poll(sealed).toBe(10)
  await oldTransactionsEnd()
  await sequencer.stop()
  const { report } = await log.verify()
  expect(report).toMatchObject({ code: 6, size: 10, faults: [{ kind: 'signature', checkpoint: 99_999_999 }] })
})

test('seals while the bucket of the checkpoints is down, and publishes once it is back', {
  tags: 'long',
}, async () => {
  const first = await startS3Double()
  for (const [name, value] of Object.entries(first.env)) vi.stubEnv(name, value)
  await using stack = new AsyncDisposableStack()
  stack.defer(() => void vi.unstubAllEnvs())
  const place = { kind: 'bucket', bucket: first.bucket, prefix: 'log/', endpoint: first.endpoint } as const
  const checkpoints = await openCheckpointStore(place, stack)
  const sequencer = startSequencer({ ...log, checkpoints }, log.databaseUrl, { publishEvery: 50 })
  stack.defer(() => sequencer.stop())
  await expect.poll(() => checkpoints.readKey()).toBe(log.auditSigner.vkey)
  await first.close()
  await log.record(5)
  await sealedWithin(10_000, 5)
  await log.record(5)
  await sealedWithin(10_000, 10)
  const again = await startS3Double(Number(new URL(first.endpoint).port))
  stack.defer(() => again.close())
  const day = new Date().toISOString().slice(0, 10)
  await expect.poll(async () => (await checkpoints.list(day)).at(-1)?.size).toBe(10)
})

test('one of two sequencers seals, and the other continues after it', { tags: 'long' }, async () => {
  const first = startSequencer(log, log.databaseUrl)
  await log.record(5)
  await sealedWithin(10_000, 5)
  const second = startSequencer(log, log.databaseUrl)
  await log.record(5)
  await sealedWithin(10_000, 10)
  await first.stop()
  await log.record(5)
  await sealedWithin(15_000, 15)
  await second.stop()
  expect((await log.verify()).report).toMatchObject({ code: 0, size: 15 })
})

/** A sequencer in a process of its own. */
function startSequencerProgram() {
  const args = [
    log.databaseUrl,
    join(log.folder, 'checkpoints'),
    keys.toString('hex'),
    signer.toString('hex'),
  ]
  return runProgram('testing/app/sequencer-program.ts', { args })
}

test('another process takes over within 15 s from one that hangs, and neither the takeover nor the return of that one is a fault', {
  timeout: 120_000,
  tags: 'long',
}, async () => {
  const hung = startSequencerProgram()
  await log.record(5)
  await sealedWithin(30_000, 5)
  startSequencerProgram()
  await log.record(5)
  await sealedWithin(30_000, 10)
  hung.child.kill('SIGSTOP')
  const stopped = performance.now()
  await log.record(5)
  const meanwhile = verifyLog(log)
  await sealedWithin(30_000, 15)
  const seconds = (performance.now() - stopped) / 1000
  process.stdout.write(`sealed ${seconds.toFixed(1)} s after the sequencer hung\n`)
  expect(seconds).toBeLessThan(15)
  expect((await meanwhile).report).toMatchObject({ code: 0, size: 10, faults: [] })
  hung.child.kill('SIGCONT')
  await log.record(5)
  await sealedWithin(30_000, 20)
  expect((await log.verify()).report).toMatchObject({ code: 0, size: 20, faults: [] })
})

test(`${kills} kills of the sequencer under load leave no gap, no duplicate and no false alarm`, {
  timeout: 3_600_000,
  tags: 'long',
}, async () => {
  let written = 0
  let killing = true
  const writer = async () => {
    while (killing || written < entries) {
      written += 10
      await log.record(10)
    }
  }
  const writers = Promise.all([writer(), writer()])
  let alarms = 0
  for (let kill = 0; kill < kills; kill++) {
    const { child, finished } = startSequencerProgram()
    await sleep(500 + randomInt(700))
    if (kill % 4 === 3) alarms += (await log.verify({ sealPatience: 30_000 })).report.code
    child.kill('SIGKILL')
    await finished
  }
  startSequencerProgram()
  killing = false
  await writers
  await sealedWithin(30_000, written)
  expect(alarms).toBe(0)
  const { report } = await log.verify()
  expect(report).toMatchObject({ code: 0, size: written, faults: [] })
  expect(report.counts).toMatchObject({ entries: written, unsealed: 0 })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestLog, type TestLog } from '../../../testing/app/test-log.ts'

let log: TestLog
beforeAll(async () => {
  log = await createTestLog()
})
afterAll(() => log.close())

test('an empty log is correct', async () => {
  const { report } = await log.verify()
  expect(report).toMatchObject({ code: 0, size: 0, faults: [] })
})

test('a correct log has no faults, in full, incrementally and resumed in the middle', async () => {
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

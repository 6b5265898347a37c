import { afterEach, expect, test, vi } from 'vitest'
import { TestClock } from '../testing/app/test-clock.ts'
import { createLog, silentLog } from './log.ts'
import { dailyAt, every, everyMinute, type Schedule, startSchedules } from './scheduled-jobs.ts'

const minute = 20
const clock = new TestClock()
const started: { stop(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of started.splice(0)) await each.stop()
})

function start(schedule: Schedule, log = silentLog()): { stop(): Promise<void> } {
  const schedules = startSchedules({ clock, log }, [schedule], { minute })
  started.push(schedules)
  return schedules
}

/** Waits for several rounds. */
async function passRounds(): Promise<void> {
  let rounds = 0
  start(everyMinute({ count: async () => rounds++ }))
  await vi.waitUntil(() => rounds >= 4, { timeout: 10_000, interval: 5 })
}

test('runs jobs at the start and then at their interval', async () => {
  const runs: string[] = []
  const minutely = start(everyMinute({ often: async () => runs.push('often') }))
  start(every(100, { seldom: async () => runs.push('seldom') }))
  await vi.waitUntil(() => runs.length >= 4, { timeout: 10_000, interval: 5 })
  await minutely.stop()
  expect(runs.filter((run) => run === 'seldom')).toHaveLength(1)
})

test('reports the end of each run to the metrics', async () => {
  const ends = new Set<string>()
  const jobEnded = (name: string, succeeded: boolean) => ends.add(`${name} ${succeeded}`)
  const jobs = { works: async () => undefined, fails: async () => Promise.reject(new Error('no')) }
  started.push(startSchedules({ clock, log: silentLog(), metrics: { jobEnded } }, [everyMinute(jobs)]))
  await vi.waitUntil(() => ends.size === 2, { timeout: 10_000, interval: 5 })
  expect([...ends]).toEqual(['works true', 'fails false'])
})

test('logs a failed job by its name, runs the others, and retries it', async () => {
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  let failures = 0
  let runs = 0
  const fails = async () => {
    failures++
    throw new Error('not now')
  }
  start(everyMinute({ 'the first': fails, 'the second': async () => runs++ }), log)
  await vi.waitUntil(() => failures >= 2 && runs >= 2, { timeout: 10_000, interval: 5 })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 50,
    job: 'the first',
    err: { message: 'not now' },
  })
})

test('never runs a job twice concurrently, and stopping waits for the running job', async () => {
  const release = Promise.withResolvers<void>()
  let [open, most, ended] = [0, 0, 0]
  const { stop } = start(
    everyMinute({
      slow: async () => {
        most = Math.max(most, ++open)
        await release.promise
        open--
        ended++
      },
    }),
  )
  await passRounds()
  const stopping = stop()
  expect([most, ended]).toEqual([1, 0])
  release.resolve()
  await stopping
  expect([most, ended]).toEqual([1, 1])
})

test('runs a daily job once a day at its hour in Japan, or at a later start', async () => {
  let runs = 0
  const daily = dailyAt(9, { remind: async () => runs++ })
  clock.moveTo('2026-04-10T08:59:00+09:00')
  start(daily)
  await passRounds()
  expect(runs).toBe(0)
  clock.moveTo('2026-04-10T09:00:00+09:00')
  await passRounds()
  expect(runs).toBe(1)
  clock.moveTo('2026-04-11T08:59:00+09:00')
  await passRounds()
  expect(runs).toBe(1)
  clock.moveTo('2026-04-11T23:00:00+09:00')
  await passRounds()
  expect(runs).toBe(2)
  start(daily)
  await passRounds()
  expect(runs).toBe(3)
})

test('retries a failed daily job after an hour', async () => {
  let attempts = 0
  clock.moveTo('2026-04-10T09:00:00+09:00')
  start(
    dailyAt(9, {
      fails: async () => {
        if (++attempts === 1) throw new Error('not now')
      },
    }),
  )
  await passRounds()
  expect(attempts).toBe(1)
  clock.moveTo('2026-04-10T10:00:00+09:00')
  await passRounds()
  expect(attempts).toBe(2)
  clock.moveTo('2026-04-10T23:00:00+09:00')
  await passRounds()
  expect(attempts).toBe(2)
})

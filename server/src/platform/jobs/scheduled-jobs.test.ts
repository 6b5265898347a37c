import { afterEach, expect, test, vi } from 'vitest'
import { TestClock } from '../../testing/app/test-clock.ts'
import { useDatabase } from '../../testing/app/test-database.ts'
import { openDatabase } from '../db/database.ts'
import { createLog, silentLog } from '../log.ts'
import {
  dailyAt,
  every,
  everyMinute,
  type Schedule,
  startSchedules,
  withRightClock,
} from './scheduled-jobs.ts'

const minute = 20
const clock = new TestClock()
const started: { stop(): Promise<void> }[] = []

const database = useDatabase()
afterEach(async () => {
  for (const each of started.splice(0)) await each.stop()
})

function start(schedule: Schedule, log = silentLog()): { stop(): Promise<void> } {
  const schedules = startSchedules({ clock, db: database.db, log }, [schedule], { minute })
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
  started.push(
    startSchedules({ clock, db: database.db, log: silentLog(), metrics: { jobEnded } }, [everyMinute(jobs)]),
  )
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

test('runs a daily job on the day after the clock was set back by years', async () => {
  let runs = 0
  clock.moveTo('2037-04-10T09:00:00+09:00')
  start(dailyAt(9, { verify: async () => runs++ }))
  await passRounds()
  expect(runs).toBe(1)
  clock.moveTo('2026-04-10T09:00:00+09:00')
  await passRounds()
  expect(runs).toBe(2)
  await passRounds()
  expect(runs).toBe(2)
})

test('skips a job that needs the right clock while the clock of the database differs, and counts it as failed', async () => {
  let runs = 0
  const ends: string[] = []
  const jobEnded = (name: string, succeeded: boolean) => ends.push(`${name} ${succeeded}`)
  clock.moveTo(new Date(Date.now() + 61_000))
  const services = { clock, db: database.db, log: silentLog(), metrics: { jobEnded } }
  const guarded = withRightClock(everyMinute({ destroy: async () => runs++ }))
  started.push(startSchedules(services, [guarded], { minute }))
  await vi.waitUntil(() => ends.length >= 2, { timeout: 10_000, interval: 5 })
  expect([runs, ...new Set(ends)]).toEqual([0, 'destroy false'])
  clock.moveTo(new Date())
  await vi.waitUntil(() => runs > 0, { timeout: 10_000, interval: 5 })
})

test('skips a job that needs the right clock while the time of the database is unknown', async () => {
  const away = openDatabase('postgres://127.0.0.1:9/none', silentLog())
  let runs = 0
  const lines: string[] = []
  const log = createLog({ logLevel: 'info' }, { write: (line) => lines.push(line) })
  const guarded = withRightClock(everyMinute({ destroy: async () => runs++ }))
  started.push(startSchedules({ clock: new TestClock(), db: away.db, log }, [guarded], { minute }))
  await vi.waitUntil(() => lines.length >= 2, { timeout: 10_000, interval: 5 })
  expect(runs).toBe(0)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, job: 'destroy' })
})

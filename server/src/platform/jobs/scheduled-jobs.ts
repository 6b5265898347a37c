import { dayInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { day, minute, hour as oneHour, second } from '@kyc/contract/durations.ts'
import type { Clock } from '../clock.ts'
import { measureSkew } from '../db/clock-skew.ts'
import type { Db } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type Rounds, startRounds } from './rounds.ts'

/** Jobs that run in sequence, by their names in the log. Any number of processes may run them. */
type Jobs = Readonly<Record<string, () => Promise<unknown>>>

export interface Schedule {
  readonly minutes: number
  /** For daily jobs: the hour in Japan from which they run. */
  readonly hour?: number
  readonly needsRightClock?: boolean
  readonly jobs: Jobs
}

/** Runs `jobs` at the start and every minute after that. */
export function everyMinute(jobs: Jobs): Schedule {
  return every(1, jobs)
}

/** Runs `jobs` at the start and then at this interval. */
export function every(minutes: number, jobs: Jobs): Schedule {
  return { minutes, jobs }
}

/**
 * Runs `jobs` once a day in each process, at `hour` in Japan or, if the process starts later, at its start.
 * They never run between midnight and `hour`. A failed job is retried after an hour.
 */
export function dailyAt(hour: number, jobs: Jobs): Schedule {
  return { minutes: 1, hour, jobs }
}

/**
 * Skips the jobs of `schedule` while the clock of the process differs from that of the database by more than a minute
 * (D84): for jobs whose effect at a wrong time can't be undone, such as the destruction of records. Skipped daily jobs
 * run within a minute after the clock is right, the others at their next interval.
 */
export function withRightClock(schedule: Schedule): Schedule {
  return { ...schedule, needsRightClock: true }
}

/** Statements end within seconds, so a slow reply of the database does not count as a difference of the clocks. */
const largestSkew = minute

interface ScheduleServices {
  readonly clock: Clock
  readonly db: Db
  readonly log: Log
  readonly metrics?: Pick<Metrics, 'jobEnded'> | undefined
}

/**
 * Starts every schedule. Schedules run concurrently; an interval begins with the end of the round before. A failed job
 * is logged, and the next one runs. `stop` waits for running jobs.
 * @param options.minute milliseconds
 */
export function startSchedules(
  services: ScheduleServices,
  schedules: readonly Schedule[],
  options = { minute },
): Pick<Rounds, 'stop'> {
  const started = schedules.map((schedule) => startSchedule(services, schedule, options.minute))
  return {
    async stop() {
      await Promise.all(started.map(({ stop }) => stop()))
    },
  }
}

function startSchedule(
  services: ScheduleServices,
  { jobs, minutes, hour, needsRightClock }: Schedule,
  minuteLength: number,
): Rounds {
  const notBefore = new Map<string, number>()
  return startRounds(async (stopped) => {
    for (const [name, job] of Object.entries(jobs)) {
      if (stopped.aborted) break
      const now = services.clock.now()
      const daily = hour === undefined ? undefined : timeOn(now, hour)
      if (daily !== undefined && !isDue(now.getTime(), daily, notBefore.get(name))) continue
      if (needsRightClock && !(await hasRightClock(services, name))) continue
      const succeeded = await runJob(services, name, job)
      if (daily !== undefined) notBefore.set(name, succeeded ? daily + day : now.getTime() + oneHour)
    }
    return minutes * minuteLength
  })
}

/** `notBefore` is at most a day ahead, unless the clock was set back since: then it is ignored. */
function isDue(now: number, daily: number, notBefore = 0): boolean {
  return now >= daily && (now >= notBefore || notBefore > now + day)
}

/** The instant of `hour` on the day in Japan of `now`. */
function timeOn(now: Date, hour: number): number {
  return startOfDayInJapan(dayInJapan(now)).getTime() + hour * oneHour
}

/** Also false while the time of the database is unknown. A skipped job counts as failed, so that its alert is sent. */
async function hasRightClock({ clock, db, log, metrics }: ScheduleServices, job: string): Promise<boolean> {
  try {
    const skew = await measureSkew({ clock, db })
    if (Math.abs(skew) <= largestSkew) return true
    const skewSeconds = Math.round(skew / second)
    log.error(
      { job, skewSeconds },
      'a job was skipped: the clocks of this process and of the database differ',
    )
  } catch (error) {
    log.error({ err: error, job }, 'a job was skipped: the clock of the database was not read')
  }
  metrics?.jobEnded(job, false)
  return false
}

async function runJob(
  { log, metrics }: ScheduleServices,
  name: string,
  job: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await job()
    metrics?.jobEnded(name, true)
    return true
  } catch (error) {
    metrics?.jobEnded(name, false)
    log.error({ err: error, job: name }, 'a scheduled job failed and will be retried')
    return false
  }
}

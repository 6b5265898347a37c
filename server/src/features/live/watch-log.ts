import type { Db } from '../../platform/db/database.ts'
import type { Signal } from '../../platform/db/signal.ts'
import type { Log } from '../../platform/log.ts'
import { changesSince, endOfLog, type LoggedChange } from '../audit/changes-since.ts'

export interface WatchOptions {
  readonly db: Db
  readonly log: Log
  /** Fires after a change; a lost one only delays what it would have told. */
  readonly signal: Pick<Signal, 'listen'>
  readonly onChanges: (changes: readonly LoggedChange[]) => void
}

export interface LogWatch {
  stop(): Promise<void>
}

/** Milliseconds between two looks when no signal comes. */
const lookEvery = 2000
const pageSize = 1000

/** Tells of everything that commits from now on, by whatever process, once and in pages, until it is stopped. */
export async function watchLog({ db, log, signal, onChanges }: WatchOptions): Promise<LogWatch> {
  let position = await endOfLog(db)
  let stopped = false
  const readOn = async () => {
    for (let more = true; more && !stopped; ) {
      const page = await changesSince(db, position, pageSize)
      position = page.position
      more = page.more
      if (!stopped) onChanges(page.changes)
    }
  }
  const looker = oneAtATime(() =>
    readOn().catch((error: unknown) => {
      log.warn({ err: error }, 'the log could not be read for live updates; it is tried again')
    }),
  )
  const unlisten = signal.listen(looker.run)
  const timer = setInterval(looker.run, lookEvery)
  timer.unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await Promise.all([unlisten(), looker.idle()])
    },
  }
}

/** Runs `act` once more after the present run if it was asked for meanwhile. */
function oneAtATime(act: () => Promise<void>): { run(): void; idle(): Promise<void> } {
  let running: Promise<void> | undefined
  let again = false
  const run = () => {
    again = running !== undefined
    running ??= act().finally(() => {
      running = undefined
      if (again) run()
    })
  }
  return {
    run,
    async idle() {
      while (running) await running
    },
  }
}

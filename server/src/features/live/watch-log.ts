import pLimit from 'p-limit'
import type { Db } from '../../platform/db/database.ts'
import type { Signal } from '../../platform/db/signal.ts'
import type { Log } from '../../platform/log.ts'
import { changesSince, endOfLog, type LoggedChange } from '../audit/changes-since.ts'

interface WatchOptions {
  readonly db: Db
  readonly log: Log
  /** Fires after a change. A lost signal only delays the live updates until the next poll. */
  readonly signal: Pick<Signal, 'listen'>
  /** Called again with the same changes if it fails. */
  readonly onChanges: (changes: readonly LoggedChange[]) => Promise<void>
}

export interface LogWatch {
  stop(): Promise<void>
}

/** Milliseconds between two polls without a signal. */
const pollEvery = 2000
const pageSize = 1000

/** Reports every change that any process commits from now on, once and in pages, until it is stopped. */
export async function watchLog({ db, log, signal, onChanges }: WatchOptions): Promise<LogWatch> {
  let position = await endOfLog(db)
  let stopped = false
  const readChanges = async () => {
    for (let more = true; more && !stopped; ) {
      const page = await changesSince(db, position, pageSize)
      if (!stopped) await onChanges(page.changes)
      position = page.position
      more = page.more
    }
  }
  // A signal during a read causes one more read.
  const turn = pLimit(1)
  const read = () =>
    readChanges().catch((error: unknown) => {
      log.warn({ err: error }, 'the log could not be read for live updates; retrying')
    })
  const requestRead = () => {
    if (turn.pendingCount === 0) void turn(read)
  }
  const unlisten = signal.listen(requestRead)
  const timer = setInterval(requestRead, pollEvery)
  timer.unref()
  return {
    async stop() {
      stopped = true
      clearInterval(timer)
      await unlisten()
      await turn(async () => undefined)
    },
  }
}

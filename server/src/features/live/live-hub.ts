import { limits } from '@kyc/contract/limits.ts'
import { liveCloseCodes } from '@kyc/contract/live.ts'
import type { WebSocket } from 'ws'
import type { Db } from '../../platform/db/database.ts'
import type { Signal } from '../../platform/db/signal.ts'
import type { Caller } from '../../platform/http/requests/caller.ts'
import { oneAtATime } from '../../platform/jobs/one-at-a-time.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'
import { findLiveSessions } from '../accounts/sessions/session-repository.ts'
import { keyOf } from '../accounts/sessions/sessions.ts'
import type { LoggedChange } from '../audit/changes-since.ts'
import { findRelying } from '../reliances/reliance-repository.ts'
import { findChangedShares } from '../shares/shares-repository.ts'
import { type AddressedChange, liveChangesOf } from './live-changes.ts'
import { OpenSockets } from './open-sockets.ts'
import { type LogWatch, watchLog } from './watch-log.ts'

export interface LiveServices {
  readonly db: Db
  readonly log: Log
  readonly changed: Pick<Signal, 'listen'>
}

/** Ticks are seconds (limits.live.sessionCheck). */
const pingEvery = 30
/** Ticks that polling continues after the last socket closed: a reloaded page reconnects at once. */
const lingerTicks = 5

/** The open sockets of this process and their jobs, which run only while there are sockets. */
export class LiveHub {
  readonly #services: LiveServices
  readonly #sockets = new OpenSockets()
  #watch: Promise<LogWatch> | undefined
  #timer: NodeJS.Timeout | undefined
  #ticks = 0
  #unused = 0
  #closed = false

  constructor(services: LiveServices) {
    this.#services = services
  }

  get size(): number {
    return this.#sockets.size
  }

  /** Starts polling the log, so that no later change is missed. Call `add` immediately after it. */
  async prepare(): Promise<void> {
    if (this.#closed) throw new Problem('TEMPORARILY_UNAVAILABLE')
    this.#unused = 0
    this.#watch ??= this.#start()
    await this.#watch
  }

  add(
    socket: WebSocket,
    caller: Pick<Caller, 'id' | 'role' | 'sessionKey'>,
    organisations: readonly string[],
  ): void {
    const { id: accountId, role, sessionKey } = caller
    // The polling has ended if the handshake took long after `prepare`; the page connects again.
    if (this.#closed || !this.#watch) socket.terminate()
    else this.#sockets.add(socket, { accountId, role, organisations, sessionKey })
  }

  /** Closes all sockets with a code that makes pages reconnect later, and waits for running work. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([this.#sockets.closeAll(liveCloseCodes.restarting), this.#pause()])
  }

  async #start(): Promise<LogWatch> {
    const { db, log, changed } = this.#services
    try {
      const onChanges = async (changes: readonly LoggedChange[]) => {
        this.#sockets.send(distinct(changes.flatMap(liveChangesOf)))
        this.#sockets.send(distinct(await changedShares(db, changes)))
        this.#sockets.send(distinct(await changedReliances(db, changes)))
      }
      const watch = await watchLog({ db, log, signal: changed, onChanges })
      if (!this.#closed) this.#timer = setInterval(() => this.#tick(), limits.live.sessionCheck).unref()
      return watch
    } catch (error) {
      this.#watch = undefined
      throw error
    }
  }

  async #pause(): Promise<void> {
    const watch = this.#watch
    this.#watch = undefined
    clearInterval(this.#timer)
    // A failed start has already been reported to the callers of `prepare`.
    const started = await watch?.catch(() => undefined)
    await started?.stop()
  }

  #tick(): void {
    if (this.#sockets.size === 0) {
      this.#unused += 1
      if (this.#unused > lingerTicks) void this.#pause()
      return
    }
    this.#unused = 0
    this.#ticks += 1
    if (this.#ticks % pingEvery === 0) this.#sockets.ping()
    void this.#check()
  }

  /** D27: checks the sessions of all sockets of the process, in one query. */
  readonly #check = oneAtATime(async () => {
    try {
      const keys = this.#sockets.sessionKeys()
      this.#sockets.revalidate(await findLiveSessions(this.#services.db, keys.map(keyOf)), keys)
    } catch (error) {
      this.#services.log.warn({ err: error }, 'the sessions of open sockets could not be checked; retrying')
    }
  })
}

/**
 * The live updates for organisations that a title is shared with: a change of another record may change its facts
 * (D113).
 */
async function changedShares(db: Db, changes: readonly LoggedChange[]): Promise<AddressedChange[]> {
  return (await findChangedShares(db, changes)).map(({ id, recipient_id: owner }) => ({
    change: { kind: 'sharedFacts', id },
    owner,
    leastRole: 'user',
  }))
}

/** The live updates for organisations with a record that relies on a changed one (D126). */
async function changedReliances(db: Db, changes: readonly LoggedChange[]): Promise<AddressedChange[]> {
  return (await findRelying(db, changes)).map(({ performer_id: id, recipient_id: owner }) => ({
    change: { kind: 'performer', id },
    owner,
    leastRole: 'user',
  }))
}

/** Removes duplicates: one act often creates several entries about one record. */
function distinct(changes: readonly AddressedChange[]): AddressedChange[] {
  const addressed = new Map<string, AddressedChange>()
  for (const each of changes) {
    addressed.set(`${each.change.kind} ${each.change.id} ${each.owner} ${each.leastRole}`, each)
  }
  return [...addressed.values()]
}

import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createAccounts } from '../setup/accounts.ts'
import { type Findings, inspect } from './inspect.ts'
import { type Installation, startInstallation } from './installation.ts'
import { RegistrationClient } from './registration-client.ts'
import { ReviewClient } from './review-client.ts'
import { steerDatabase } from './steer-database.ts'

export interface CrashPlan {
  /** Kills in all, of the processes and of PostgreSQL. */
  readonly kills: number
  /**
   * Whether, instead of each kill, the processes, PostgreSQL and their disk lose their power together. Needs root on
   * Linux.
   */
  readonly powerLosses?: boolean
  readonly processes: number
  /** No further kill after this many milliseconds. */
  readonly timeLimit?: number
  /** Called after each kill. */
  readonly onKill?: (kills: number) => void
}

export interface CrashReport {
  readonly kills: {
    readonly processes: number
    readonly starts: number
    readonly database: number
    readonly power: number
  }
  /** The numbers of acts that the server has acknowledged to the clients. */
  readonly acknowledged: {
    readonly registrations: number
    readonly decisions: number
    readonly deletions: number
  }
  /** Sealed records whose key has been destroyed. */
  readonly destroyed: number
  /** How often a process has exited without being killed. */
  readonly exits: number
  readonly findings: Findings
}

const accountCount = 4
/** The limit of parallel uploads per account. */
const sendersEach = 2
/** Milliseconds before a kill: long enough for some registrations to complete, short enough to interrupt others. */
const lifetime = { minimum: 150, maximum: 2000 }
/** Every this many kills, the first included, PostgreSQL is killed instead of a process. */
const databaseEvery = 25
/** Every this many kills, the process is killed again after the start that follows. */
const startEvery = 5
const password = 'crash-harness-password'

/**
 * Kills processes of an installation with SIGKILL, each 150 to 2000 ms after it listens or while it starts, and
 * PostgreSQL with an immediate stop; with `powerLosses`, takes the power from all of them together instead. Meanwhile
 * clients register, review and delete, and the processes seal, sweep and destroy. At the end, lets the installation
 * recover and inspects the stored data.
 */
export async function runCrashes({
  kills,
  processes,
  powerLosses = false,
  timeLimit = Infinity,
  onKill = () => undefined,
}: CrashPlan): Promise<CrashReport> {
  const installation = await startInstallation({ processes, losable: powerLosses })
  try {
    const [clients, reviewer] = await signUp(installation)
    const stop = new AbortController()
    const work = Promise.all([
      ...clients.flatMap((client) => Array.from({ length: sendersEach }, () => client.run(stop.signal))),
      reviewer.run(stop.signal),
      steerDatabase(installation.databaseDir, reviewer, stop.signal),
    ])
    const failed = work.catch(() => stop.abort())
    const budget = { kills, until: performance.now() + timeLimit, stop: stop.signal, onKill }
    const done = await (powerLosses ? losePower : killAll)(installation, budget)
    stop.abort()
    await failed
    await work
    const { destroyed, findings } = await inspect(installation, clients, reviewer)
    return {
      kills: done,
      acknowledged: {
        registrations: clients.flatMap((client) => client.acknowledged).length,
        decisions: reviewer.decided.size,
        deletions: reviewer.deleted.size,
      },
      destroyed,
      exits: installation.exits(),
      findings,
    }
  } finally {
    await installation.stop()
  }
}

interface Budget {
  readonly kills: number
  readonly until: number
  /** Ends the kills early. */
  readonly stop: AbortSignal
  readonly onKill: (kills: number) => void
}

/** Kills the processes in parallel until the budget is used. */
async function killAll(
  installation: Installation,
  { kills, until, stop, onKill }: Budget,
): Promise<CrashReport['kills']> {
  const done = { processes: 0, starts: 0, database: 0, power: 0 }
  let begun = 0
  const killRepeatedly = async (index: number) => {
    while (begun < kills && performance.now() < until && !stop.aborted) {
      const kill = begun++
      await wait(randomInt(lifetime.minimum, lifetime.maximum))
      if (kill % databaseEvery === 0) {
        await installation.killDatabase()
        done.database++
      } else if (kill % startEvery === startEvery - 1 && begun < kills) {
        begun++
        await installation.killStart(index, randomInt(lifetime.minimum, lifetime.maximum))
        done.processes++
        done.starts++
      } else {
        await installation.killProcess(index)
        done.processes++
      }
      onKill(done.processes + done.starts + done.database)
    }
  }
  await Promise.all(installation.urls.map((_, index) => killRepeatedly(index)))
  return done
}

/** Takes the power from the whole installation repeatedly until the budget is used. */
async function losePower(
  installation: Installation,
  { kills, until, stop, onKill }: Budget,
): Promise<CrashReport['kills']> {
  let power = 0
  while (power < kills && performance.now() < until && !stop.aborted) {
    await wait(randomInt(lifetime.minimum, lifetime.maximum))
    await installation.losePower()
    onKill(++power)
  }
  return { processes: 0, starts: 0, database: 0, power }
}

async function signUp({ databaseDir, urls }: Installation): Promise<[RegistrationClient[], ReviewClient]> {
  const accounts = Array.from({ length: accountCount }, (_, n) => ({
    email: `owner${n + 1}@example.com`,
    name: `登録 ${n + 1}`,
    role: 'user' as const,
    password,
  }))
  const admin = { email: 'admin@example.com', name: '審査', role: 'admin', password } as const
  await createAccounts({ dataDir: databaseDir, demo: 'off' }, [...accounts, admin])
  const clients: RegistrationClient[] = []
  for (const { email } of accounts) {
    const client = new RegistrationClient(urls)
    await client.signIn({ email, password })
    clients.push(client)
  }
  const reviewer = new ReviewClient(urls, clients)
  await reviewer.signIn({ email: admin.email, password })
  return [clients, reviewer]
}

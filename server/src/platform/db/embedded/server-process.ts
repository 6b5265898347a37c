import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { postgresEnvironment } from './cluster.ts'
import { faultIn } from './fault.ts'
import { readPostmaster } from './postmaster-file.ts'
import type { Unprivileged } from './unprivileged.ts'

export interface ServerProcess {
  readonly port: number
  /** Resolves when the server has ended, whoever ended it. */
  readonly exited: Promise<void>
  /** Ends it in order: sessions are cut, everything is written. */
  stop(): Promise<void>
  /** Ends it at once and without waiting; the next start recovers from the log of the database. */
  abort(): void
}

export interface ServerOptions {
  readonly cluster: string
  readonly binaries: PostgresBinaries
  readonly runAs: Unprivileged
  readonly logFile: string
  readonly settings: Readonly<Record<string, string>>
}

/** @throws StartError when PostgreSQL doesn't come up */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  // Somebody else may take the free port before PostgreSQL does.
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort()
    const child = spawnServer(options, port)
    if (await becomesReady(child, options.cluster)) return asServerProcess(child, port)
    if (attempt === 3) throw new StartError(await describeFailure(options.logFile))
    await sleep(300)
  }
}

function spawnServer(
  { cluster, binaries, runAs, logFile, settings }: ServerOptions,
  port: number,
): ChildProcess {
  const [program = '', ...prefix] = [...runAs.prefix, binaries.postgres]
  const all = { ...baseSettings, ...settings, port: String(port) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logFile, 'w', 0o600)
  try {
    const child = spawn(program, [...prefix, '-D', cluster, ...flags], {
      env: postgresEnvironment,
      stdio: ['ignore', log, log],
      // A group of its own: Ctrl-C in a terminal reaches us alone, and we stop it last.
      detached: true,
    })
    // A program that can't be run has no pid; that is seen where it is waited for.
    child.once('error', () => undefined)
    const abort = () => abortServer(child)
    // Whatever ends this process, an uncaught error too, ends the server with it.
    process.once('exit', abort)
    child.once('exit', () => process.off('exit', abort))
    return child
  } finally {
    closeSync(log)
  }
}

const baseSettings = {
  listen_addresses: '127.0.0.1',
  // Paths of sockets are short, those of checkouts are not.
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements and their values are personal data: they stay out of this log.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

async function becomesReady(child: ChildProcess, cluster: string): Promise<boolean> {
  // Recovery after a crash may take minutes: as long as it lives it is waited for.
  while (isRunning(child)) {
    const postmaster = await readPostmaster(cluster)
    if (postmaster?.ready && postmaster.pid === child.pid) return true
    await sleep(20)
  }
  return false
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null
}

function asServerProcess(child: ChildProcess, port: number): ServerProcess {
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    port,
    exited,
    abort: () => abortServer(child),
    async stop() {
      if (!isRunning(child)) return
      // Sessions that have just said goodbye get a moment, then they are cut, at last everything is.
      child.kill('SIGTERM')
      const timers = [
        setTimeout(() => child.kill('SIGINT'), 500),
        setTimeout(() => abortServer(child), 20_000),
      ]
      await exited
      timers.forEach(clearTimeout)
    },
  }
}

function abortServer(child: ChildProcess): void {
  if (isRunning(child)) child.kill('SIGQUIT')
}

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('a TCP server has an address')
  return address.port
}

async function describeFailure(logFile: string): Promise<string> {
  const fault = faultIn(await readFile(logFile, 'utf8'))
  return `The embedded PostgreSQL did not start: ${fault} (see ${logFile}).`
}

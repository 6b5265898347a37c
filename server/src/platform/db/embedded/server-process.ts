import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../process/free-port.ts'
import { StartError } from '../../process/start-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { postgresEnvironment } from './cluster.ts'
import { faultIn } from './fault.ts'
import { readPostmaster } from './postmaster-file.ts'

export interface ServerProcess {
  readonly port: number
  /** Resolves when the server has exited, for whatever reason. */
  readonly exited: Promise<void>
  /** Shuts the server down: disconnects sessions and writes a checkpoint. */
  stop(): Promise<void>
  /** Stops the server at once, without waiting; the next start recovers from the write-ahead log. */
  abort(): void
}

interface ServerOptions {
  readonly cluster: string
  readonly binaries: PostgresBinaries
  /** Precedes the command. */
  readonly runAs: readonly string[]
  readonly logFile: string
  readonly settings: Readonly<Record<string, string>>
}

/** @throws StartError if PostgreSQL does not start */
export async function runServer(options: ServerOptions): Promise<ServerProcess> {
  // Another program may take the free port before PostgreSQL does.
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
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
  const [program = '', ...prefix] = [...runAs, binaries.postgres]
  const all = { ...baseSettings, ...settings, port: String(port) }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const log = openSync(logFile, 'w', 0o600)
  try {
    const child = spawn(program, [...prefix, '-D', cluster, ...flags], {
      env: postgresEnvironment,
      stdio: ['ignore', log, log],
      // A separate process group, so that Ctrl-C in a terminal does not stop PostgreSQL before this process.
      detached: true,
    })
    // A program that can't be run has no pid; `becomesReady` returns false for it.
    child.once('error', () => undefined)
    const abort = () => abortServer(child)
    // Any exit of this process stops the server, also after an uncaught error.
    process.once('exit', abort)
    child.once('exit', () => process.off('exit', abort))
    return child
  } finally {
    closeSync(log)
  }
}

const baseSettings = {
  listen_addresses: '127.0.0.1',
  // The path of a checkout may exceed the maximum length of a socket path.
  unix_socket_directories: '',
  fsync: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements and their values contain personal data, which must not be logged.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
}

async function becomesReady(child: ChildProcess, cluster: string): Promise<boolean> {
  // No timeout: recovery after a crash may take minutes.
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
      // SIGTERM lets sessions finish, SIGINT disconnects them, SIGQUIT aborts.
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

async function describeFailure(logFile: string): Promise<string> {
  const fault = faultIn(await readFile(logFile, 'utf8'))
  return `The embedded PostgreSQL did not start: ${fault} (see ${logFile}).`
}

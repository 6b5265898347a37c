import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Log } from '../../platform/log.ts'
import type { ChildMessage } from './emulator-child.ts'
import { type EmulatedAccount, seedEmulator } from './seed-emulator.ts'

/** The address of the identity provider's emulator. */
export interface EmulatorAddress {
  readonly projectId: string
  /** host:port; undefined while it is unavailable or has no accounts yet. */
  address(): string | undefined
}

/** The identity provider's emulator as a child process. */
export interface AuthEmulator extends EmulatorAddress {
  /** Starts it in the background. A failure is logged and makes sign-in through the provider unavailable. */
  start(): void
  /** Resolves when it is available. @throws Error if it could not start */
  ready(): Promise<string>
  stop(): Promise<void>
}

export interface EmulatorOptions {
  readonly projectId: string
  readonly accounts: readonly EmulatedAccount[]
  readonly log: Log
}

const restartAfter = 5_000
const killAfter = 2_000

/** Runs the emulator in a child process, because it takes seconds to start and uses 300 MB. */
export function createAuthEmulator({ projectId, accounts, log }: EmulatorOptions): AuthEmulator {
  let child: ChildProcess | undefined
  let address: string | undefined
  let stopped = false
  let restart: NodeJS.Timeout | undefined
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  ready.catch(() => undefined) // callers may ignore the failure

  function start(): void {
    if (child || stopped) return
    const started = startChild(projectId)
    child = started
    started.on('message', (message: ChildMessage) => {
      if (message.kind === 'ready') void seed(message.port)
      else
        disable('firebase-tools is not installed: sign-in through the provider is unavailable in this demo')
    })
    started.on('error', (error) => log.warn({ err: error }, 'the sign-in emulator failed'))
    started.once('exit', (code) => {
      child = undefined
      if (stopped) return
      if (address === undefined)
        return disable(`the sign-in emulator exited with ${code} before it was ready`)
      address = undefined
      log.warn({ code }, 'the sign-in emulator exited and is restarted')
      restart = setTimeout(start, restartAfter).unref()
    })
  }

  async function seed(port: number): Promise<void> {
    try {
      await seedEmulator(`127.0.0.1:${port}`, projectId, accounts)
      address = `127.0.0.1:${port}`
      resolve(address)
      log.info({ port }, 'the sign-in emulator is ready')
    } catch (error) {
      log.warn({ err: error }, 'the sign-in emulator rejected its accounts')
      void stop()
    }
  }

  function disable(reason: string): void {
    if (stopped) return
    stopped = true
    log.info(reason)
    reject(new Error(reason))
  }

  async function stop(): Promise<void> {
    stopped = true
    clearTimeout(restart)
    address = undefined
    reject(new Error('the sign-in emulator was stopped'))
    if (child) await endChild(child)
  }

  return { projectId, address: () => address, start, ready: () => ready, stop }
}

async function endChild(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  const kill = setTimeout(() => child.kill('SIGKILL'), killAfter)
  if (child.connected) child.disconnect()
  await ended
  clearTimeout(kill)
}

function startChild(projectId: string): ChildProcess {
  const child = fork(join(import.meta.dirname, 'emulator-child.ts'), [projectId], {
    // A third-party program gets none of our settings.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Allows the server and tests to exit while the emulator runs.
  child.unref()
  child.channel?.unref()
  return child
}

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Log } from '../../platform/log.ts'
import type { ChildMessage } from './emulator-child.ts'
import { type EmulatedPerson, seedEmulator } from './seed-emulator.ts'

/** What the relay needs of the identity provider's emulator. */
export interface EmulatorAddress {
  readonly projectId: string
  /** host:port while it answers and has its accounts, else undefined. */
  address(): string | undefined
}

/** The identity provider's emulator as a child process. */
export interface AuthEmulator extends EmulatorAddress {
  /** Starts it in the background. A failure is logged and makes sign-in through the provider unavailable. */
  start(): void
  /** Resolves when it answers. @throws Error if it could not start */
  ready(): Promise<string>
  stop(): Promise<void>
}

export interface EmulatorOptions {
  readonly projectId: string
  readonly people: readonly EmulatedPerson[]
  readonly log: Log
}

const restartAfter = 5_000
const killAfter = 2_000

/** Runs in a process of its own, because it takes seconds and 300 MB. */
export function createAuthEmulator({ projectId, people, log }: EmulatorOptions): AuthEmulator {
  let child: ChildProcess | undefined
  let address: string | undefined
  let stopped = false
  let restart: NodeJS.Timeout | undefined
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  ready.catch(() => undefined) // callers may ignore it

  function start(): void {
    if (child || stopped) return
    const started = startChild(projectId)
    child = started
    started.on('message', (message: ChildMessage) => {
      if (message.kind === 'ready') void seed(message.port)
      else giveUp('firebase-tools is not installed: there is no sign-in through the provider in this demo')
    })
    started.on('error', (error) => log.warn({ err: error }, 'the sign-in emulator'))
    started.once('exit', (code) => {
      child = undefined
      if (stopped) return
      if (address === undefined) return giveUp(`the sign-in emulator ended with ${code} before it answered`)
      address = undefined
      log.warn({ code }, 'the sign-in emulator ended and is restarted')
      restart = setTimeout(start, restartAfter).unref()
    })
  }

  async function seed(port: number): Promise<void> {
    try {
      await seedEmulator(`127.0.0.1:${port}`, projectId, people)
      address = `127.0.0.1:${port}`
      resolve(address)
      log.info({ port }, 'the sign-in emulator is ready')
    } catch (error) {
      log.warn({ err: error }, 'the sign-in emulator refused its accounts')
      void stop()
    }
  }

  function giveUp(sentence: string): void {
    if (stopped) return
    stopped = true
    log.info(sentence)
    reject(new Error(sentence))
  }

  async function stop(): Promise<void> {
    stopped = true
    clearTimeout(restart)
    address = undefined
    reject(new Error('the sign-in emulator was stopped'))
    if (!child) return
    const ended = once(child, 'exit')
    const kill = setTimeout(() => child?.kill('SIGKILL'), killAfter)
    if (child.connected) child.disconnect()
    await ended
    clearTimeout(kill)
  }

  return { projectId, address: () => address, start, ready: () => ready, stop }
}

function startChild(projectId: string): ChildProcess {
  const child = fork(join(import.meta.dirname, 'emulator-child.ts'), [projectId], {
    // A foreign program gets none of our settings.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Lets the server and tests end while the emulator runs.
  child.unref()
  child.channel?.unref()
  return child
}

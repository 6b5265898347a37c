import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Log } from '../../platform/log.ts'
import type { ChildMessage } from './emulator-child.ts'
import { type EmulatedPerson, seedEmulator } from './seed-emulator.ts'

/** The provider's stand-in for trying out and for tests. */
export interface AuthEmulator {
  readonly projectId: string
  /** host:port once it answers and knows its people; until then, and when it has ended, undefined. */
  address(): string | undefined
  /** Starts it in the background. Failing to is told to the log and to whoever signs in, and stops nothing else. */
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

/** An emulator of our own, in a process of its own: it takes seconds and 300 MB that the server must not pay. */
export function createAuthEmulator({ projectId, people, log }: EmulatorOptions): AuthEmulator {
  let child: ChildProcess | undefined
  let address: string | undefined
  let stopped = false
  let restart: NodeJS.Timeout | undefined
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>()
  ready.catch(() => undefined) // nobody has to wait for it

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
      log.warn({ code }, 'the sign-in emulator ended; it is started again')
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
      log.warn({ err: error }, 'the sign-in emulator did not take its people')
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

/** One that somebody else runs, at a fixed address. */
export function foreignEmulator(projectId: string, address: string): AuthEmulator {
  return {
    projectId,
    address: () => address,
    start: () => undefined,
    ready: async () => address,
    stop: async () => undefined,
  }
}

function startChild(projectId: string): ChildProcess {
  const child = fork(join(import.meta.dirname, 'emulator-child.ts'), [projectId], {
    // None of our settings: it is a stranger's program. Its own would be of no use.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // The emulator alone must not keep a server or a test from ending.
  child.unref()
  child.channel?.unref()
  return child
}

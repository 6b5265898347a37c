import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { bareEnvironment } from '../../platform/process/bare-environment.ts'

interface Finished {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

export interface Program {
  readonly child: ChildProcess
  readonly finished: Promise<Finished>
  /** Resolves to the address once the program prints its `Listening on` line. */
  readonly listening: Promise<string>
}

const running = new Set<ChildProcess>()

/** The folder of this version. */
export const thisVersion = join(import.meta.dirname, '../../../..')

interface RunOptions {
  readonly args?: string[]
  readonly env?: Record<string, string>
  /** The folder of an installed version. */
  readonly version?: string
  /** The account that runs it, if not that of this process, which is then root. */
  readonly uid?: number
}

/** Runs the real program in a separate process without the settings of this one, by default outside demo mode. */
export function runProgram(
  script: string,
  { args = [], env = {}, version = thisVersion, uid }: RunOptions = {},
): Program {
  const child = spawn(process.execPath, [join(version, 'server/src', script), ...args], {
    env: { ...bareEnvironment(), PATH: process.env.PATH, DEMO: 'off', PORT: '0', LOG_LEVEL: 'fatal', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(uid !== undefined && { uid, gid: uid }),
  })
  running.add(child)
  let out = ''
  const listening = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      out += chunk
      const url = /^Listening on (http:\/\/localhost:\d+)(?: for \S+)?$/m.exec(out)?.[1]
      if (url) resolve(url)
    })
  })
  const finished = Promise.all([once(child, 'close'), text(child.stderr)]).then(([[code], error]) => {
    running.delete(child)
    return { code, out, error }
  })
  return { child, finished, listening }
}

/** Starts the server and waits until it listens. @throws Error with its stderr if it ends before */
export async function startProgram(
  env: Record<string, string>,
  version?: string,
  uid?: number,
): Promise<Program & { url: string }> {
  const options = { ...(version && { version }), ...(uid !== undefined && { uid }) }
  const program = runProgram('main.ts', { env, ...options })
  const failed = program.finished.then(({ error }) => Promise.reject(new Error(error)))
  return { ...program, url: await Promise.race([program.listening, failed]) }
}

/** Runs user:create; on success its output contains the link of the invitation. */
export function createSuperadmin(env: Record<string, string>, email = 'boss@example.com'): Promise<Finished> {
  return runProgram('commands/user-create.ts', { args: ['--email', email, '--role', 'superadmin'], env })
    .finished
}

/** Stops a server as Ctrl-C does. */
export async function stopProgram({ child, finished }: Program): Promise<Finished> {
  child.kill('SIGTERM')
  return finished
}

/** Cleanup for tests that fail before they stop their programs. */
export function killPrograms(): void {
  for (const child of running) child.kill('SIGKILL')
}

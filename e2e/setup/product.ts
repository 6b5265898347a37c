import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../server/src/', import.meta.url))
const startLimit = 120_000

export interface Product {
  readonly url: string
  readonly dataDir: string
  readonly demo: 'on' | 'off'
  /** The process id of the server. */
  readonly pid: number
  /** False once it has exited, for whatever reason. */
  isRunning(): boolean
  /** Kills it as kill -9 does, without a shutdown. */
  kill(): Promise<void>
  /** Stops it as Ctrl-C does. */
  stop(): Promise<void>
}

export interface ProductOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  /** Kills the process as kill -9 does, also before it listens. */
  readonly signal?: AbortSignal
}

export function newDataDir(parent = tmpdir()): Promise<string> {
  return mkdtemp(join(parent, 'kyc-e2e-'))
}

/** The data folder of the product of all journeys, which the global setup starts. */
export function testedDataDir(): string {
  const dataDir = process.env.E2E_DATA_DIR
  if (!dataDir) throw new Error('the global setup has not started a product')
  return dataDir
}

export function removeDataDir(dataDir: string): Promise<void> {
  return rm(dataDir, { recursive: true, force: true })
}

/** Starts the real product on a free port and waits until it listens. */
export async function startProduct({ dataDir, env = {}, signal }: ProductOptions): Promise<Product> {
  const child = spawn(process.execPath, [join(server, 'main.ts')], {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const kill = () => child.kill('SIGKILL')
  signal?.addEventListener('abort', kill, { once: true })
  const url = await listening(child)
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: NodeJS.Signals) => {
    if (!isRunning()) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
  const pid = child.pid as number // the process runs, since it listens
  const demo = env.DEMO === 'off' ? 'off' : 'on'
  return { url, dataDir, demo, pid, isRunning, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}

async function listening(child: ChildProcess): Promise<string> {
  const timer = setTimeout(() => child.kill('SIGKILL'), startLimit)
  try {
    // stdout is a pipe, by the `stdio` option above.
    for await (const line of createInterface({
      input: child.stdout as NonNullable<ChildProcess['stdout']>,
    })) {
      const address = /^Listening on (\S+)(?: for \S+)?$/.exec(line)?.[1]
      if (address) return address
    }
  } finally {
    clearTimeout(timer)
  }
  throw new Error('the product ended before it listened')
}

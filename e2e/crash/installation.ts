import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createMasterKeyFile } from '@kyc/server/platform/crypto/master-key.ts'
import { freePort } from '@kyc/server/platform/process/free-port.ts'
import { newDataDir, type Product, removeDataDir, startProduct } from '../setup/product.ts'
import { startCrashDatabase } from './crash-database.ts'
import { mountLosableDisk } from './losable-disk.ts'

/** Several processes of the product on one database and one store. */
export interface Installation {
  /** The folder of PostgreSQL and of the master key. */
  readonly databaseDir: string
  /** The addresses of the processes. They stay the same after a restart. */
  readonly urls: readonly string[]
  /** The settings that a program needs to work on the same data. */
  env(): Record<string, string>
  /** Kills a process as kill -9 does, and starts it again. */
  killProcess(index: number): Promise<void>
  /** Kills a process, and again `milliseconds` after its start has begun, mostly before it listens; then starts it. */
  killStart(index: number, milliseconds: number): Promise<void>
  /** Stops PostgreSQL without a checkpoint, and starts it again: every connection is lost. */
  killDatabase(): Promise<void>
  /** Takes the power from all processes, PostgreSQL and their disk, and starts them again. */
  losePower(): Promise<void>
  /** How often a process has exited without being killed. */
  exits(): number
  stop(): Promise<void>
}

const restartPause = 200
const maximumAttempts = 50

/** High limits, since none may interrupt the work of the clients. */
const settings = {
  DEMO: 'off',
  RATE_API_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_DAY: '1000000',
  UPLOAD_MB_PER_DAY: '1000000',
  LOG_LEVEL: 'silent',
}

interface InstallationOptions {
  readonly processes: number
  /** Whether its data is on a disk that can lose its power. */
  readonly losable: boolean
}

/** Starts the processes and PostgreSQL. */
export async function startInstallation(options: InstallationOptions): Promise<Installation> {
  const disk = options.losable ? await mountLosableDisk() : undefined
  const [databaseDir, dataDir] = [await newDataDir(disk?.path), await newDataDir(disk?.path)]
  const master = await createMasterKeyFile(join(databaseDir, 'master.key'))
  // Without losses of power no fsync is needed: the operating system keeps what a killed process has written.
  const database = await startCrashDatabase(databaseDir, options.losable)
  const env = () => ({
    ...settings,
    DATA_DIR: dataDir,
    MASTER_KEY: master.bytes.toString('base64'),
    ...database.env(),
  })
  let exited = 0
  const ports = await Promise.all(Array.from({ length: options.processes }, () => freePort()))
  const start = (port: number, signal?: AbortSignal) => startPatiently({ dataDir, env, port, signal })
  let processes = await Promise.all(ports.map((port) => start(port)))
  const end = async (index: number) => {
    const product = processes[index] as Product // one for each port
    if (!product.isRunning()) exited++
    await product.kill()
  }
  return {
    databaseDir,
    urls: ports.map((port) => `http://localhost:${port}`),
    env,
    async killProcess(index) {
      await end(index)
      processes[index] = await start(ports[index] as number)
    },
    async killStart(index, milliseconds) {
      await end(index)
      const port = ports[index] as number // each process has a port
      const early = AbortSignal.timeout(milliseconds)
      const started = await start(port, early).catch(() => undefined)
      await started?.kill()
      processes[index] = await start(port)
    },
    async killDatabase() {
      await database.kill()
      await database.restart()
    },
    async losePower() {
      if (!disk) throw new Error('the data of this installation is not on a disk that can lose its power')
      await disk.losePower()
      await Promise.all([...processes.map((product) => product.kill()), database.kill()])
      await disk.restorePower()
      await database.restart()
      processes = await Promise.all(ports.map((port) => start(port)))
    },
    exits: () => exited,
    async stop() {
      await Promise.all(processes.map((product) => product.stop()))
      await database.stop()
      await Promise.all([databaseDir, dataDir].map(removeDataDir))
      await disk?.remove()
    },
  }
}

interface StartOptions {
  readonly dataDir: string
  env(): Record<string, string>
  readonly port: number
  readonly signal: AbortSignal | undefined
}

async function startPatiently({ dataDir, env, port, signal }: StartOptions): Promise<Product> {
  for (let attempt = 1; ; attempt++) {
    try {
      // While the database starts, the process exits with an error. This loop repeats the start, as a supervisor does
      // in operation.
      return await startProduct({
        dataDir,
        env: { ...env(), PORT: String(port) },
        ...(signal && { signal }),
      })
    } catch (error) {
      if (signal?.aborted || attempt === maximumAttempts) throw error
      await wait(restartPause)
    }
  }
}

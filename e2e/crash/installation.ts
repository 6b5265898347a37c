import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createMasterKeyFile } from '@kyc/server/platform/crypto/master-key.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { freePort } from '@kyc/server/platform/free-port.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { startDatabaseRelay } from '@kyc/server/testing/app/database-relay.ts'
import { newDataDir, type Product, removeDataDir, startProduct } from '../setup/product.ts'

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
  /** Kills a process `milliseconds` after its start has begun, mostly before it listens, and starts it again. */
  killStart(index: number, milliseconds: number): Promise<void>
  /** Stops PostgreSQL without a checkpoint, and starts it again: every connection is lost. */
  killDatabase(): Promise<void>
  /** How often a process has exited without being killed. */
  exits(): number
  stop(): Promise<void>
}

const restartPause = 200
const maximumAttempts = 50

/** The program must run with the settings of a busy day: no limit may end the work of the clients. */
const settings = {
  DEMO: 'off',
  RATE_API_PER_MINUTE: '1000000',
  REGISTRATIONS_PER_DAY: '1000000',
  UPLOAD_MB_PER_DAY: '1000000',
  LOG_LEVEL: 'silent',
}

/** Starts `count` processes, PostgreSQL and a relay that gives it a fixed address. */
export async function startInstallation(count: number): Promise<Installation> {
  const [databaseDir, dataDir] = [await newDataDir(), await newDataDir()]
  const master = await createMasterKeyFile(join(databaseDir, 'master.key'))
  const relay = await startDatabaseRelay()
  let postgres = await startDatabase(databaseDir)
  relay.pointTo(postgres.appUrl)
  const env = () => ({
    ...settings,
    DATA_DIR: dataDir,
    MASTER_KEY: master.bytes.toString('base64'),
    DATABASE_URL: relay.through(postgres.appUrl),
    DATABASE_OWNER_URL: relay.through(postgres.ownerUrl),
  })
  let exited = 0
  const ports = await Promise.all(Array.from({ length: count }, () => freePort()))
  const start = async (port: number, signal?: AbortSignal): Promise<Product> => {
    for (let attempt = 1; ; attempt++) {
      try {
        // The database may be starting: then the process exits with an error, and the operator's supervisor repeats.
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
  const processes = await Promise.all(ports.map((port) => start(port)))
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
      const port = ports[index] as number // `index` is one of them
      const early = AbortSignal.timeout(milliseconds)
      const started = await start(port, early).catch(() => undefined)
      await started?.kill()
      processes[index] = await start(port)
    },
    async killDatabase() {
      postgres.abort()
      await postgres.exited
      await postgres.stop()
      postgres = await startDatabase(databaseDir)
      relay.pointTo(postgres.appUrl)
    },
    exits: () => exited,
    async stop() {
      await Promise.all(processes.map((product) => product.stop()))
      await postgres.stop()
      await relay.close()
      await Promise.all([databaseDir, dataDir].map(removeDataDir))
    },
  }
}

function startDatabase(databaseDir: string): Promise<EmbeddedPostgres> {
  // A killed process loses nothing that the operating system has, so flushing to the disk would only cost time.
  return startEmbeddedPostgres({ dataDir: databaseDir, log: silentLog(), settings: { fsync: 'off' } })
}

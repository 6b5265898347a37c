import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '../../platform/process/free-port.ts'
import { killPrograms, type Program, startProgram, stopProgram, thisVersion } from '../app/programs.ts'
import { createTestApp, type TestApp } from '../app/test-app.ts'
import { createTestDatabase } from '../app/test-database.ts'
import { type LoadBalancer, startLoadBalancer } from '../doubles/load-balancer.ts'

/** Two web processes behind a load balancer and a worker, on one database and one store. */
export interface Installation {
  /** Another process on the same data, which the balancer does not use: it creates accounts and inspects the data. */
  readonly app: TestApp
  readonly balancer: LoadBalancer
  /** The settings of all processes, for programs. */
  readonly settings: Readonly<Record<string, string>>
  readonly processes: readonly InstalledProcess[]
  close(): Promise<void>
}

export interface InstalledProcess {
  readonly role: 'web' | 'worker'
  readonly url: string
  /** Stops it as a deployment does, and starts it at the same address. @throws Error unless it exits in order */
  restart(version?: string): Promise<void>
  /** The bytes that its heap uses, as it reports to monitoring. */
  heap(): Promise<number>
}

/** @param version the folder of the version that all processes start with */
export async function startInstallation(version = thisVersion): Promise<Installation> {
  const database = await createTestDatabase()
  const key = randomBytes(32).toString('base64')
  const app = await createTestApp({ database, env: { MASTER_KEY: key } })
  const settings = {
    DATABASE_URL: database.appUrl,
    DATABASE_OWNER_URL: database.ownerUrl,
    MASTER_KEY: key,
    STORAGE_URL: join(app.dataDir, 'files'),
    AUDIT_CHECKPOINTS: join(app.dataDir, 'checkpoints'),
    TRUST_PROXY: '127.0.0.1',
    // Several intervals of the health checks.
    DRAIN_SECONDS: '1',
  }
  const processes = await Promise.all(
    (['web', 'web', 'worker'] as const).map((role, at) =>
      startInstalled(role, version, {
        ...settings,
        ROLE: role,
        DATA_DIR: join(app.dataDir, `${role}-${at}`),
      }),
    ),
  )
  const web = processes.filter(({ role }) => role === 'web')
  const balancer = await startLoadBalancer(web.map(({ url }) => url))
  return {
    app,
    balancer,
    settings,
    processes,
    async close() {
      await balancer.close()
      killPrograms()
      await app.close()
    },
  }
}

async function startInstalled(
  role: InstalledProcess['role'],
  version: string,
  env: Readonly<Record<string, string>>,
): Promise<InstalledProcess> {
  const metricsPort = String(await freePort())
  const start = (port: number, of: string) =>
    startProgram({ ...env, PORT: String(port), METRICS_PORT: metricsPort }, of)
  let running: Program & { url: string } = await start(await freePort(), version)
  const { url } = running
  return {
    role,
    url,
    async restart(next = version) {
      const { code, error } = await stopProgram(running)
      if (code !== 0 || error !== '') throw new Error(`${role} exited with ${code}: ${error}`)
      running = await start(Number(new URL(url).port), next)
    },
    async heap() {
      const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      return Number(/^nodejs_heap_size_used_bytes(?:\{.*\})? (\S+)$/m.exec(metrics)?.[1])
    },
  }
}

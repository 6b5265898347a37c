import { setTimeout as sleep } from 'node:timers/promises'
import { second } from '@kyc/contract/durations.ts'
import type { FastifyInstance } from 'fastify'
import { createApp, createWorkerApp } from '../app.ts'
import { demoAccounts, demoPassword } from '../features/accounts/demo-accounts.ts'
import { checkHead } from '../features/audit/tree/check-head.ts'
import { refuseHalfDestroyed } from '../features/records/destruction/refuse-half-destroyed.ts'
import { startJobs } from '../jobs.ts'
import { type Config, withPort } from '../platform/config.ts'
import { refusePowerfulLogin } from '../platform/db/check-login.ts'
import { refuseInterruptedRestore } from '../platform/db/restore-marks.ts'
import type { Log } from '../platform/log.ts'
import { freePort, requireFreePort } from '../platform/process/free-port.ts'
import { StartError } from '../platform/process/start-error.ts'
import { isLoopback } from '../platform/settings/environment.ts'
import { createServices, type Services } from '../services.ts'
import { startDatabaseServerWhenFree } from './database-server.ts'
import { effectiveSettings } from './effective-settings.ts'
import { prepareSchema } from './prepare-schema.ts'
import { refuseWeakConfinement } from './refuse-weak-confinement.ts'
import { startMonitoring } from './start-monitoring.ts'

interface RunningServer {
  /** Lines to print when the server is ready; the last one contains the address. */
  readonly announcement: readonly string[]
  /** Resolves when the embedded PostgreSQL exits unexpectedly. */
  readonly databaseLost: Promise<void>
  /** Reports the process as not ready, and serves as before for `drainSeconds`, so that load balancers notice it. */
  drain(): Promise<void>
  /** Accepts no new requests, waits up to 25 s for running ones, then closes pools and database. */
  stop(): Promise<void>
}

const requestGrace = 25_000
const closeGrace = 5_000

/**
 * Starts the components of the server in order. If a step fails, stops those that were started.
 * @param stop aborts the start between two steps, by throwing its reason
 * @throws the errors of `explainFailure`
 */
export async function startServer(settings: Config, log: Log, stop: AbortSignal): Promise<RunningServer> {
  await using started = new AsyncDisposableStack()
  const config = settings.port === 0 ? withPort(settings, await freePort(settings.host)) : settings
  const { release, warnings } = config
  log.info({ ...release, node: process.version, settings: effectiveSettings(config) }, 'starting')
  for (const warning of warnings) log.warn(warning)
  refuseOwner(config)
  await requireFreePort(config.host, config.port, { stop })
  const database = await startDatabaseServerWhenFree(config, log, started, { stop })
  stop.throwIfAborted()
  await prepareSchema(database, stop)
  await refuseInterruptedRestore(database.appUrl)
  if (config.production) await refusePowerfulLogin(database.appUrl)
  const demo = config.demo ? (await import('../demo/demo.ts')).createDemo(config, log) : undefined
  started.defer(() => demo?.close())
  const services = await createServices(config, log, database.appUrl, demo)
  started.defer(() => withinGrace(services.close(), closeGrace))
  if (config.role !== 'worker') refuseWeakConfinement(config, await services.intake.isFullyConfined())
  const monitoring = await startMonitoring(services)
  started.defer(() => monitoring.close())
  await checkHead(services)
  await refuseHalfDestroyed(services.db)
  if (config.role !== 'web') {
    const jobs = startJobs(services)
    started.defer(() => withinGrace(jobs.stop(), closeGrace))
  }
  await demo?.seed(services, stop)
  stop.throwIfAborted()
  const app = config.role === 'worker' ? createWorkerApp(services) : createApp(services)
  demo?.register(app)
  started.defer(() => closeApp(app))
  await app.listen({ host: config.host, port: config.port })
  setImmediate(() => demo?.startEmulator())
  const announcement = [...(await firstSteps(services)), listeningLine(config), ...demoLine(config)]
  const all = started.move()
  return {
    announcement,
    databaseLost: database.lost,
    drain: () => drain(services),
    stop: () => all.disposeAsync(),
  }
}

/**
 * Code that runs in a server must not be able to take the log's triggers away (D121).
 * @throws StartError in production with the owner's login
 */
function refuseOwner({ production, database }: Config): void {
  if (!production || database.kind !== 'url' || database.ownerUrl === null) return
  throw new StartError(
    'A server must not have DATABASE_OWNER_URL in production: give it to npm run migrate, which runs before the servers.',
  )
}

async function drain({ config, stopping }: Services): Promise<void> {
  stopping.abort()
  await sleep(config.drainSeconds * second)
}

async function closeApp(app: FastifyInstance): Promise<void> {
  await withinGrace(app.close(), requestGrace)
  app.server.closeAllConnections()
}

/** Waits at most `milliseconds`: a stop that hangs must not delay the next start. */
async function withinGrace(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

const production = 'sudo kyc-run user-create'
const evaluation = 'npm run user:create --'

/** Without demo accounts, the first account is created from the command line (D5). */
async function firstSteps({ config, db }: Services): Promise<string[]> {
  if (config.demo) return []
  const account = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account) return []
  return [
    'There is no account yet. Create the first one with the same settings:',
    `  ${config.production ? production : evaluation} --email you@example.com --role superadmin`,
    ...(config.production
      ? ['  With compose: docker compose -f deploy/compose.yaml run --rm program user-create …']
      : []),
  ]
}

/** The line that explains how to sign in to the demo. */
function demoLine(config: Config): string[] {
  if (!config.demo) return []
  const emails = Object.values(demoAccounts).map(({ email }) => email)
  return [`Sign in at ${localAddress(config)}/login, password ${demoPassword}: ${emails.join(', ')}`]
}

/** Names the public address too if it is another one: behind a proxy, browsers use that one. */
function listeningLine(config: Config): string {
  const [local, { origin }] = [localAddress(config), config.publicUrl]
  return `Listening on ${local}${origin === local ? '' : ` for ${origin}`}`
}

function localAddress({ host, port }: Config): string {
  const allInterfaces = host === '0.0.0.0' || host === '::'
  const name = allInterfaces || isLoopback(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

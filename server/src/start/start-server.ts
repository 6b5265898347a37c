import type { FastifyInstance } from 'fastify'
import { createApp } from '../app.ts'
import { startJobs } from '../jobs.ts'
import { type Config, withPort } from '../platform/config.ts'
import { refusePowerfulLogin } from '../platform/db/check-login.ts'
import { loginOf } from '../platform/db/database-settings.ts'
import { migrate } from '../platform/db/migrate.ts'
import { isLoopback } from '../platform/environment.ts'
import { freePort } from '../platform/free-port.ts'
import type { Log } from '../platform/log.ts'
import { createServices, type Services } from '../services.ts'
import { startDatabaseServerSoon } from './database-server.ts'

export interface RunningServer {
  /** What to print once it serves; the last line names the address. */
  readonly announcement: readonly string[]
  /** Resolves when the embedded PostgreSQL ended without having been told to. */
  readonly databaseLost: Promise<void>
  /** No new requests, those that run get 25 s, then pools and database are closed. */
  stop(): Promise<void>
}

const requestGrace = 25_000
const closeGrace = 5_000

/**
 * Starts everything that serves, in order; what was started is stopped again when a later step fails.
 * @param stop ends the start between two steps, by throwing its reason
 * @throws see explainFailure
 */
export async function startServer(wanted: Config, log: Log, stop: AbortSignal): Promise<RunningServer> {
  await using started = new AsyncDisposableStack()
  const config = wanted.port === 0 ? withPort(wanted, await freePort(wanted.host)) : wanted
  const database = await startDatabaseServerSoon(config, log, started, { stop })
  stop.throwIfAborted()
  await migrate(database.ownerUrl, loginOf(database.appUrl))
  if (config.production) await refusePowerfulLogin(database.appUrl)
  const demo = config.demo ? (await import('../demo/demo.ts')).createDemo(config, log) : undefined
  started.defer(() => demo?.close())
  const services = await createServices(config, log, database.appUrl, demo)
  started.defer(() => withinGrace(services.close(), closeGrace))
  const jobs = await startJobs(services)
  started.defer(() => withinGrace(jobs.stop(), closeGrace))
  await demo?.seed(services, stop)
  stop.throwIfAborted()
  const app = createApp(services)
  demo?.register(app)
  started.defer(() => closeApp(app))
  await app.listen({ host: config.host, port: config.port })
  setImmediate(() => demo?.startEmulator())
  const announcement = [...(await firstSteps(services)), `Listening on ${localAddress(config)}`]
  const all = started.move()
  return { announcement, databaseLost: database.lost, stop: () => all.disposeAsync() }
}

async function closeApp(app: FastifyInstance): Promise<void> {
  await withinGrace(app.close(), requestGrace)
  app.server.closeAllConnections()
}

/** Waits no longer than `milliseconds`: a stop that hangs must not keep the next start waiting. */
async function withinGrace(work: Promise<unknown>, milliseconds: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Without demo accounts somebody has to make the first one where no page can (D5). */
async function firstSteps({ config, db }: Services): Promise<string[]> {
  if (config.demo) return []
  const account = await db.selectFrom('account').select('id').limit(1).executeTakeFirst()
  if (account) return []
  return [
    'There is no account yet. Make the first one in another terminal, with the same settings:',
    '  npm run user:create -- --email you@example.com --role superadmin',
  ]
}

function localAddress({ host, port }: Config): string {
  const everywhere = host === '0.0.0.0' || host === '::'
  const name = everywhere || isLoopback(host) ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '@kyc/contract/accounts.ts'
import pg from 'pg'
import { beforeAll } from 'vitest'
import { createApp } from '../../app.ts'
import { createDemo } from '../../demo/demo.ts'
import { createAccount } from '../../features/accounts/create-account.ts'
import { type Config, readConfig } from '../../platform/config.ts'
import { type AccountId, asAccountId } from '../../platform/ids.ts'
import { type Log, silentLog } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail/mail.ts'
import type { Overrides } from '../../ports.ts'
import { createServices, type Services } from '../../services.ts'
import { createCallChecks } from './call-checks.ts'
import { watchWrites } from './observed-writes.ts'
import { queuedMails } from './queued-mails.ts'
import { signIn } from './sign-in.ts'
import { TestClient } from './test-client.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'
import { useStarted } from './use-started.ts'

export interface TestAccount extends TestClient {
  readonly accountId: AccountId
  readonly email: string
}

export interface TestApp {
  readonly services: Services
  readonly url: string
  readonly dataDir: string
  /** The database, for the role that owns it. */
  readonly ownerUrl: string
  /** Runs SQL as the database owner, to inspect rows or to change times. */
  sql<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>
  /** The queued mails, oldest first; none is sent unless a test starts the jobs. */
  mails(): Promise<Mail[]>
  anonymous(): TestClient
  /** Creates an account with an open session. */
  signedIn(role: Role, name?: string): Promise<TestAccount>
  /**
   * Starts a second server, as another process would be, on the same database and files, by default with the same
   * settings. Close it first.
   */
  neighbour(env?: Record<string, string>): Promise<Pick<TestApp, 'services' | 'url' | 'close'>>
  close(): Promise<void>
}

interface TestAppOptions {
  readonly env?: Record<string, string>
  readonly overrides?: Overrides
  readonly log?: Log
  /** A migrated database, which `close` drops; by default a new one. */
  readonly database?: TestDatabase
}

/** Accounts by name: the role of each, and its shown name where a test reads it. */
export type People<Name extends string> = Readonly<Record<Name, Role | readonly [role: Role, name: string]>>

export type Stage<Name extends string> = { readonly app: TestApp } & Readonly<Record<Name, TestAccount>>

/**
 * Starts the product before the tests of a file, signs in these accounts in their order, and closes the product
 * afterwards. The objects are empty until then, so that constants can name them. `start` replaces the default where the
 * product needs something that is started before.
 */
export function useStage<const Name extends string = never>(
  people: People<Name> = {} as never, // the default of Name has no keys
  start: TestAppOptions | (() => Promise<TestApp>) = {},
): Stage<Name> {
  const app = useStarted(typeof start === 'function' ? start : () => createTestApp(start))
  const stage: Record<string, unknown> = { app }
  for (const [name, person] of Object.entries<People<string>[string]>(people)) {
    const [role, shownName] = typeof person === 'string' ? [person] : person
    const account = Object.create(TestClient.prototype)
    stage[name] = account
    beforeAll(async () => void Object.assign(account, await app.signedIn(role, shownName)))
  }
  return stage as Stage<Name> // one account for each name
}

/** Starts the real product with a separate database and data folder on a free port. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const dataDir = await mkdtemp(join(tmpdir(), 'kyc-app-'))
  const serve: TestApp['neighbour'] = (env) =>
    startProcess(testConfig(dataDir, { ...options.env, ...env }), database.appUrl, options)
  const { services, url, close } = await serve()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  // Ignored, because a test may stop its database.
  owner.on('error', () => undefined)
  await owner.connect()
  const sql: TestApp['sql'] = async (text, values) => (await owner.query(text, values)).rows
  return {
    services,
    url,
    dataDir,
    ownerUrl: database.ownerUrl,
    sql,
    mails: () => queuedMails(services, sql),
    anonymous: () => new TestClient(url),
    async signedIn(role, name) {
      const account = await createSignedIn(services, url, role, name)
      // Dates the role back, so that a superadmin may confirm what another one requests.
      await owner.query("UPDATE account SET role_since = '2020-01-01' WHERE id = $1", [account.accountId])
      return account
    },
    neighbour: serve,
    async close() {
      await close()
      await owner.end()
      await database.drop()
      // A server that stops may still copy its pages.
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function startProcess(
  config: Config,
  databaseUrl: string,
  { overrides, log = silentLog() }: TestAppOptions,
): Promise<Pick<TestApp, 'services' | 'url' | 'close'>> {
  const demo = config.demo ? createDemo(config, log) : undefined
  const services = await createServices(config, log, databaseUrl, {
    watch: watchWrites,
    ...demo,
    ...overrides,
  })
  const checks = createCallChecks()
  const app = createApp(services, checks)
  demo?.register(app)
  await app.listen({ host: '127.0.0.1', port: 0 })
  // A server that listens on a TCP port has an AddressInfo.
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  return {
    services,
    url,
    async close() {
      await app.close()
      await services.close()
      // Reported here too: not every test asserts the replies of the calls that only prepare it.
      if (checks.faults.length > 0)
        throw new Error(`undeclared (D61): ${[...new Set(checks.faults)].join('; ')}`)
    },
  }
}

/** The settings of a development machine, without DATABASE_URL, which differs for each test. */
function testConfig(dataDir: string, env: Record<string, string> = {}): Config {
  return readConfig({ DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'silent', PORT: '0', ...env })
}

let accounts = 0

async function createSignedIn(
  services: Services,
  url: string,
  role: Role,
  name?: string,
): Promise<TestAccount> {
  const email = `person${++accounts}@example.com`
  const account = await createAccount(services, {
    email,
    name: name ?? `試験 ${accounts}`,
    role,
    password: null,
    approved: true,
    actor: null,
  })
  // Approved long ago, so that the lower quota of D115 applies only in the tests that are about it.
  await services.db
    .updateTable('organisation')
    .set({ approved_at: new Date('2020-01-01T00:00:00Z') })
    .where('person_id', '=', account.id)
    .execute()
  const client = await signIn(services, url, account.id)
  return Object.assign(client, { accountId: asAccountId(account.id), email })
}

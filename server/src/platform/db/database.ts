import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Log } from '../log.ts'
import { searchPath } from './connect-client.ts'
import { poolConnections, type WatchStatement } from './pool-connections.ts'
import type { Tables } from './tables.ts'

export type Db = Kysely<Tables>

export interface Database {
  readonly db: Db
  /** The connections of the pool: all, those not in use, and the callers that wait for one. */
  pool(): { readonly total: number; readonly idle: number; readonly waiting: number }
  close(): Promise<void>
}

const dateOid = 1082
const bigintOid = 20
const timestamptzOid = 1184

/** DATE stays text (D53); counts and sizes fit a double; all other types use the driver's parsers. */
export const valueTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === dateOid) return (text: string) => text
    if (oid === bigintOid) return Number
    if (oid === timestamptzOid && format !== 'binary') return parseInstant
    // The driver's signature is overloaded by format, but accepts both.
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

const parseAnyInstant = pg.types.getTypeParser(timestamptzOid, 'text')

/**
 * Sessions use UTC (below), so only a space and the offset are replaced: much faster than the driver's
 * parser.
 */
function parseInstant(text: string): Date {
  const plain = text[10] === ' ' && text.endsWith('+00')
  return plain ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyInstant(text)
}

/** A connection with the rights of the tables' owner, for a program that changes what the server may not (D119). */
export function openOwnerDatabase(url: string, log: Log): AsyncDisposable & Pick<Database, 'db'> {
  const { db, close } = openDatabase(url, log, { max: 1, settings: { role: 'none' } })
  return { db, [Symbol.asyncDispose]: close }
}

interface DatabaseOptions {
  readonly max?: number
  /** Milliseconds in which a connection must be available: 2 s unless given. */
  readonly connectLimit?: number | undefined
  /** Settings of each session besides or instead of the usual ones. */
  readonly settings?: Readonly<Record<string, string>>
  /** Receives each statement without its values, after its end. */
  readonly onStatement?: ((statement: EndedStatement) => void) | undefined
  readonly watch?: WatchStatement | undefined
}

/** A statement of the database that has ended. */
export interface EndedStatement {
  /** With $1, $2 … for its values. */
  readonly text: string
  readonly milliseconds: number
  readonly failed: boolean
}

const sessionSettings = {
  role: 'kyc_app',
  search_path: searchPath,
  statement_timeout: '5000',
  lock_timeout: '2000',
  idle_in_transaction_session_timeout: '10000',
  timezone: 'UTC',
}

/** Milliseconds after the server's own limit of a statement in which its reply must arrive. */
const patience = 3000

/** The options of a connection: the role of the server, its limits, and `settings` besides or instead of them. */
export function sessionOptions(settings: Readonly<Record<string, string>> = {}): string {
  const all = Object.entries({ ...sessionSettings, ...settings })
  return all.map(([name, value]) => `-c ${name}=${value}`).join(' ')
}

/**
 * Settings with which the planner reads a range of the log by key and never a whole table: 17 µs per entry become 3.
 */
export const keyLookups = { enable_hashjoin: 'off', enable_mergejoin: 'off' }

/**
 * Opens a pool. Every connection switches to the unprivileged role kyc_app, for any login, and limits the time of
 * statements, lock waits and idle transactions. Acquiring a connection fails after its limit, and a statement without a
 * reply 3 s after the server's limit.
 */
export function openDatabase(url: string, log: Log, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max ?? 16,
    connectionTimeoutMillis: options.connectLimit ?? 2000,
    idleTimeoutMillis: 30_000,
    types: valueTypes,
    options: sessionOptions(options.settings),
  })
  // Without these error listeners, a restart of PostgreSQL during a transaction would end this process.
  pool.on('connect', (client) => {
    client.on('error', (error) => log.warn({ err: error }, 'database connection lost'))
  })
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  const { onStatement, watch } = options
  const limit = Number({ ...sessionSettings, ...options.settings }.statement_timeout)
  const silentAfter = limit === 0 ? null : limit + patience
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: poolConnections(pool, { silentAfter, watch }) }),
    ...(onStatement && {
      log: ({ level, query, queryDurationMillis: milliseconds }) =>
        onStatement({ text: query.sql, milliseconds, failed: level === 'error' }),
    }),
  })
  return {
    db,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  }
}

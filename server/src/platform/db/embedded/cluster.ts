import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { syncFolder } from '../../files/durable-files.ts'
import { StartError } from '../../process/start-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { faultIn } from './fault.ts'
import type { Passwords } from './passwords.ts'

export const ownerName = 'kyc_owner'
export const appName = 'kyc_app'
const databaseName = 'kyc'

/**
 * The environment of PostgreSQL, which inherits nothing: no secret of this process, no PGPORT and no locale of the
 * shell.
 */
export const postgresEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
}

/**
 * Creates the cluster if it is missing: UTF-8, the same collation on every machine, SCRAM passwords. The
 * folder gets its final name only when it is complete, so that an interrupted start can be repeated.
 */
export async function ensureCluster(
  cluster: string,
  binaries: PostgresBinaries,
  runAs: readonly string[],
  passwordFile: string,
): Promise<void> {
  if (existsSync(cluster)) return
  const draft = `${cluster}.new`
  await rm(draft, { recursive: true, force: true })
  const [program = '', ...prefix] = [...runAs, binaries.initdb]
  const locale = ['--encoding=UTF8', '--locale=C', ...(await localeProvider(binaries))]
  const account = [`--username=${ownerName}`, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  try {
    await promisify(execFile)(program, [...prefix, '-D', draft, ...locale, ...account], {
      env: postgresEnvironment,
    })
  } catch (error) {
    throw new StartError(`PostgreSQL could not create its folder ${cluster}: ${faultIn(outputOf(error))}.`, {
      cause: error,
    })
  }
  await rename(draft, cluster)
  await syncFolder(dirname(cluster))
}

const firstWithBuiltinLocales = 17

/** Builtin locales fold the case of all Unicode characters, independent of the system's libraries. */
async function localeProvider({ postgres }: PostgresBinaries): Promise<string[]> {
  const { stdout } = await promisify(execFile)(postgres, ['--version'], { env: postgresEnvironment })
  const major = Number(/\d+/.exec(stdout)?.[0])
  return major >= firstWithBuiltinLocales ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'] : []
}

/** Creates the application's login and the database if they are missing; the migrations grant the rights. */
export async function ensureDatabase(port: number, passwords: Passwords): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl(ownerName, passwords.owner, port, 'postgres'),
  })
  await client.connect()
  try {
    const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [appName])
    if (role.rowCount === 0) {
      await client.query(`CREATE ROLE ${appName} LOGIN PASSWORD ${client.escapeLiteral(passwords.app)}`)
    }
    const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [databaseName])
    if (database.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`)
  } finally {
    await client.end()
  }
}

export function databaseUrl(user: string, password: string, port: number, database = databaseName): string {
  return `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
}

function outputOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
}

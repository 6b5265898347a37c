import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup/install.mjs'

/** The oldest PostgreSQL that production may run on (D46), where Debian and Ubuntu put its programs. */
export const oldestPostgres = '/usr/lib/postgresql/15/bin'

/** Tests that send nearly every statement: migrations, the verification of the log, and the matrix of all endpoints and roles. */
const everyStatement = [
  'server/src/testing/matrix/authorisation-matrix.test.ts',
  'server/src/features/audit/verify/verify-log.test.ts',
  'server/src/platform/db/migrate.test.ts',
  'server/src/platform/db/tables.test.ts',
]

/**
 * The server tests that also run on the oldest PostgreSQL: those that send most statements, or with `all`
 * every test that needs a database. None where that PostgreSQL is not installed.
 */
export function testsForOldestPostgres(all: boolean): string[] {
  if (!existsSync(join(oldestPostgres, 'postgres'))) return []
  if (!all) return everyStatement
  const needsDatabase =
    /\b(?:create(?:Test(?:App|Database|Log)|KycApp|ExplainedDatabase)|use(?:Stage|Database|CallbackStage))\b/
  return globSync('server/src/**/*.test.ts', { cwd: root }).filter((path) =>
    needsDatabase.test(readFileSync(join(root, path), 'utf8')),
  )
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup/install.mjs'

/** Where Debian and Ubuntu install the programs of the oldest PostgreSQL that production may run on (D46). */
export const oldestPostgres = '/usr/lib/postgresql/15/bin'

/** Tests of what differs most between versions: the migrations, and the verification of the log. */
const mostVersioned = [
  'server/src/features/audit/verify/verify-log.test.ts',
  'server/src/platform/db/migrate.test.ts',
  'server/src/platform/db/tables.test.ts',
]

/**
 * The server tests that the long run repeats on the oldest PostgreSQL: those of `mostVersioned`, or with `all`
 * every test that needs a database. None where that PostgreSQL is not installed.
 */
export function testsForOldestPostgres(all: boolean): string[] {
  if (!existsSync(join(oldestPostgres, 'postgres'))) return []
  if (!all) return mostVersioned
  const needsDatabase =
    /\b(?:create(?:Test(?:App|Database|Log)|KycApp|ExplainedDatabase)|use(?:Stage|Database|CallbackStage))\b/
  return globSync('server/src/**/*.test.ts', { cwd: root }).filter((path) =>
    needsDatabase.test(readFileSync(join(root, path), 'utf8')),
  )
}

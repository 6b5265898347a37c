import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './setup/install.mjs'

/** The oldest PostgreSQL that production may run on (D46), where Debian and Ubuntu put its programs. */
export const oldestPostgres = '/usr/lib/postgresql/15/bin'

/** The server tests that need a database: to be run on the oldest PostgreSQL as well. None where it is not installed. */
export function testsForOldestPostgres(): string[] {
  if (!existsSync(join(oldestPostgres, 'postgres'))) return []
  const needsDatabase = /\bcreateTest(?:App|Database)\b/
  return globSync('server/src/**/*.test.ts', { cwd: root }).filter((path) =>
    needsDatabase.test(readFileSync(join(root, path), 'utf8')),
  )
}

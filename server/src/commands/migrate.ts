import { readMigration } from '../platform/config.ts'
import { loginOf } from '../platform/db/database-settings.ts'
import { migrate } from '../platform/db/migrate.ts'
import { explainFailure } from '../start/explain-failure.ts'

// `npm run migrate`: migrates the database of DATABASE_URL with the login of DATABASE_OWNER_URL, which no server has (D121).
// Runs before the servers of a release start; those of the release before may be running. Repeated, it changes nothing.

try {
  const { url, ownerUrl } = readMigration(process.env)
  const applied = await migrate(ownerUrl, loginOf(url))
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}

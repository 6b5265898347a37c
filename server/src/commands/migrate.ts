import { readMigration } from '../platform/config.ts'
import { loginOf } from '../platform/db/database-settings.ts'
import { migrate } from '../platform/db/migrate.ts'
import { command } from '../start/command.ts'

// `npm run migrate`: migrates the database of DATABASE_URL with the login of DATABASE_OWNER_URL, which no server has (D121).
// Runs before the servers of a release start; those of the release before may be running. Repeated, it changes nothing.

await command({ usage: 'Usage: npm run migrate' }, async (_, environment) => {
  const { url, ownerUrl } = readMigration(environment)
  const applied = await migrate(ownerUrl, loginOf(url))
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}.`)
  return 0
})

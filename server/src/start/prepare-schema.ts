import { loginOf } from '../platform/db/database-settings.ts'
import { migrate, waitUntilMigrated } from '../platform/db/migrate.ts'
import { StartError } from '../platform/process/start-error.ts'

interface Logins {
  readonly ownerUrl: string | null
  readonly appUrl: string
}

/**
 * Migrates the database with the owner's login; without it, waits until `npm run migrate` has migrated.
 * @throws MigrationError
 */
export async function prepareSchema({ ownerUrl, appUrl }: Logins, stop?: AbortSignal): Promise<void> {
  if (ownerUrl !== null) await migrate(ownerUrl, loginOf(appUrl))
  else await waitUntilMigrated(appUrl, stop)
}

/** @throws StartError without the login of the owner, which the program needs */
export function requireOwner(ownerUrl: string | null): string {
  if (ownerUrl !== null) return ownerUrl
  throw new StartError(
    'This program needs DATABASE_OWNER_URL, the login of the owner of the tables, which servers do not have.',
  )
}

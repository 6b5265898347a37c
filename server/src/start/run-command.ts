import { readConfig } from '../platform/config.ts'
import { requireMigrated } from '../platform/db/migrate.ts'
import { refuseInterruptedRestore } from '../platform/db/restore-marks.ts'
import { createLog } from '../platform/log.ts'
import { dropPrivileges } from '../platform/process/drop-privileges.ts'
import { createServices, type Services } from '../services.ts'
import { joinDatabaseServer } from './database-server.ts'
import { prepareSchema } from './prepare-schema.ts'

interface CommandOptions {
  /** Do not migrate the database. */
  readonly asItIs?: boolean
  /** Folders that the command writes apart from those of the settings. */
  readonly folders?: readonly string[]
}

/**
 * Runs `command` with the services and settings of the server, which may be running. `asItIs`: without migrating the
 * database first. `command` gets the login of the owner, if it has one.
 * @throws the errors of `explainFailure`
 */
export async function runCommand<T>(
  environment: NodeJS.ProcessEnv,
  command: (services: Services, ownerUrl: string | null) => Promise<T>,
  { asItIs = false, folders = [] }: CommandOptions = {},
): Promise<T> {
  const config = readConfig(environment)
  const log = createLog({ logLevel: 'fatal' })
  await dropPrivileges({ ...config, folders }, environment, log)
  await using stack = new AsyncDisposableStack()
  const database = await joinDatabaseServer(config, log, stack)
  if (asItIs) await requireMigrated(database.ownerUrl ?? database.appUrl)
  else await prepareSchema(database)
  await refuseInterruptedRestore(database.appUrl)
  // demo: false, so that the password rules apply in demo mode too.
  const services = await createServices({ ...config, demo: false }, log, database.appUrl)
  stack.defer(() => services.close())
  return await command(services, database.ownerUrl)
}

import { readConfig } from '../platform/config.ts'
import { loginOf } from '../platform/db/database-settings.ts'
import { migrate } from '../platform/db/migrate.ts'
import { dropPrivileges } from '../platform/drop-privileges.ts'
import { createLog } from '../platform/log.ts'
import { createServices, type Services } from '../services.ts'
import { joinDatabaseServer } from './database-server.ts'

/**
 * Runs `command` with the services and settings of the server, which may be running.
 * @throws the errors of `explainFailure`
 */
export async function runCommand<T>(
  environment: NodeJS.ProcessEnv,
  command: (services: Services) => Promise<T>,
  /** Folders that the command writes apart from those of the settings. */
  folders: readonly string[] = [],
): Promise<T> {
  const config = readConfig(environment)
  const log = createLog({ logLevel: 'fatal' })
  await dropPrivileges({ ...config, folders }, environment, log)
  await using stack = new AsyncDisposableStack()
  const database = await joinDatabaseServer(config, log, stack)
  await migrate(database.ownerUrl, loginOf(database.appUrl))
  // demo: false, so that the password rules apply in demo mode too.
  const services = await createServices({ ...config, demo: false }, log, database.appUrl)
  stack.defer(() => services.close())
  return await command(services)
}

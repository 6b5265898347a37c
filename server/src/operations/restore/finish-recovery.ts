import type { Config } from '../../platform/config.ts'
import { connectClient } from '../../platform/db/connect-client.ts'
import { loginOf } from '../../platform/db/database-settings.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { markRestored } from '../../platform/db/restore-marks.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { createServices } from '../../services.ts'
import { startDatabaseServerWhenFree } from '../../start/database-server.ts'
import { requireOwner } from '../../start/prepare-schema.ts'
import { newestKeys } from '../backup/choose-archives.ts'
import { destroyKeysAgain, readDestroyedDocuments, readDestroyedPerformers } from '../backup/load-archives.ts'
import { checkFiles } from '../backup/manifest.ts'
import { type RepeatedEndings, repeatEndings } from './repeat-endings.ts'

interface RecoveryOptions {
  readonly keysFrom: string
  readonly identities: readonly string[]
  /** Whether to destroy again more than a few records and documents. */
  readonly destroyAgain: boolean
}

/**
 * Does to a database that its host has recovered to an earlier time what a restore does after loading (D14): ends
 * all sessions, and destroys again the records and documents that were destroyed before the newest keys were archived, and the
 * records whose destruction was published since. An interrupted run is repeated.
 * @throws StartError if the keys belong to another installation
 */
export async function finishRecovery(
  config: Config,
  log: Log,
  { keysFrom, identities, destroyAgain }: RecoveryOptions,
): Promise<RepeatedEndings & { keysAt: string }> {
  const keys = await newestKeys(keysFrom)
  await checkFiles(keys)
  await using stack = new AsyncDisposableStack()
  const stop = new AbortController().signal
  const database = await startDatabaseServerWhenFree(config, log, stack, { stop, patience: 0 })
  const ownerUrl = requireOwner(database.ownerUrl)
  await migrate(ownerUrl, loginOf(database.appUrl))
  const client = await connectClient({ connectionString: ownerUrl })
  stack.defer(() => client.end())
  // demo: false, as in `runCommand`.
  const services = await createServices({ ...config, demo: false }, log, database.appUrl)
  stack.defer(() => services.close())
  if (!keys.verify(services.keyRing.secret('backup-manifest')))
    throw new StartError(`${keys.path} was not written by this installation, or was changed since.`)
  await destroyKeysAgain(client, keys, identities)
  const performers = await readDestroyedPerformers(client, keys, identities)
  const documents = await readDestroyedDocuments(keys, identities)
  const repeated = await repeatEndings(services, client, { performers, documents }, destroyAgain)
  await markRestored(client)
  return { keysAt: keys.manifest.at, ...repeated }
}

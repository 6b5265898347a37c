import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import type { Config } from '../../platform/config.ts'
import { findBinaries } from '../../platform/db/embedded/binaries.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { type Examination, examine } from '../doctor/examine.ts'
import { type Restored, type RestoreOptions, restoreInstallation } from './restore-installation.ts'

/**
 * Restores a backup into a scratch place and examines it as the doctor does. Deletes the scratch place, also after a
 * failure. Its database is DRILL_DATABASE_URL, or an embedded one.
 * @param scratchIn the folder for the rest
 * @throws the errors of `explainFailure`
 */
export async function drillRestore(
  config: Config,
  log: Log,
  options: RestoreOptions,
  scratchIn = tmpdir(),
): Promise<{ restored: Restored; found: Examination }> {
  const { onProgress } = options
  await using stack = new AsyncDisposableStack()
  const scratch = await mkdtemp(join(scratchIn, 'kyc-drill-'))
  stack.defer(() => rm(scratch, { recursive: true, force: true }))
  const url = config.drillDatabaseUrl?.reveal()
  if (url === undefined) await findBinaries('DRILL_DATABASE_URL')
  else {
    await requireEmpty(url)
    stack.defer(() => dropEverything(url))
  }
  return await restoreInstallation(
    scratchConfig(config, scratch),
    log,
    { ...options, destroyAgain: true, onlyOwnCheckpoints: true },
    async (services, restored) => {
      await startSequencer(services, services.databaseUrl).stop() // seals what a server would seal next
      const found = await examine(services, {
        fix: false,
        onProgress: (check, n) => onProgress(`${check}: ${n}`),
      })
      return { restored, found }
    },
  )
}

/** The settings of the installation with other places for everything that is written. */
function scratchConfig(config: Config, dataDir: string): Config {
  const url = config.drillDatabaseUrl
  return {
    ...config,
    dataDir,
    database: url ? { kind: 'url', url, ownerUrl: url } : { kind: 'embedded' },
    storage: { kind: 'folder', path: join(dataDir, 'files') },
    auditCheckpoints: { kind: 'folder', path: join(dataDir, 'checkpoints') },
  }
}

/** @throws StartError unless the database has no tables, because the drill deletes all of them at its end */
async function requireEmpty(url: string): Promise<void> {
  const { rowCount } = await query(
    url,
    `SELECT FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
     WHERE relkind IN ('r', 'p') AND nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' LIMIT 1`,
  )
  if (rowCount !== 0)
    throw new StartError('The database of DRILL_DATABASE_URL has tables: create an empty one.')
}

async function dropEverything(url: string): Promise<void> {
  await query(
    url,
    `DROP SCHEMA public CASCADE; CREATE SCHEMA public;
     -- As in a database that was just created: the examination compares grants, also in the next drill.
     GRANT USAGE ON SCHEMA public TO PUBLIC`,
  )
}

async function query(url: string, text: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

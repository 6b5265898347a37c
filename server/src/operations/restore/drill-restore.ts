import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startSequencer } from '../../features/audit/tree/sequencer.ts'
import { verifyLog } from '../../features/audit/verify/verify-log.ts'
import { createIdentityFile, readIdentityFile } from '../../platform/archive/age-identity.ts'
import type { Config } from '../../platform/config.ts'
import { findBinaries } from '../../platform/db/embedded/binaries.ts'
import type { Log } from '../../platform/log.ts'
import { StartError } from '../../platform/process/start-error.ts'
import { Secret } from '../../platform/settings/secret.ts'
import type { Services } from '../../services.ts'
import { backupOptions } from '../backup/backup-options.ts'
import { writeBackup } from '../backup/write-backup.ts'
import { type Examination, examine } from '../doctor/examine.ts'
import { type Restored, restoreInstallation } from './restore-installation.ts'

/** A backup that exists already. */
export interface ExistingBackup {
  readonly from: string
  readonly keysFrom: string
  readonly identities: readonly string[]
}

interface DrillOptions {
  /** The settings of the installation: those of `services` are never of demo mode. */
  readonly config: Config
  readonly ownerUrl: string
  /** An empty database of which the login is the owner; by default an embedded one. */
  readonly scratchUrl: string | undefined
  /** By default a new backup, with a key of its own. */
  readonly existing: ExistingBackup | undefined
  /** The folder for everything that the drill creates. */
  readonly scratchIn: string | undefined
  readonly onProgress: (text: string) => void
}

export interface Drill {
  readonly backupMs: number
  readonly restoreMs: number
  readonly checkMs: number
  readonly objects: number
  /** Milliseconds between the newest entry in the backup and the newest one now; null if either log is empty. */
  readonly lostMs: number | null
  readonly found: Examination
  /** The exit code of audit:verify. */
  readonly logCode: number
  readonly missing: readonly string[]
}

/**
 * Backs up the running installation, restores the backup into a scratch place, compares everything in it like the doctor, and
 * verifies its log. Deletes the scratch place, also after a failure.
 */
export async function drillRestore(services: Services, log: Log, options: DrillOptions): Promise<Drill> {
  const { onProgress } = options
  await using stack = new AsyncDisposableStack()
  const scratch = await mkdtemp(join(options.scratchIn ?? tmpdir(), 'kyc-drill-'))
  stack.defer(() => rm(scratch, { recursive: true, force: true }))
  if (options.scratchUrl === undefined) await findBinaries('DRILL_DATABASE_URL')
  else {
    const url = options.scratchUrl
    await requireEmpty(url)
    stack.defer(() => dropEverything(url))
  }
  const start = performance.now()
  const backup = options.existing ?? (await backUp(services, scratch, options))
  const backedUp = performance.now()
  const config = scratchConfig(options.config, join(scratch, 'installation'), options.scratchUrl)
  const check = async (restoredServices: Services, restored: Restored) => {
    const restoredAt = performance.now()
    const { newestEntry } = restored
    await startSequencer(restoredServices, restoredServices.databaseUrl).stop() // seals what a server would seal next
    const found = await examine(restoredServices, {
      fix: false,
      onProgress: (name, n) => onProgress(`${name}: ${n}`),
    })
    const { report } = await verifyLog(restoredServices, {
      onProgress: ({ done }) => onProgress(`log: ${done}`),
    })
    const newest = await newestEntryAt(options.ownerUrl)
    return {
      backupMs: backedUp - start,
      restoreMs: restoredAt - backedUp,
      checkMs: performance.now() - restoredAt,
      objects: restored.objects,
      lostMs:
        newestEntry === null || newest === null
          ? null
          : Math.max(0, newest.getTime() - Date.parse(newestEntry)),
      found,
      logCode: report.code,
      missing: restored.missing,
    }
  }
  return await restoreInstallation(config, log, { ...backup, name: undefined, onProgress }, check)
}

async function backUp(
  services: Services,
  scratch: string,
  { ownerUrl, onProgress }: DrillOptions,
): Promise<ExistingBackup> {
  const [to, keysTo] = [join(scratch, 'backup'), join(scratch, 'keys')]
  for (const folder of [to, keysTo]) await mkdir(folder)
  const identityFile = join(scratch, 'identity')
  const recipient = await createIdentityFile(identityFile)
  await writeBackup(services, {
    ...(await backupOptions(services)),
    to,
    keysTo,
    ownerUrl,
    recipient,
    keepDays: 1,
    onProgress,
  })
  return { from: to, keysFrom: keysTo, identities: await readIdentityFile(identityFile) }
}

/** The settings of the installation with other places for everything that is written. */
function scratchConfig(config: Config, dataDir: string, scratchUrl: string | undefined): Config {
  const url = scratchUrl === undefined ? undefined : new Secret(scratchUrl)
  return {
    ...config,
    dataDir,
    database: url ? { kind: 'url', url, ownerUrl: url } : { kind: 'embedded' },
    storage: { kind: 'folder', path: join(dataDir, 'files') },
    auditCheckpoints: { kind: 'folder', path: join(dataDir, 'checkpoints') },
  }
}

async function newestEntryAt(ownerUrl: string): Promise<Date | null> {
  const { rows } = await query<{ at: Date }>(
    ownerUrl,
    'SELECT to_timestamp(at_us / 1e6) AS at FROM audit_event ORDER BY id DESC LIMIT 1',
  )
  return rows[0]?.at ?? null
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

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query<Row>(text)
  } finally {
    await client.end()
  }
}

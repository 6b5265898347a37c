import { resolve } from 'node:path'
import { type Drill, drillRestore, type ExistingBackup } from '../operations/restore/drill-restore.ts'
import { readIdentityFile } from '../platform/archive/age-identity.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { StartError } from '../platform/process/start-error.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { parseFlags } from '../start/parse-flags.ts'
import { requireOwner } from '../start/prepare-schema.ts'
import { runCommand } from '../start/run-command.ts'
import { showProgress } from '../start/show-progress.ts'

// `npm run restore:drill`: restores a backup into a scratch place, checks it and deletes it, while the server may be running.

const usage = `Usage: npm run restore:drill [-- --from FOLDER --identity FILE [--keys-from FOLDER]] [-- --scratch FOLDER]

Restores the newest backup in FOLDER, or without --from a new one, and runs the checks of doctor and audit:verify on it.
--scratch FOLDER  needs room for all files, twice without --from; by default the folder of temporary files
DRILL_DATABASE_URL, an empty database and its owner, replaces the embedded one.

Exit codes: 0 correct, 2 faults were found, 1 the backup can't be restored.`

try {
  process.exitCode = await run()
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}

async function run(): Promise<number> {
  const text = { type: 'string' } as const
  const flags = parseFlags({ from: text, 'keys-from': text, identity: text, scratch: text }, usage)
  const existing = await readExisting(flags)
  const config = readConfig(process.env)
  const log = createLog({ logLevel: 'fatal' })
  const progress = showProgress()
  const drill = await runCommand(process.env, (services, ownerUrl) =>
    drillRestore(services, log, {
      config,
      ownerUrl: requireOwner(ownerUrl),
      scratchUrl: config.drillDatabaseUrl?.reveal(),
      existing,
      scratchIn: flags.scratch,
      onProgress: progress,
    }),
  )
  progress.end()
  console.log(describe(drill))
  return isCorrect(drill) ? 0 : 2
}

async function readExisting({
  from,
  identity,
  'keys-from': keysFrom,
}: Partial<Record<'from' | 'identity' | 'keys-from', string>>): Promise<ExistingBackup | undefined> {
  if (from === undefined && identity === undefined && keysFrom === undefined) return undefined
  if (!from || !identity) throw new StartError(usage)
  return {
    from: resolve(from),
    keysFrom: resolve(keysFrom ?? `${from.replace(/\/+$/, '')}-keys`),
    identities: await readIdentityFile(identity),
  }
}

function isCorrect({ found, logCode, missing }: Drill): boolean {
  return found.count === 0 && logCode === 0 && missing.length === 0
}

function describe(drill: Drill): string {
  const { backupMs, restoreMs, checkMs, lostMs, found, logCode, missing, objects } = drill
  return [
    ...found.faults.map(({ check, fault, id }) => `${check}: ${fault}: ${id}`),
    ...missing.map((key) => `missing in the backup: ${key}`),
    `Backup: ${minutes(backupMs)}. Restore: ${minutes(restoreMs)}. Checks: ${minutes(checkMs)}. Files: ${objects}.`,
    lostMs === null
      ? 'The audit log is empty.'
      : `A disaster now would lose ${(lostMs / 1000).toFixed(1)} seconds of the audit log.`,
    `doctor: ${found.count === 0 ? 'no faults' : `${found.count} faults`}. audit:verify: exit code ${logCode}.`,
    isCorrect(drill) ? 'The backup can be restored.' : 'The restored installation has faults.',
  ].join('\n')
}

function minutes(ms: number): string {
  return `${(ms / 60_000).toFixed(2)} minutes`
}

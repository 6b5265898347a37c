import { resolve } from 'node:path'
import { finishRecovery } from '../operations/restore/finish-recovery.ts'
import { type Restored, restoreInstallation } from '../operations/restore/restore-installation.ts'
import { readIdentityFile } from '../platform/archive/age-identity.ts'
import { readConfig } from '../platform/config.ts'
import { createLog } from '../platform/log.ts'
import { dropPrivileges } from '../platform/process/drop-privileges.ts'
import { StartError } from '../platform/process/start-error.ts'
import { explainFailure } from '../start/explain-failure.ts'
import { parseFlags } from '../start/parse-flags.ts'
import { showProgress } from '../start/show-progress.ts'

// `npm run restore`: restores a backup into a new installation with the settings of the server, which must not be running.

const usage = `Usage: npm run restore -- --from FOLDER --identity FILE [--keys-from FOLDER] [--backup NAME] [--keep-files]
       npm run restore -- --recovered --keys-from FOLDER --identity FILE

The database must be empty and MASTER_KEY that of the backed up installation. --keys-from is by default the --from folder
with -keys after its name; the newest keys in it are used, also for an older backup. --backup is by default the newest.
The store must be empty too; --keep-files allows what is left of that of the lost installation, which no server may use.

With --recovered, the database is one that its host has recovered to an earlier time: ends all sessions, and destroys again
what was destroyed before the newest keys were archived, or published since. Run it before a server starts.

Exit codes: 0 restored, 2 restored, but files are missing in the backup, 1 not restored; a repeated run continues.`

try {
  process.exitCode = await run()
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}

async function run(): Promise<number> {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const options = { from: text, 'keys-from': text, identity: text, backup: text }
  const flags = parseFlags({ ...options, 'keep-files': flag, recovered: flag }, usage)
  const keysFrom = flags['keys-from'] ?? (flags.from && `${flags.from.replace(/\/+$/, '')}-keys`)
  if (!flags.identity || !keysFrom || flags.recovered === (flags.from !== undefined))
    throw new StartError(usage)
  const config = readConfig(process.env)
  const log = createLog({ logLevel: 'fatal' })
  await dropPrivileges(config, process.env, log)
  const places = { keysFrom: resolve(keysFrom), identities: await readIdentityFile(flags.identity) }
  if (flags.from === undefined) {
    const { keysAt, destroyed, deleted } = await finishRecovery(config, log, places)
    console.log(
      [
        `All sessions have ended. Destroyed again, as in the keys of ${keysAt} and published since: ${destroyed} records and documents.`,
        ...describeDeleted(deleted),
      ].join('\n'),
    )
    return 0
  }
  const progress = showProgress()
  const from = { from: resolve(flags.from), name: flags.backup, keepFiles: flags['keep-files'] }
  const restored = await restoreInstallation(
    config,
    log,
    { ...places, ...from, onProgress: progress },
    async (_, result) => result,
  )
  progress.end()
  for (const key of restored.missing) console.error(`Missing in the backup: ${key}`)
  console.log(describe(restored))
  return restored.missing.length > 0 ? 2 : 0
}

function describe({ path, at, newestEntry, objects, destroyed, deleted, rollback }: Restored): string {
  const acknowledge = 'npm run audit:verify -- --acknowledge-rollback --reason "restored the backup of …"'
  const steps = [...(rollback === undefined ? [] : [acknowledge]), 'npm run doctor', 'start the servers']
  return [
    `Restored ${path}: the state of ${at} (newest entry of the audit log: ${newestEntry ?? 'none'}) with ${objects} files.`,
    ...(destroyed > 0 ? [`Destroyed again: ${destroyed} records and documents, as after the backup.`] : []),
    ...describeDeleted(deleted),
    ...(rollback === undefined
      ? []
      : [
          rollback,
          'The published checkpoints prove entries that were lost. Find out which acts they were, then accept the loss:',
        ]),
    'All sessions have ended. Next steps:',
    ...steps.map((step, n) => `  ${n + 1}. ${step}`),
  ].join('\n')
}

function describeDeleted(deleted: readonly string[]): string[] {
  if (deleted.length === 0) return []
  return [
    `Deleted since, and readable again: ${deleted.length} records. Delete them again before others reach the servers:`,
    ...deleted.map((id) => `  /performers/${id}`),
  ]
}

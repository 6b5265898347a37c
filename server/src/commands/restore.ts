import { resolve } from 'node:path'
import { keysBeside } from '../operations/backup/backup-options.ts'
import { describeExamination } from '../operations/doctor/describe-examination.ts'
import { drillRestore } from '../operations/restore/drill-restore.ts'
import { finishRecovery } from '../operations/restore/finish-recovery.ts'
import { type Restored, restoreInstallation } from '../operations/restore/restore-installation.ts'
import { readIdentityFile } from '../platform/archive/age-identity.ts'
import { command, flag, openSettings, text, UsageError } from '../start/command.ts'
import { showProgress } from '../start/show-progress.ts'

// `npm run restore`: restores a backup into a new installation with the settings of the server, which must not be running;
// with --drill into a scratch place, while it may.

const usage = `Usage: npm run restore -- --from FOLDER --identity FILE [--keys-from FOLDER] [--backup NAME] [--keep-files] [--destroy-again]
       npm run restore -- --drill [--scratch FOLDER] --from FOLDER --identity FILE [--keys-from FOLDER] [--backup NAME]
       npm run restore -- --recovered --keys-from FOLDER --identity FILE [--destroy-again]

The database must be empty and MASTER_KEY that of the backed up installation. --keys-from is by default the --from folder
with -keys after its name; the newest keys in it are used, also for an older backup. --backup is by default the newest.
The store must be empty too; --keep-files allows what is left of that of the lost installation, which no server may use.

With --drill, restores into a scratch place, runs the checks of doctor on it, and deletes it, while servers may be running.
--scratch names a folder with room for all files, by default that of temporary files; DRILL_DATABASE_URL, an empty database
and its owner, replaces the embedded one.

What was destroyed after this state is destroyed again. If that is more than a few records or documents, the command names them
and ends; --destroy-again continues.

With --recovered, the database is one that its host has recovered to an earlier time: ends all sessions, and destroys again
what was destroyed before the newest keys were archived, or published since. Run it before a server starts.

Exit codes: 0 restored, 2 restored, but files are missing in the backup or a drill found faults, 1 not restored; a repeated
run continues.`

const options = {
  from: text,
  'keys-from': text,
  identity: text,
  backup: text,
  scratch: text,
  'keep-files': flag,
  'destroy-again': flag,
  recovered: flag,
  drill: flag,
}

await command({ usage, options }, async (flags, environment) => {
  const { from, identity, recovered, drill } = flags
  const keysFrom = flags['keys-from'] ?? (from && keysBeside(from))
  if (!identity || !keysFrom || recovered === (from !== undefined) || (recovered && drill))
    throw new UsageError()
  const { config, log } = await openSettings(environment)
  const places = {
    keysFrom: resolve(keysFrom),
    identities: await readIdentityFile(identity),
    destroyAgain: flags['destroy-again'],
  }
  if (from === undefined) {
    const { keysAt, destroyed, ...open } = await finishRecovery(config, log, places)
    console.log(
      [
        `All sessions have ended. Destroyed again, as in the keys of ${keysAt} and published since: ${destroyed} records and documents.`,
        ...describeOpen(open),
      ].join('\n'),
    )
    return 0
  }
  const onProgress = showProgress()
  const backup = { ...places, from: resolve(from), name: flags.backup, onProgress }
  const start = performance.now()
  const { restored, found } = drill
    ? await drillRestore(config, log, backup, flags.scratch)
    : await restoreInstallation(
        config,
        log,
        { ...backup, keepFiles: flags['keep-files'] },
        async (_, restored) => ({ restored, found: undefined }),
      )
  onProgress.end()
  for (const key of restored.missing) console.error(`Missing in the backup: ${key}`)
  if (found) {
    const minutes = ((performance.now() - start) / 60_000).toFixed(2)
    console.log(describeExamination(found))
    console.log(
      `Restored and examined ${restored.path} with ${restored.objects} files in ${minutes} minutes:`,
    )
    console.log(
      `the state of ${restored.at} (newest entry of the audit log: ${restored.newestEntry ?? 'none'}).`,
    )
  } else console.log(describe(restored))
  return restored.missing.length > 0 || (found && found.count > 0) ? 2 : 0
})

function describe({ path, at, newestEntry, objects, destroyed, deleted, held, rollback }: Restored): string {
  const acknowledge = 'npm run audit:verify -- --acknowledge-rollback --reason "restored the backup of …"'
  const steps = [...(rollback === undefined ? [] : [acknowledge]), 'npm run doctor', 'start the servers']
  return [
    `Restored ${path}: the state of ${at} (newest entry of the audit log: ${newestEntry ?? 'none'}) with ${objects} files.`,
    ...(destroyed > 0 ? [`Destroyed again: ${destroyed} records and documents, as after the backup.`] : []),
    ...describeOpen({ deleted, held }),
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

function describeOpen({ deleted, held }: Pick<Restored, 'deleted' | 'held'>): string[] {
  return [
    ...listed(
      'Deleted since, and readable again; delete them again before others reach the servers',
      deleted,
    ),
    ...listed('Destroyed since, wholly or in part, and kept because a legal hold is on', held),
  ]
}

function listed(text: string, ids: readonly string[]): string[] {
  return ids.length === 0
    ? []
    : [`${text}: ${ids.length} records.`, ...ids.map((id) => `  /performers/${id}`)]
}

import { resolve } from 'node:path'
import { backupOptions, keysBeside } from '../operations/backup/backup-options.ts'
import { recordBackup } from '../operations/backup/record-backup.ts'
import { writeBackup } from '../operations/backup/write-backup.ts'
import { createIdentityFile } from '../platform/archive/age-identity.ts'
import { StartError } from '../platform/process/start-error.ts'
import type { Services } from '../services.ts'
import { command, text, UsageError, withServices } from '../start/command.ts'
import { requireOwner } from '../start/prepare-schema.ts'
import { showProgress } from '../start/show-progress.ts'

// `npm run backup`: backs up database, files, checkpoints and, apart from them, keys, while the server may be running (D57).

const usage = `Usage: npm run backup -- --to FOLDER [--keys-to FOLDER] [--keep-days 30]
       npm run backup -- --create-identity FILE

Both folders must exist, best on two other machines. --keys-to is by default the --to folder with -keys after its name.
--keep-days N           deletes older backups, but never the newest; keys of more than 7 days are always deleted
--create-identity FILE  creates the key that opens backups, and prints its recipient for BACKUP_RECIPIENT

The master key is not part of a backup: keep it, and the identity, in two other places.

Exit codes: 0 complete, 2 complete, but the store lacks files that no earlier backup contains, 1 no backup was written.`

const options = { to: text, 'keys-to': text, 'keep-days': text, 'create-identity': text }

await command({ usage, options }, async (flags, environment) => {
  const { to, 'keys-to': keysTo, 'keep-days': days, 'create-identity': identity } = flags
  if (identity !== undefined) {
    console.log(`BACKUP_RECIPIENT=${await createIdentityFile(identity)}`)
    console.log(`Move ${identity} to a safe place outside this machine: without it, no backup can be opened.`)
    return 0
  }
  const keepDays = Number(days ?? 30)
  if (!to || !Number.isInteger(keepDays) || keepDays < 1) throw new UsageError()
  const places = { to: resolve(to), keysTo: resolve(keysTo ?? keysBeside(to)) }
  return withServices(
    environment,
    (services, ownerUrl) => backUp(services, { ...places, ownerUrl: requireOwner(ownerUrl), keepDays }),
    { asItIs: true },
  )
})

async function backUp(
  services: Services,
  options: { to: string; keysTo: string; ownerUrl: string; keepDays: number },
): Promise<number> {
  const { backupRecipient: recipient } = services.config
  if (recipient === null)
    throw new StartError(
      'BACKUP_RECIPIENT is missing: create the key of backups with npm run backup -- --create-identity FILE.',
    )
  const progress = showProgress()
  const written = await writeBackup(services, {
    ...options,
    ...(await backupOptions(services)),
    recipient,
    onProgress: progress,
  })
  progress.end()
  await recordBackup(services.db)
  console.log(
    `Wrote the backup ${written.name}: ${written.rows} rows, ${written.count} files (${written.copied} new, ${written.deleted} destroyed ones deleted).`,
  )
  for (const each of written.expired) console.log(`Deleted ${each}, which had expired.`)
  for (const key of written.missing) console.error(`Missing in the store: ${key}`)
  if (written.missing.length > 0)
    console.error('Restore missing files from an older backup (npm run doctor).')
  return written.missing.length > 0 ? 2 : 0
}

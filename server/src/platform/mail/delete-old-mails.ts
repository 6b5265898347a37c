import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@kyc/contract/limits.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import { unlessMissing } from '../files/fs.ts'

/**
 * Without SMTP, deletes the files of mails that are older than `limits.mailKept`. Mails in the outbox are deleted when they
 * are sent, and dead letters after the same time.
 * @returns the number of deleted files
 */
export async function deleteOldMails({
  clock,
  config: { mail },
}: {
  readonly clock: Clock
  readonly config: Pick<Config, 'mail'>
}): Promise<number> {
  if (mail.kind === 'smtp') return 0
  const before = clock.now().getTime() - limits.mailKept
  let deleted = 0
  for (const name of (await readdir(mail.path).catch(unlessMissing)) ?? []) {
    const path = join(mail.path, name)
    const file = name.endsWith('.eml') ? await stat(path).catch(unlessMissing) : undefined
    if (!file || file.mtimeMs > before) continue
    await rm(path, { force: true })
    deleted++
  }
  return deleted
}

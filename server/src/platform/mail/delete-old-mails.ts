import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { ago } from '../db/time.ts'
import { unlessMissing } from '../files/fs.ts'

/**
 * Deletes what the outbox could not send within `limits.mailKept` and, without SMTP, the files of older mails. Other mails
 * in the outbox are deleted when they are sent.
 * @returns the number of deleted files
 */
export async function deleteOldMails({
  clock,
  db,
  config: { mail },
}: {
  readonly clock: Clock
  readonly db: Db
  readonly config: Pick<Config, 'mail'>
}): Promise<number> {
  await db
    .deleteFrom('outbox')
    .where(sql`coalesce(ended_at, created_at)`, '<', ago(limits.mailKept))
    .execute()
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

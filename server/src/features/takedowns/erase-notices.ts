import { day } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { TakedownServices } from './takedown-services.ts'

/**
 * Erases what was written in requests that were closed before the retention of records; kind, outcome and times stay for the
 * reports. Several processes may run it concurrently.
 */
export async function eraseNotices({ db, clock }: Pick<TakedownServices, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.retentionYears * 365 * day)
  await sql`UPDATE takedown SET notice_enc = NULL, reason_enc = NULL
    WHERE closed_at < ${before} AND (notice_enc IS NOT NULL OR reason_enc IS NOT NULL)`.execute(db)
}

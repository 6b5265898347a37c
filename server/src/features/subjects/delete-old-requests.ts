import { limits } from '@kyc/contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

/** Deletes requests of data subjects `limits.subjectRequest.kept` after the response; the log keeps their dates. */
export async function deleteOldSubjectRequests({
  clock,
  db,
}: {
  readonly clock: Clock
  readonly db: Db
}): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.subjectRequest.kept)
  await db.deleteFrom('subject_request').where('responded_at', '<=', before).execute()
}

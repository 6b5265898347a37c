import { deleteExpiredBuckets } from '../../../platform/attempts/attempt-repository.ts'
import type { Db } from '../../../platform/db/database.ts'
import { deleteExpiredLinks } from '../links/one-time-links.ts'
import { deleteExpiredIdTokens } from '../provider/provider-repository.ts'
import { deleteExpiredPending } from '../second-factor/pending-repository.ts'
import { deleteExpiredSessions } from './session-repository.ts'

/** Deletes expired rows, which are invalid already, to keep the tables small. */
export async function cleanUpSessions(db: Db): Promise<{ sessions: number; buckets: number }> {
  await deleteExpiredPending(db)
  await deleteExpiredLinks(db)
  await deleteExpiredIdTokens(db)
  return { sessions: await deleteExpiredSessions(db), buckets: await deleteExpiredBuckets(db) }
}

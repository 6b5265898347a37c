import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** Notes in `installation` that a backup is complete; the metrics show its age. */
export async function recordBackup(db: Db): Promise<void> {
  await sql`
    INSERT INTO installation (name, at) VALUES ('backed-up', now())
    ON CONFLICT (name) DO UPDATE SET at = now()`.execute(db)
}

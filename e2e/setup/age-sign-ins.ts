import { openDatabase } from '@kyc/server/platform/db/database.ts'
import { findEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { sql } from 'kysely'

/** Lets ten minutes pass for the sign-ins of one account, so that acts ask for a fresh one (D31). */
export async function ageSignIns(dataDir: string, email: string): Promise<void> {
  const urls = await findEmbeddedPostgres(dataDir)
  if (!urls) throw new Error('the database of the product under test is not there')
  const { db } = openDatabase(urls.ownerUrl, silentLog())
  try {
    await sql`
      UPDATE session SET authenticated_at = authenticated_at - interval '10 minutes'
      FROM account WHERE account.id = session.account_id AND account.email = ${email}`.execute(db)
  } finally {
    await db.destroy()
  }
}

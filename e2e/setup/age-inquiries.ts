import { openDatabase } from '@kyc/server/platform/db/database.ts'
import { findEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { sql } from 'kysely'

/** Lets three days pass for the inquiries of one sender, more than the contact page promises (spec §9). */
export async function ageInquiries(dataDir: string, email: string): Promise<void> {
  const urls = await findEmbeddedPostgres(dataDir)
  if (!urls) throw new Error('the database of the product under test is not there')
  const { db } = openDatabase(urls.ownerUrl, silentLog())
  try {
    await sql`
      UPDATE inquiry SET created_at = created_at - interval '3 days' WHERE email = ${email}`.execute(db)
  } finally {
    await db.destroy()
  }
}

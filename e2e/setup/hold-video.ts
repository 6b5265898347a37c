import { openDatabase } from '@kyc/server/platform/db/database.ts'
import { findEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { sql } from 'kysely'

/** While `act` runs, the row of the video is locked, so that the server can read it and not add anybody to it. */
export async function holdVideo(dataDir: string, id: string, act: () => Promise<void>): Promise<void> {
  const urls = await findEmbeddedPostgres(dataDir)
  if (!urls) throw new Error('the database of the product under test is not there')
  const { db } = openDatabase(urls.ownerUrl, silentLog())
  try {
    await db.transaction().execute(async (tx) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
      await sql`SELECT id FROM video WHERE id = ${id}::uuid FOR UPDATE`.execute(tx)
      await act()
    })
  } finally {
    await db.destroy()
  }
}

import { type Db, openDatabase } from '@kyc/server/platform/db/database.ts'
import { findEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { sql } from 'kysely'
import { testedDataDir } from './product.ts'

/** Runs `act` on the database of a product as its owner; without a folder on that of the product of all journeys. */
export async function onDatabase<T>(act: (db: Db) => Promise<T>, dataDir = testedDataDir()): Promise<T> {
  const urls = await findEmbeddedPostgres(dataDir)
  if (!urls) throw new Error('the database of the product under test is not there')
  const database = openDatabase(urls.ownerUrl, silentLog())
  try {
    return await act(database.db)
  } finally {
    await database.close()
  }
}

/** Lets three days pass for the inquiries of one sender, more than the contact page promises (spec §9). */
export function ageInquiries(email: string): Promise<void> {
  return onDatabase(async (db) => {
    await sql`
      UPDATE inquiry SET created_at = created_at - interval '3 days' WHERE email = ${email}`.execute(db)
  })
}

/** Lets ten minutes pass for the sign-ins of one account, so that acts ask for a fresh one (D31). */
export function ageSignIns(email: string): Promise<void> {
  return onDatabase(async (db) => {
    await sql`
      UPDATE session SET authenticated_at = authenticated_at - interval '10 minutes',
        stepped_up_at = stepped_up_at - interval '10 minutes'
      FROM account WHERE account.id = session.account_id AND account.email = ${email}`.execute(db)
  })
}

/** Lets half an hour pass for a KYC session, its whole lifetime (D33). */
export function ageKycSession(id: string): Promise<void> {
  return onDatabase(async (db) => {
    await sql`
      UPDATE kyc_session SET created_at = created_at - interval '30 minutes',
        expires_at = expires_at - interval '30 minutes' WHERE id = ${id}::uuid`.execute(db)
  })
}

/** Lets two minutes pass for what waits to be sent to a partner: by then each first attempt is due again (D35). */
export function ageDeliveries(partnerId: string): Promise<void> {
  return onDatabase(async (db) => {
    await sql`
      UPDATE delivery SET next_attempt_at = next_attempt_at - interval '2 minutes'
      WHERE partner_id = ${partnerId}::uuid AND state = 'pending'`.execute(db)
  })
}

/** While `act` runs, the row of the video is locked, so that the server can read it and not add anybody to it. */
export function holdVideo(id: string, act: () => Promise<void>): Promise<void> {
  return onDatabase((db) =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
      await sql`SELECT id FROM video WHERE id = ${id}::uuid FOR UPDATE`.execute(tx)
      await act()
    }),
  )
}

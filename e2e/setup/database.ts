import { type Db, openDatabase } from '@kyc/server/platform/db/database.ts'
import { findEmbeddedPostgres } from '@kyc/server/platform/db/embedded-postgres.ts'
import { silentLog } from '@kyc/server/platform/log.ts'
import { sql } from 'kysely'
import { testedDataDir } from './product.ts'

/** Runs `act` as the owner on the database of a product, by default the one of all journeys. */
export async function onDatabase<T>(act: (db: Db) => Promise<T>, dataDir = testedDataDir()): Promise<T> {
  const urls = await findEmbeddedPostgres(dataDir)
  if (!urls) throw new Error('the database of the tested product is not running')
  const database = openDatabase(urls.ownerUrl, silentLog())
  try {
    return await act(database.db)
  } finally {
    await database.close()
  }
}

/** Ages the inquiries of one sender by three days, longer than the contact page promises for a reply (spec §9). */
export function ageInquiries(email: string): Promise<void> {
  return onDatabase(async (db) => {
    await sql`
      UPDATE inquiry SET created_at = created_at - interval '3 days' WHERE email = ${email}`.execute(db)
  })
}

/** Ages the sign-ins of one account by ten minutes, so that acts require a step-up (D31). */
export function ageSignIns(email: string): Promise<void> {
  return onDatabase(async (db) => {
    await sql`
      UPDATE session SET authenticated_at = authenticated_at - interval '10 minutes',
        stepped_up_at = stepped_up_at - interval '10 minutes'
      FROM account WHERE account.id = session.account_id AND account.email = ${email}`.execute(db)
  })
}

/** Ages the role of an account by a month, so that it may confirm the requests of others (D116). */
export function ageRole(email: string): Promise<void> {
  return onDatabase((db) =>
    db.transaction().execute(async (tx) => {
      // Only the owner of the tables may do this.
      await sql`SET LOCAL role none`.execute(tx)
      await sql`UPDATE account SET role_since = role_since - interval '30 days' WHERE email = ${email}`.execute(
        tx,
      )
    }),
  )
}

/** Ages a KYC session by half an hour, its whole lifetime (D33). */
export function ageKycSession(id: string): Promise<void> {
  return onDatabase(async (db) => {
    await sql`
      UPDATE kyc_session SET created_at = created_at - interval '30 minutes',
        expires_at = expires_at - interval '30 minutes' WHERE id = ${id}::uuid`.execute(db)
  })
}

/**
 * Ages the pending deliveries of a partner by two minutes, so that those after a first attempt are due (D35),
 * and notifies the scheduler.
 */
export function ageDeliveries(partnerId: string, dataDir?: string): Promise<void> {
  return onDatabase(async (db) => {
    await sql`
      UPDATE delivery SET next_attempt_at = next_attempt_at - interval '2 minutes'
      WHERE partner_id = ${partnerId}::uuid AND state = 'pending'`.execute(db)
    await sql`SELECT pg_notify('changed', '')`.execute(db)
  }, dataDir)
}

/** Locks the row of the video while `act` runs: the server can read it but add no performers. */
export function withLockedVideo(id: string, act: () => Promise<void>): Promise<void> {
  return onDatabase((db) =>
    db.transaction().execute(async (tx) => {
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx)
      await sql`SELECT id FROM video WHERE id = ${id}::uuid FOR UPDATE`.execute(tx)
      await act()
    }),
  )
}

/** Turns the personal organisation of an account into a company that was approved long ago. */
export function foundCompany(email: string, name: string): Promise<void> {
  return onDatabase(async (db) => {
    const own = sql`id = (SELECT id FROM account WHERE email = ${email})`
    await sql`UPDATE organisation SET name = ${name}, search_text = ${name}, kind = 'producer', person_id = NULL
      WHERE ${own}`.execute(db)
    // A separate statement, because the change of the name ends an approval.
    await sql`UPDATE organisation SET approved_at = '2020-01-01' WHERE ${own}`.execute(db)
  })
}

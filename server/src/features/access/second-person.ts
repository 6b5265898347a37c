import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from './actor.ts'

/** The setting: for how many days the second person must have been a superadmin before the request. */
export interface SecondPersonConfig {
  readonly secondPersonDays: number
}

interface Request {
  /** Null for the provider's claims. */
  readonly requested_by: string | null
  readonly requested_at: Date
}

/**
 * Requires that `actor` may confirm the request of another account: `actor` must have been a superadmin for days before
 * the request, so that no account is created in order to confirm it. The database decides, by its own clock.
 */
export async function requireSecondPerson(
  { secondPersonDays: days }: SecondPersonConfig,
  tx: Tx,
  actor: Actor,
  { requested_by, requested_at }: Request,
): Promise<void> {
  if (requested_by === actor.id) throw new Problem('OWN_REQUEST')
  const { rows } = await sql<{ may: boolean }>`
    SELECT is_second_person(${actor.id}::uuid, ${requested_by}::uuid, ${requested_at}, ${days}::int) AS may`.execute(
    tx,
  )
  if (!rows[0]?.may) throw new Problem('SECOND_PERSON_TOO_NEW', { fill: { days: `${days}` } })
}

/**
 * Whether an account besides `except` is an enabled superadmin, or was one within the days of the setting: otherwise
 * one superadmin could first disable the other and then act alone.
 */
export async function hasSecondPerson(
  { secondPersonDays: days }: SecondPersonConfig,
  db: Db,
  except: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`SELECT FROM account WHERE id <> ALL(${except}::uuid[])
    AND ((role = 'superadmin' AND disabled_at IS NULL)
      OR superadmin_until > database_now() - make_interval(days => ${days}::int)) LIMIT 1`.execute(db)
  return rows.length > 0
}

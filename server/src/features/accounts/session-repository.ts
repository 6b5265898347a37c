import type { Role } from '@kyc/contract/accounts.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'

/** A session that holds, with its account as it is now: all times are the database's own (D27). */
export interface SessionRow {
  readonly key: Buffer
  readonly authenticated_at: Date
  readonly csrf_generation: number
  readonly touch_due: boolean
  readonly id: string
  readonly role: Role
  readonly name: string
  readonly email: string
}

const touchEvery = 60_000

/** The session unless it has expired or its account is disabled. */
export async function findLiveSession(db: Db, key: Buffer): Promise<SessionRow | undefined> {
  return db
    .selectFrom('session as s')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .select(['s.key', 's.authenticated_at', 's.csrf_generation', 'a.id', 'a.role', 'a.name', 'a.email'])
    .select(sql<boolean>`s.last_seen_at < ${ago(touchEvery)}`.as('touch_due'))
    .where('s.key', '=', key)
    .where('s.expires_at', '>', sql<Date>`now()`)
    .where('s.last_seen_at', '>', ago(limits.session.idle))
    .where('a.disabled_at', 'is', null)
    .executeTakeFirst()
}

export async function touchSession(db: Db, key: Buffer): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: sql`now()` }).where('key', '=', key).execute()
}

export async function insertSession(
  tx: Tx,
  session: { key: Buffer; accountId: string; ip: string | null; userAgent: string | null },
): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      key: session.key,
      account_id: session.accountId,
      expires_at: sql`now() + ${milliseconds(limits.session.absolute)}`,
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .execute()
}

/** The number of the new rotation; undefined if the session ended meanwhile. */
export async function raiseCsrfGeneration(db: Db, key: Buffer): Promise<number | undefined> {
  const row = await db
    .updateTable('session')
    .set((set) => ({ csrf_generation: set('csrf_generation', '+', 1) }))
    .where('key', '=', key)
    .returning('csrf_generation')
    .executeTakeFirst()
  return row?.csrf_generation
}

export async function deleteSession(tx: Tx, key: Buffer): Promise<boolean> {
  const result = await tx.deleteFrom('session').where('key', '=', key).executeTakeFirst()
  return result.numDeletedRows > 0n
}

export async function deleteSessionsOf(tx: Tx, accountId: string, except?: Buffer): Promise<number> {
  const sessions = tx.deleteFrom('session').where('account_id', '=', accountId)
  const result = await (except ? sessions.where('key', '!=', except) : sessions).executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Rows of idle sessions go with the others, after 12 h at the latest: what counts is never their being there. */
export async function deleteExpiredSessions(db: Db): Promise<number> {
  const result = await db.deleteFrom('session').where('expires_at', '<=', sql<Date>`now()`).executeTakeFirst()
  return Number(result.numDeletedRows)
}

function milliseconds(amount: number): RawBuilder<unknown> {
  return sql`make_interval(secs => ${amount / 1000})`
}

function ago(amount: number): RawBuilder<Date> {
  return sql<Date>`now() - ${milliseconds(amount)}`
}

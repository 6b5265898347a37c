import type { Role } from '@kyc/contract/accounts.ts'
import { minute } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { CompiledQuery, sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { preparedText } from '../../../platform/db/prepared.ts'
import { ago, fromNow } from '../../../platform/db/time.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { AccountId } from '../../../platform/ids.ts'

/** A valid session with its account; all times are compared by the database. */
interface SessionRow {
  readonly key: Buffer
  /** Its creation with microseconds, which identifies it among the sessions of its account: unlike the key, it never changes. */
  readonly session_start: string
  readonly recently_authenticated: boolean
  readonly enrol_only: boolean
  readonly csrf_generation: number
  readonly touch_due: boolean
  readonly id: AccountId
  readonly role: Role
  readonly name: string
  readonly email: string | null
  readonly access_generation: number
}

const touchEvery = minute

/** The condition for a valid session in `session s` and `account a`. */
const isValid = `s.expires_at > now() AND s.last_seen_at > now() - interval '${limits.session.idle} ms'
    AND a.disabled_at IS NULL`

/** The session unless it has expired or its account is disabled. */
export async function findLiveSession(db: Db, key: Buffer): Promise<SessionRow | undefined> {
  const { rows } = await db.executeQuery<SessionRow>(CompiledQuery.raw(liveSession, [key]))
  return rows[0]
}

/** Runs on every request: plain text saves building the query. */
const liveSession = preparedText(`
  SELECT s.key, s.created_at::text AS session_start, s.csrf_generation, s.enrol_only, a.id, a.role, a.name, a.email, a.access_generation,
    s.last_seen_at < now() - interval '${touchEvery} ms' AS touch_due,
    greatest(s.authenticated_at, s.stepped_up_at) > now() - interval '${limits.stepUp} ms' AS recently_authenticated
  FROM session s JOIN account a ON a.id = s.account_id
  WHERE s.key = $1 AND ${isValid}`)

export interface HeldSession {
  readonly key: Buffer
  readonly role: Role
  readonly enrol_only: boolean
  /** The active memberships of the account. */
  readonly organisations: readonly string[]
}

/** The valid ones among the sessions `keys`, with the roles and memberships of their accounts; does not extend them. */
export async function findLiveSessions(db: Db, keys: readonly Buffer[]): Promise<HeldSession[]> {
  const { rows } = await db.executeQuery<HeldSession>(CompiledQuery.raw(liveSessions, [keys]))
  return rows
}

const liveSessions = preparedText(`
  SELECT s.key, a.role, s.enrol_only,
    ARRAY(SELECT m.organisation_id FROM active_membership m WHERE m.account_id = a.id) AS organisations
  FROM session s JOIN account a ON a.id = s.account_id
  WHERE s.key = ANY ($1::bytea[]) AND ${isValid}`)

/**
 * The access generation of the account if the session still exists and the role is the same. The session is found by its
 * creation, because its key may change during a call; another session of the account is not enough.
 */
export async function findAdmission(
  db: Db,
  {
    id,
    role,
    sessionStart,
    enrolOnly,
  }: { readonly id: string; readonly role: Role; readonly sessionStart: string; readonly enrolOnly: boolean },
): Promise<number | undefined> {
  const { rows } = await db.executeQuery<{ access_generation: number }>(
    CompiledQuery.raw(liveSessionOf, [id, role, enrolOnly, sessionStart]),
  )
  return rows[0]?.access_generation
}

const liveSessionOf = preparedText(`
  SELECT a.access_generation FROM session s JOIN account a ON a.id = s.account_id
  WHERE a.id = $1 AND a.role = $2 AND (NOT s.enrol_only OR $3) AND s.created_at = $4::timestamptz AND ${isValid} LIMIT 1`)

export async function touchSession(db: Db, key: Buffer): Promise<void> {
  await db.updateTable('session').set({ last_seen_at: sql`now()` }).where('key', '=', key).execute()
}

export async function insertSession(
  tx: Tx,
  session: {
    key: Buffer
    accountId: string
    method: 'password' | 'firebase'
    enrolOnly: boolean
    ip: string | null
    userAgent: string | null
  },
): Promise<void> {
  await tx
    .insertInto('session')
    .values({
      key: session.key,
      account_id: session.accountId,
      method: session.method,
      enrol_only: session.enrolOnly,
      expires_at: fromNow(limits.session.absolute),
      ip: session.ip,
      user_agent: session.userAgent,
    })
    .execute()
}

/** The changes of a session that gets a new key. */
export interface SessionChanges {
  /** A new sign-in at the provider: restarts the age of the sign-in. */
  readonly authenticated?: boolean
  /** A step-up by password or second factor; the age of the sign-in remains. */
  readonly steppedUp?: boolean
  /** The account has a second factor now: lifts `enrol_only`. */
  readonly enrolled?: boolean
}

/** Returns the generation of the CSRF token; undefined if the session ended in the meantime. */
export async function updateSessionKey(
  tx: Tx,
  { from, to }: { from: Buffer; to: Buffer },
  { authenticated = false, steppedUp = false, enrolled = false }: SessionChanges,
): Promise<number | undefined> {
  const row = await tx
    .updateTable('session')
    .set({ key: to, challenge: null })
    .$if(authenticated, (update) => update.set({ authenticated_at: sql`now()` }))
    .$if(steppedUp, (update) => update.set({ stepped_up_at: sql`now()` }))
    .$if(enrolled, (update) => update.set({ enrol_only: false }))
    .where('key', '=', from)
    .returning('csrf_generation')
    .executeTakeFirst()
  return row?.csrf_generation
}

export interface ListedSession {
  readonly key: Buffer
  readonly ip: string | null
  readonly user_agent: string | null
  readonly created_at: Date
  readonly last_seen_at: Date
}

/** The valid sessions of an account, newest first. */
export async function listLiveSessions(db: Db, accountId: string): Promise<ListedSession[]> {
  return db
    .selectFrom('session')
    .select(['key', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('account_id', '=', accountId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('last_seen_at', '>', ago(limits.session.idle))
    .orderBy('created_at', 'desc')
    .execute()
}

export async function deleteSessionOf(tx: Tx, accountId: string, key: Buffer): Promise<boolean> {
  const sessions = tx.deleteFrom('session').where('account_id', '=', accountId).where('key', '=', key)
  return (await sessions.executeTakeFirst()).numDeletedRows > 0n
}

/** Returns the new generation; undefined if the session ended in the meantime. */
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

/** Idle sessions are invalid at once; their rows remain until they expire, at most 12 h. */
export async function deleteExpiredSessions(db: Db): Promise<number> {
  const result = await db.deleteFrom('session').where('expires_at', '<=', sql<Date>`now()`).executeTakeFirst()
  return Number(result.numDeletedRows)
}

import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { interval } from '../../../platform/db/time.ts'

/** `failures` within `window` close the bucket for `duration`; times in milliseconds. */
export interface AttemptRule {
  readonly failures: number
  readonly window: number
  readonly duration: number
}

export interface CountedAttempt {
  readonly bucket: string
  /** When it was counted, as text: a JavaScript date would lose the microseconds that tell attempts apart. */
  readonly at: string
  /** It was the last one that the rule allows. */
  readonly closes: boolean
}

/**
 * Whole seconds until the bucket opens again; undefined while it is open. By the clock and not by `now()`, which stands
 * still in a transaction that waited for the bucket.
 */
export async function findLock(db: Db, bucket: string): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT ceil(extract(epoch FROM locked_until - clock_timestamp()))::int AS seconds
    FROM attempt_bucket WHERE bucket = ${bucket} AND locked_until > clock_timestamp()`.execute(db)
  return rows[0]?.seconds
}

/**
 * Counts an attempt as failed, before anybody looks at the password; undefined if the bucket is closed. One statement
 * decides, so that of any number of parallel attempts exactly `rule.failures` get through (D28).
 */
export async function insertAttempt(
  db: Db,
  bucket: string,
  rule: AttemptRule,
): Promise<CountedAttempt | undefined> {
  const recent = sql`ARRAY(SELECT t FROM unnest(b.failed_at) t WHERE t > now() - ${interval(rule.window)})`
  const lockedUntil = (count: unknown) =>
    sql`CASE WHEN ${count} >= ${rule.failures}::int THEN now() + ${interval(rule.duration)} END`
  const expiresAt = sql`now() + ${interval(Math.max(rule.window, rule.duration))}`
  const { rows } = await sql<CountedAttempt>`
    INSERT INTO attempt_bucket AS b (bucket, failed_at, locked_until, expires_at)
    VALUES (${bucket}, ARRAY[now()], ${lockedUntil(sql`1`)}, ${expiresAt})
    ON CONFLICT (bucket) DO UPDATE SET failed_at = ${recent} || now(),
      locked_until = ${lockedUntil(sql`cardinality(${recent}) + 1`)}, expires_at = ${expiresAt}
    WHERE b.locked_until IS NULL OR b.locked_until <= now()
    RETURNING bucket, now()::text AS at, locked_until IS NOT NULL AS closes`.execute(db)
  return rows[0]
}

/** Takes one attempt back: it was none, or it was right. */
export async function removeAttempt(db: Db, { bucket, at }: CountedAttempt): Promise<void> {
  await sql`
    UPDATE attempt_bucket SET failed_at = array_remove(failed_at, ${at}::timestamptz), locked_until = NULL
    WHERE bucket = ${bucket}`.execute(db)
}

export async function deleteBucket(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('attempt_bucket').where('bucket', '=', bucket).execute()
}

/** The buckets whose names begin with `prefix`, which ends with a colon. */
export async function deleteBucketsFrom(db: Db, prefix: string): Promise<void> {
  const { from, to } = namesFrom(prefix)
  await db.deleteFrom('attempt_bucket').where('bucket', '>=', from).where('bucket', '<', to).execute()
}

/** An account as its failures are counted: in one bucket, and in those whose names begin with `prefix`. */
export interface CountedAccount {
  readonly id: string
  readonly bucket: string
  readonly prefix: string
}

/** Those of `accounts` that are locked now, for some browser at least. */
export async function findLocked(db: Db, accounts: readonly CountedAccount[]): Promise<Set<string>> {
  const given = accounts.map(({ id, bucket, prefix }) => ({ id, bucket, ...namesFrom(prefix) }))
  const { rows } = await sql<{ id: string }>`
    SELECT g.id FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      AS g(id text, bucket text, "from" text, "to" text)
    WHERE EXISTS (SELECT FROM attempt_bucket b WHERE b.bucket = g.bucket AND b.locked_until > now())
      OR EXISTS (SELECT FROM attempt_bucket b
        WHERE b.bucket >= g."from" AND b.bucket < g."to" AND b.locked_until > now())`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Bytes decide (collation C), and a semicolon comes right after the colon. */
function namesFrom(prefix: string): { from: string; to: string } {
  return { from: prefix, to: `${prefix.slice(0, -1)};` }
}

export async function deleteExpiredBuckets(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('attempt_bucket')
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

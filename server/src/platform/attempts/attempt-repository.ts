import { sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { interval } from '../db/time.ts'
import { Problem } from '../problem.ts'

/** `failures` within `window` lock a bucket for `duration`; times in milliseconds. */
export interface AttemptRule {
  readonly failures: number
  readonly window: number
  readonly duration: number
}

/** Where an attempt is counted, and the limit there. */
export interface AttemptLimit {
  readonly bucket: string
  readonly rule: AttemptRule
}

export interface CountedAttempt {
  readonly bucket: string
  /**
   * When it was counted, as text: a JavaScript date would lose the microseconds that distinguish attempts.
   */
  readonly at: string
  /** This attempt was the last one that the rule allows. */
  readonly locks: boolean
}

/** Counts an attempt as failed, or returns the whole seconds until the bucket is unlocked. */
export async function countAttempt(
  db: Db,
  limit: AttemptLimit,
): Promise<CountedAttempt | { readonly retryAfterSeconds: number }> {
  const { bucket } = limit
  // Without the first query, every attempt at a locked bucket would wait for its row lock.
  const counted = (await findLock(db, bucket)) === undefined && (await insertAttempt(db, limit))
  return counted || { retryAfterSeconds: (await findLock(db, bucket)) ?? 1 }
}

/** Counts an attempt. */
export async function countOrRefuse(db: Db, limit: AttemptLimit): Promise<CountedAttempt> {
  const counted = await countAttempt(db, limit)
  if ('retryAfterSeconds' in counted) throw new Problem('RATE_LIMITED', counted)
  return counted
}

/**
 * Whole seconds until the bucket is unlocked; undefined if it is not locked. Uses `clock_timestamp()`,
 * because `now()` does not advance in a transaction that waited for the bucket.
 */
export async function findLock(db: Db, bucket: string): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT ceil(extract(epoch FROM locked_until - clock_timestamp()))::int AS seconds
    FROM attempt_bucket WHERE bucket = ${bucket} AND locked_until > clock_timestamp()`.execute(db)
  return rows[0]?.seconds
}

/**
 * Counts an attempt; undefined if the bucket is locked. A single statement, so that exactly `rule.failures`
 * of any number of parallel attempts are counted.
 */
async function insertAttempt(db: Db, { bucket, rule }: AttemptLimit): Promise<CountedAttempt | undefined> {
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
    RETURNING bucket, now()::text AS at, locked_until IS NOT NULL AS locks`.execute(db)
  return rows[0]
}

/** Uncounts an attempt that succeeded or did not take place. */
export async function removeAttempt(db: Db, { bucket, at }: CountedAttempt): Promise<void> {
  await sql`
    UPDATE attempt_bucket SET failed_at = array_remove(failed_at, ${at}::timestamptz), locked_until = NULL
    WHERE bucket = ${bucket}`.execute(db)
}

export async function deleteBucket(db: Db, bucket: string): Promise<void> {
  await db.deleteFrom('attempt_bucket').where('bucket', '=', bucket).execute()
}

/** Deletes the buckets whose names begin with `prefix`, which ends with a colon. */
export async function deleteBucketsFrom(db: Db, prefix: string): Promise<void> {
  const { from, to } = namesFrom(prefix)
  await db.deleteFrom('attempt_bucket').where('bucket', '>=', from).where('bucket', '<', to).execute()
}

/** Buckets that are counted together: one by name, and those whose names begin with `prefix`. */
export interface BucketGroup {
  readonly id: string
  readonly bucket: string
  readonly prefix: string
}

/** The ids of the groups with a locked bucket. */
export async function findLockedGroups(db: Db, groups: readonly BucketGroup[]): Promise<Set<string>> {
  const ranges = groups.map(({ id, bucket, prefix }) => ({ id, bucket, ...namesFrom(prefix) }))
  const { rows } = await sql<{ id: string }>`
    SELECT g.id FROM jsonb_to_recordset(${JSON.stringify(ranges)}::jsonb)
      AS g(id text, bucket text, "from" text, "to" text)
    WHERE EXISTS (SELECT FROM attempt_bucket b WHERE b.bucket = g.bucket AND b.locked_until > now())
      OR EXISTS (SELECT FROM attempt_bucket b
        WHERE b.bucket >= g."from" AND b.bucket < g."to" AND b.locked_until > now())`.execute(db)
  return new Set(rows.map((row) => row.id))
}

/** Names are compared by byte (collation C), where a semicolon follows the colon. */
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

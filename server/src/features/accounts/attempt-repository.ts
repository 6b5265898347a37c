import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

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

/** Whole seconds until the bucket opens again; undefined while it is open. */
export async function findLock(db: Db, bucket: string): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT ceil(extract(epoch FROM locked_until - now()))::int AS seconds
    FROM attempt_bucket WHERE bucket = ${bucket} AND locked_until > now()`.execute(db)
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
  const span = (amount: number) => sql`make_interval(secs => ${amount / 1000})`
  const recent = sql`ARRAY(SELECT t FROM unnest(b.failed_at) t WHERE t > now() - ${span(rule.window)})`
  const lockedUntil = (count: unknown) =>
    sql`CASE WHEN ${count} >= ${rule.failures}::int THEN now() + ${span(rule.duration)} END`
  const expiresAt = sql`now() + ${span(Math.max(rule.window, rule.duration))}`
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

export async function deleteExpiredBuckets(db: Db): Promise<number> {
  const result = await db
    .deleteFrom('attempt_bucket')
    .where('expires_at', '<=', sql<Date>`now()`)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

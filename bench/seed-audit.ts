import { withClient } from './database.ts'
import { dropIndexes } from './drop-indexes.ts'
import type { Seed } from './seed-performers.ts'

const batch = 250_000

/**
 * Inserts `count` audit entries over seven years by SQL: mostly views of all records by admins and owners.
 * Encrypted values are noise of the same size and nothing is signed, since the plans of queries do not depend
 * on them.
 */
export async function seedAudit(ownerUrl: string, count: number, seed: Seed): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    // Disables the triggers and foreign keys of the log; the rows are valid by construction.
    await client.query("SET session_replication_role = 'replica'")
    await client.query(numberedPerformers)
    const rebuild = await dropIndexes(client, 'audit_event')
    for (let start = 0; start < count; start += batch) {
      const until = Math.min(start + batch, count) - 1
      await client.query(insertEntries, [start, until, count, seed.performers, seed.admin])
    }
    await rebuild()
    await client.query('VACUUM (ANALYZE) audit_event')
    await client.query('VACUUM (ANALYZE) audit_pii')
  })
}

const numberedPerformers = `
  CREATE TEMP TABLE numbered AS SELECT row_number() OVER () - 1 AS n, id, owner_id FROM performer;
  CREATE UNIQUE INDEX ON numbered (n);
  ANALYZE numbered`

/**
 * Of a hundred entries: 70 views, 10 downloads, 8 sign-ins and sign-outs, 1 failed sign-in, 4 registrations,
 * 4 verifications, 2 changes, and rarer actions. Ids are UUID v7 of the time, like the product's.
 */
const insertEntries = `
  WITH numbers AS (
    SELECT n, n % 100 AS kind, hashint8(n)::bigint & 2147483647 AS noise,
      (extract(epoch FROM timestamptz '2019-06-01') * 1000)::bigint + (n * 220903200000) / $3::bigint AS ms
    FROM generate_series($1::bigint, $2::bigint) AS n
  ), entries AS (
    SELECT n, ms, md5(n::text) AS h, noise,
      CASE WHEN kind < 70 THEN 'read' WHEN kind < 80 THEN 'download' WHEN kind < 84 THEN 'login'
        WHEN kind < 88 THEN 'logout' WHEN kind < 89 THEN 'login_failed' WHEN kind < 93 THEN 'create'
        WHEN kind < 97 THEN 'verify' WHEN kind < 98 THEN 'update' WHEN kind < 99 THEN 'reject'
        WHEN noise % 50 = 0 THEN 'export' WHEN noise % 50 < 3 THEN 'delete' ELSE 'update' END AS action,
      kind BETWEEN 35 AND 79 OR kind BETWEEN 93 AND 98 AS about_document
    FROM numbers
  ), placed AS (
    SELECT e.*, p.id AS performer, p.owner_id,
      CASE WHEN e.action IN ('login', 'logout', 'login_failed') THEN 'user' WHEN e.action = 'export' THEN 'audit_log'
        WHEN e.about_document THEN 'document' ELSE 'performer' END AS rtype,
      CASE WHEN e.noise % 5 < 3 AND e.action NOT IN ('create') THEN $5::uuid ELSE p.owner_id END AS who
    FROM entries e JOIN numbered p ON p.n = e.noise % $4::bigint
  ), written AS (
    SELECT (substr(hex, 1, 8) || '-' || substr(hex, 9, 4) || '-7' || substr(h, 1, 3) || '-8' || substr(h, 4, 3) || '-'
      || substr(h, 7, 12))::uuid AS id, decode(h || h, 'hex') AS bytes, *
    FROM (SELECT lpad(to_hex(ms), 12, '0') AS hex, * FROM placed) with_hex
  ), events AS (
    INSERT INTO audit_event (id, at_us, actor, action, rtype, rid, subject, owner, writer, wseq, ip_commit, details_commit,
      leaf, mac)
    SELECT id, ms * 1000, CASE WHEN action = 'login_failed' THEN NULL ELSE who END, action, rtype,
      CASE rtype WHEN 'performer' THEN performer::text WHEN 'document' THEN performer || '/idFront'
        WHEN 'user' THEN who::text END,
      CASE WHEN rtype = 'document' THEN performer END,
      CASE WHEN rtype IN ('performer', 'document') THEN owner_id WHEN rtype = 'user' THEN who END,
      '00000000-0000-7000-8000-000000000001', n, bytes, bytes, bytes, bytes
    FROM written
  )
  INSERT INTO audit_pii (event_id, ip_enc, details_enc)
  SELECT id, bytes || substr(bytes, 1, 10), bytes || bytes FROM written`

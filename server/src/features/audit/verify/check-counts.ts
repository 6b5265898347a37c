import { minute } from '@kyc/contract/durations.ts'
import type pg from 'pg'
import type { AuditKeys } from '../entry-box.ts'
import { type EntryCount, isStated } from '../entry-counts.ts'
import { type Faults, faultOf } from './faults.ts'

/** Entries are written at most a minute after a statement, apart from the time that transactions take. */
const latest = 5 * minute

interface WriterRow extends Omit<EntryCount, 'upto' | 'written' | 'unknown' | 'at_us'> {
  readonly upto: string | null
  readonly written: string | null
  readonly unknown: string | null
  readonly at_us: string | null
  readonly mac: string | null
  /** The entries up to `upto`. */
  readonly found: string
  /** The time from the statement, or from the first entry, to the last entry after `upto`; in microseconds. */
  readonly uncounted: string | null
}

/**
 * Every writer with what it stated, found by one step in the index each. A writer of a release without counts has an id
 * with a time (version 7).
 */
const writersSince = `
  WITH RECURSIVE writing (writer) AS (
    (SELECT writer FROM audit_event ORDER BY writer LIMIT 1)
    UNION ALL
    SELECT (SELECT e.writer FROM audit_event e WHERE e.writer > w.writer ORDER BY e.writer LIMIT 1)
    FROM writing w WHERE w.writer IS NOT NULL
  ), known AS (SELECT writer FROM writing WHERE writer IS NOT NULL UNION SELECT writer FROM audit_writer)
  SELECT k.writer, s.upto, s.written, s.unknown, s.at_us, encode(s.mac, 'hex') AS mac,
    (SELECT count(*) FROM audit_event e WHERE e.writer = k.writer AND e.wseq <= s.upto) AS found,
    (SELECT max(e.at_us) - coalesce(s.at_us, min(e.at_us)) FROM audit_event e
      WHERE e.writer = k.writer AND e.wseq > coalesce(s.upto, 0)) AS uncounted
  FROM known k LEFT JOIN audit_writer s ON s.writer = k.writer
  WHERE CASE WHEN s.writer IS NULL THEN substr(k.writer::text, 15, 1) = '4' ELSE s.at_us >= $1 END`

/**
 * Compares how many entries each process stated with those of the log: one that disappeared before it was sealed
 * left no other trace. Processes that stated nothing since `since` are left to full verifications.
 */
export async function checkCounts(
  client: pg.Client,
  keys: AuditKeys,
  since: Date | null,
  faults: Faults,
): Promise<void> {
  const { rows } = await client.query<WriterRow>(writersSince, [`${since?.getTime() ?? 0}000`])
  for (const row of rows) {
    const detail = whatIsMissing(keys, row)
    if (detail) faults.add(faultOf('count', { detail: `process ${row.writer}: ${detail}` }))
  }
}

function whatIsMissing(keys: AuditKeys, row: WriterRow): string | undefined {
  const { writer, upto, written, unknown, at_us, mac } = row
  const late = Number(row.uncounted ?? 0) > latest * 1000
  if (upto === null || written === null || unknown === null || at_us === null || mac === null)
    return late ? 'it stated no number of entries' : undefined
  if (!isStated(keys, { writer, upto, written, unknown, at_us }, mac))
    return 'its number of entries was not stated with the key of the log'
  const [least, most, found] = [BigInt(written), BigInt(written) + BigInt(unknown), BigInt(row.found)]
  if (found < least || found > most)
    return `it wrote ${written} entries up to number ${upto}, ${found} are left`
  return late ? 'it wrote entries for minutes without stating their number' : undefined
}

import type { LogFault } from '@kyc/contract/audit-verification.ts'
import { minute, second } from '@kyc/contract/durations.ts'
import type pg from 'pg'
import { connectClient } from '../../../platform/db/connect-client.ts'
import { sessionOptions } from '../../../platform/db/database.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import type { AuditKeys } from '../entry-box.ts'
import { openCheckpoint } from '../tree/checkpoint.ts'
import { storedLevel } from '../tree/tree-repository.ts'
import { checkEntry, performerOf, type StoredEntry, storedColumns } from './check-entry.ts'
import { faultOf } from './faults.ts'

/** Where an entry stands in the order of the log. */
export interface LogPlace {
  readonly xid: string
  readonly id: string
}

/** A stored checkpoint; `root` is null if its note is not valid or belongs to another checkpoint. */
export interface RangeCheckpoint {
  readonly size: number
  readonly root: string | null
  readonly previous: number | null
  readonly database: string | null
  readonly sealedAt: string | null
}

/** What a range of leaves contains, checked as far as the range itself allows. */
export interface CheckedRange {
  readonly from: number
  readonly to: number
  /** For each leaf its hash in the tree: 32 bytes; zeros if it is missing. */
  readonly leaves: Uint8Array
  readonly missing: readonly number[]
  readonly faults: readonly LogFault[]
  readonly shredded: number
  readonly first: LogPlace | null
  readonly last: LogPlace | null
  /** Leaves that do not come after the one before them in the order of the log. */
  readonly disorder: readonly { readonly leafIndex: number; readonly entryId: string }[]
  readonly checkpoints: readonly RangeCheckpoint[]
  readonly nodes: readonly { readonly level: number; readonly index: number; readonly hash: string }[]
}

export interface RangeKeys {
  readonly keys: AuditKeys
  readonly verifier: NoteVerifier
}

/**
 * A connection that returns every value as text. A statement takes at most `limit` milliseconds and fails soon after that if
 * the host has disappeared: a verification that waits renews its claim, so that no other one could start.
 */
export async function connectForRanges(databaseUrl: string, limit = minute): Promise<pg.Client> {
  const statement_timeout = String(limit)
  return connectClient({
    connectionString: databaseUrl,
    query_timeout: limit + 3 * second,
    options: sessionOptions({ statement_timeout, enable_hashjoin: 'off', enable_mergejoin: 'off' }),
    types: { getTypeParser: () => (text: string) => text },
  })
}

interface RangeRow extends StoredEntry {
  readonly leaf_index: string
  readonly event_id: string
  readonly tree_leaf: string
}

const entriesOf = `
  SELECT l.leaf_index, l.event_id, encode(l.leaf, 'hex') AS tree_leaf, ${storedColumns}
  FROM audit_leaf l LEFT JOIN audit_event e ON e.id = l.event_id LEFT JOIN audit_pii p ON p.event_id = l.event_id
  WHERE l.leaf_index >= $1 AND l.leaf_index < $2 ORDER BY l.leaf_index`

/** Checks the leaves from `from` to before `to`. */
export async function checkRange(
  client: pg.Client,
  { keys, verifier }: RangeKeys,
  from: number,
  to: number,
): Promise<CheckedRange> {
  const { rows } = await client.query<RangeRow>({ name: 'entries', text: entriesOf, values: [from, to] })
  const leaves = Buffer.from(new ArrayBuffer(32 * (to - from)))
  const missing: number[] = []
  const faults: LogFault[] = []
  const disorder: { leafIndex: number; entryId: string }[] = []
  const withoutDetails: RangeRow[] = []
  let first: LogPlace | null = null
  let last: LogPlace | null = null
  let expected = from
  for (const row of rows) {
    const leafIndex = Number(row.leaf_index)
    for (; expected < leafIndex; expected++) missing.push(expected)
    expected = leafIndex + 1
    const { leaf, fault } = checkRow(keys, row, leafIndex)
    leaves.write(leaf, 32 * (leafIndex - from), 'hex')
    if (fault) faults.push(fault)
    // The row of a missing entry consists of nulls.
    if (row.id === null) continue
    if (row.ip_enc === null) withoutDetails.push(row)
    if (last && !isAfter(row, last)) disorder.push({ leafIndex, entryId: row.id })
    last = { xid: row.xid, id: row.id }
    first ??= last
  }
  for (; expected < to; expected++) missing.push(expected)
  const unexplained = await withoutShred(client, withoutDetails)
  for (const { id, leaf_index } of unexplained) {
    faults.push(faultOf('details_missing', { entryId: id, leafIndex: Number(leaf_index) }))
  }
  return {
    from,
    to,
    leaves,
    missing,
    faults,
    shredded: withoutDetails.length - unexplained.length,
    first,
    last,
    disorder,
    checkpoints: await checkpointsOf(client, verifier, from, to),
    nodes: await nodesOf(client, from, to),
  }
}

/** The hash of a leaf in the tree: that of the entry if it is authentic, otherwise the stored one. */
function checkRow(keys: AuditKeys, row: RangeRow, leafIndex: number): { leaf: string; fault?: LogFault } {
  const stored = row.tree_leaf
  // An outer join without a match.
  if (row.id === null) {
    return { leaf: stored, fault: faultOf('entry_missing', { entryId: row.event_id, leafIndex }) }
  }
  const { authentic, leaf, fault } = checkEntry(keys, row, leafIndex)
  if (fault) return { leaf: authentic ? leaf : stored, fault }
  if (leaf === stored) return { leaf }
  return { leaf, fault: faultOf('leaf', { entryId: row.id, leafIndex }) }
}

export function isAfter(one: LogPlace, other: LogPlace): boolean {
  if (one.xid === other.xid) return one.id > other.id
  return BigInt(one.xid) > BigInt(other.xid)
}

/** The entries without personal data that no destruction of a record explains. */
export async function withoutShred<E extends StoredEntry>(
  client: pg.Client,
  entries: readonly E[],
): Promise<readonly E[]> {
  if (entries.length === 0) return entries
  const { rows } = await client.query<{ rid: string }>(
    "SELECT rid FROM audit_event WHERE action = 'shred' AND rtype = 'performer' AND rid = ANY($1)",
    [entries.map(performerOf)],
  )
  const destroyed = new Set<string | null>(rows.map(({ rid }) => rid))
  return entries.filter((entry) => !destroyed.has(performerOf(entry)))
}

async function checkpointsOf(
  client: pg.Client,
  verifier: NoteVerifier,
  from: number,
  to: number,
): Promise<RangeCheckpoint[]> {
  const { rows } = await client.query<{ size: string; root: string; note: string }>(
    'SELECT size, root, note FROM audit_checkpoint WHERE size > $1 AND size <= $2 ORDER BY size',
    [from, to],
  )
  return rows.map(({ size, root, note }) => {
    const checkpoint = openCheckpoint(verifier, note)
    const valid =
      checkpoint?.size === Number(size) && `\\x${checkpoint.root.toString('hex')}` === root
        ? checkpoint
        : undefined
    return {
      size: Number(size),
      root: valid ? root.slice(2) : null,
      previous: valid?.previous ?? null,
      database: valid?.sealedUpTo.database ?? null,
      sealedAt: valid?.sealedAt.toISOString() ?? null,
    }
  })
}

/** The stored subtrees that end in the range. */
const subtreesOfRange = `
  SELECT n.level, n.index, n.hash FROM generate_series(${storedLevel}, 52) AS of (level)
  JOIN audit_node n ON n.level = of.level AND n.index >= $1::bigint >> of.level AND n.index < $2::bigint >> of.level`

async function nodesOf(client: pg.Client, from: number, to: number): Promise<CheckedRange['nodes']> {
  const { rows } = await client.query<{ level: string; index: string; hash: string }>(subtreesOfRange, [
    from,
    to,
  ])
  return rows.map(({ level, index, hash }) => ({
    level: Number(level),
    index: Number(index),
    hash: hash.slice(2),
  }))
}

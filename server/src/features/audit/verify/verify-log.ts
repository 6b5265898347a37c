import { type LogVerification, maximumFaults } from '@kyc/contract/audit-verification.ts'
import { day, hour, minute, second } from '@kyc/contract/durations.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { NIL } from 'uuid'
import { compareCatalogue } from '../../../platform/db/catalogue.ts'
import { connectClient, endClient } from '../../../platform/db/connect-client.ts'
import { type Db, keyLookups, openDatabase, sessionOptions } from '../../../platform/db/database.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import { silentLog } from '../../../platform/log.ts'
import { GrowingTree, rootOf } from '../../../platform/transparency/merkle-tree.ts'
import type { NoteVerifier } from '../../../platform/transparency/signed-note.ts'
import { openCheckpoint } from '../tree/checkpoint.ts'
import type { PublishedLog } from '../tree/published-log.ts'
import {
  currentDatabase,
  findCheckpoints,
  findNewestCheckpoint,
  findSubtrees,
  type StoredCheckpoint,
} from '../tree/tree-repository.ts'
import { checkCounts } from './check-counts.ts'
import { checkPublished } from './check-published.ts'
import { type LogPlace, TreeCheck, type VerifiedPart } from './check-tree.ts'
import { checkUnsealed } from './check-unsealed.ts'
import { type Counts, Faults, faultOf, noCounts } from './faults.ts'
import { formatPosition, type Position, parsePosition } from './position.ts'

/** `auditSigner` may be any verifier: a pinned key proves the log without trust in the keys of this server. */
export type VerificationServices = Omit<PublishedLog, 'db'> & { readonly databaseUrl: string }

export interface VerificationOptions {
  /** A position of an earlier verification: only what was added since is read. */
  readonly since?: string | undefined
  /** Milliseconds that an entry may wait for its seal; by default 20 s. */
  readonly sealPatience?: number
  /** Called about once for each thousand entries. */
  readonly onProgress?: (progress: VerificationProgress) => void
  /** Ends the verification; it rejects with the reason. */
  readonly signal?: AbortSignal
}

export interface VerificationProgress {
  /** Entries verified, of `total` in the tree. */
  readonly done: number
  readonly total: number
  /**
   * An interrupted verification continues from here if passed as `since`: the last checkpoint before the first fault.
   * Authenticated, so it may be stored anywhere.
   */
  readonly position: () => string | undefined
}

export interface Verified {
  readonly report: LogVerification
  /** For the `since` of the next verification; null if there are faults. */
  readonly position: string | null
}

const rangeSize = 1024

/**
 * Verifies the audit log in one pass: every entry against its hash, MAC and commitments, the tree, every checkpoint,
 * the published ones, and that no entry lacks its leaf or leaf its entry (D39); that as many entries of each process
 * are left as it stated, and that the schema is that of the migrations. Runs next to a server, in constant memory, and
 * blocks its thread for at most some milliseconds at a time.
 * @throws Error if the database or the folder can't be read; the reason of `options.signal`
 */
export async function verifyLog(
  services: VerificationServices,
  options: VerificationOptions = {},
): Promise<Verified> {
  await using stack = new AsyncDisposableStack()
  const { auditKeys: keys, auditSigner: verifier } = services
  const { db, close } = openDatabase(services.databaseUrl, silentLog(), { max: 1 })
  stack.defer(close)
  const startedAt = new Date()
  const faults = new Faults()
  const counts = noCounts()
  const newest = await newestCheckpoint(db, verifier, faults)
  const position = options.since ? parsePosition(keys, options.since) : undefined
  const start = position ? await verifiedPart(db, verifier, position, newest, faults) : nothing()
  const from = start.tree.size
  const verified = await checkTree(services, options, start, newest, faults, counts)
  // A connection for the statements that read whole tables, with a limit of an hour.
  const client = await connectVerification(services.databaseUrl, hour)
  stack.defer(() => endClient(client))
  for (const detail of await compareCatalogue(client)) faults.add(faultOf('schema', { detail }))
  await checkNodesBeyond(client, faults)
  counts.unsealed += await checkUnsealed(
    client,
    keys,
    {
      from: start.sealedAt ? lowestIdAt(new Date(start.sealedAt.getTime() - day)) : NIL,
      sealedUpTo: newest && openCheckpoint(verifier, newest.note)?.sealedUpTo,
      current: await currentDatabase(db),
    },
    faults,
    options,
  )
  await checkCounts(client, keys, start.sealedAt, faults)
  await checkPublished({ ...services, db }, { from, since: start.sealedAt }, faults, counts)
  const report: LogVerification = {
    code: faults.code,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    from,
    size: newest?.size ?? 0,
    root: (newest?.root ?? new GrowingTree().root()).toString('hex'),
    counts: { ...counts, faults: faults.count },
    faults: faults.first,
  }
  return { report, position: report.code === 0 && verified ? formatPosition(keys, verified) : null }
}

/**
 * A connection that returns every value as text. A statement takes at most `limit` milliseconds and fails soon after
 * that if the host has disappeared: a verification that waits renews its claim, so that no other one could start.
 */
export function connectVerification(
  databaseUrl: string,
  limit: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<pg.Client> {
  return connectClient({
    connectionString: databaseUrl,
    query_timeout: limit + 3 * second,
    options: sessionOptions({ statement_timeout: String(limit), ...settings }),
    types: { getTypeParser: () => (text: string) => text },
  })
}

/** With another key than that of the log, no checkpoint is valid, which the check of the tree reports. */
async function newestCheckpoint(
  db: Db,
  verifier: NoteVerifier,
  faults: Faults,
): Promise<StoredCheckpoint | undefined> {
  const [last, ...others] = await findCheckpoints(db, Number.MAX_SAFE_INTEGER, maximumFaults)
  const newest = (await findNewestCheckpoint(db, verifier)) ?? last
  for (const { size } of last ? [last, ...others] : [])
    if (newest && size > newest.size) faults.add(faultOf('signature', { checkpoint: size }))
  return newest
}

interface Start extends VerifiedPart {
  /** When its last checkpoint was signed; null at the beginning of the log. */
  readonly sealedAt: Date | null
}

const nothing = (): Start => ({
  tree: new GrowingTree(),
  last: null,
  databases: [null, null],
  broken: false,
  sealedAt: null,
})

/** Reads the part that an earlier verification has covered, and compares its root. */
async function verifiedPart(
  db: Db,
  verifier: NoteVerifier,
  { size, root }: Position,
  newest: StoredCheckpoint | undefined,
  faults: Faults,
): Promise<Start> {
  const subtrees = await findSubtrees(db, size)
  const [end, before] = (await findCheckpoints(db, size + 1, 2)).map(({ note }) =>
    openCheckpoint(verifier, note),
  )
  const broken = !subtrees || !rootOf(subtrees).equals(root) || !end?.root.equals(root)
  if ((newest?.size ?? 0) < size) faults.add(faultOf('rollback', { checkpoint: size }))
  else if (broken) faults.add(faultOf('root', { checkpoint: size }))
  const last = await sql<LogPlace>`
    SELECT e.xid::text AS xid, e.id FROM audit_leaf l JOIN audit_event e ON e.id = l.event_id WHERE l.leaf_index = ${size - 1}`.execute(
    db,
  )
  return {
    tree: new GrowingTree(size, subtrees),
    last: last.rows[0] ?? null,
    databases: [before?.sealedUpTo.database ?? null, end?.sealedUpTo.database ?? null],
    broken,
    sealedAt: end?.sealedAt ?? null,
  }
}

/** Checks the leaves and what is computed from them. Returns the last checkpoint up to which there is no fault. */
async function checkTree(
  { databaseUrl, auditKeys: keys, auditSigner: verifier }: VerificationServices,
  { onProgress, signal }: VerificationOptions,
  start: Start,
  newest: StoredCheckpoint | undefined,
  faults: Faults,
  counts: Counts,
): Promise<Position | undefined> {
  await using stack = new AsyncDisposableStack()
  const client = await connectVerification(databaseUrl, minute, keyLookups)
  stack.defer(() => endClient(client))
  const from = start.tree.size
  const total = await endOfLeaves(client, from, faults)
  const size = newest?.size ?? 0
  if (size > total) faults.add(faultOf('leaf_missing', { leafIndex: total, checkpoint: size }))
  const check = new TreeCheck(client, { keys, verifier }, start, faults, counts)
  const position = () => check.verified && formatPosition(keys, check.verified)
  for (let at = from; at < total; at += rangeSize) {
    signal?.throwIfAborted()
    const done = Math.min(at + rangeSize, total)
    await check.check(at, done)
    onProgress?.({ done, total, position })
  }
  check.end()
  return check.verified
}

/** Gaps of up to this many leaves are read like leaves. */
const readableGaps = 100_000

/** The index after the last leaf. An index far above the others is one fault instead of a gap of any length. */
async function endOfLeaves(client: pg.Client, from: number, faults: Faults): Promise<number> {
  const { rows } = await client.query<{ count: string; end: string | null }>(
    'SELECT count(*) AS count, max(leaf_index) + 1 AS end FROM audit_leaf WHERE leaf_index >= $1',
    [from],
  )
  const count = from + Number(rows[0]?.count)
  const end = Number(rows[0]?.end ?? from)
  if (end <= count + readableGaps) return end
  faults.add(faultOf('leaf', { leafIndex: end - 1 }))
  return count
}

/** Subtrees that end after the newest checkpoint were not written by the sequencer. */
async function checkNodesBeyond(client: pg.Client, faults: Faults): Promise<void> {
  const { rows } = await client.query<{ level: string; index: string }>(`
    SELECT level, index FROM audit_node
    WHERE (index + 1) * 2::numeric ^ level > (SELECT coalesce(max(size), 0) FROM audit_checkpoint)
      OR index < 0 LIMIT 100`)
  for (const { level, index } of rows) {
    const leafIndex = Number(index) * 2 ** Number(level)
    faults.add(faultOf('node', { leafIndex: Number.isSafeInteger(leafIndex) ? leafIndex : null }))
  }
}

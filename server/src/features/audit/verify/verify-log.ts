import { availableParallelism } from 'node:os'
import { type LogVerification, maximumFaults } from '@kyc/contract/audit-verification.ts'
import { day, hour } from '@kyc/contract/durations.ts'
import type pg from 'pg'
import { NIL } from 'uuid'
import { compareCatalogue } from '../../../platform/db/catalogue.ts'
import { endClient } from '../../../platform/db/connect-client.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { lowestIdAt } from '../../../platform/ids.ts'
import { silentLog } from '../../../platform/log.ts'
import { GrowingTree, rootOf } from '../../../platform/transparency/merkle-tree.ts'
import { openCheckpoint } from '../tree/checkpoint.ts'
import type { PublishedLog } from '../tree/published-log.ts'
import {
  currentDatabase,
  findCheckpoints,
  findNewestCheckpoint,
  type StoredCheckpoint,
} from '../tree/tree-repository.ts'
import { checkCounts } from './check-counts.ts'
import { checkPublished } from './check-published.ts'
import { checkRange, connectForRanges, type RangeKeys } from './check-range.ts'
import { checkUnsealed } from './check-unsealed.ts'
import { type Counts, Faults, faultOf } from './faults.ts'
import { beginning, formatPosition, type Position, parsePosition } from './position.ts'
import { checkInThreads } from './range-checkers.ts'
import type { RangeRequest } from './range-thread.ts'
import { TreeCheck } from './tree-check.ts'
import type { VerificationOptions, Verified } from './verification.ts'

/** `auditSigner` may be any verifier: a pinned key proves the log without trust in the keys of this server. */
export type VerificationServices = Omit<PublishedLog, 'db'> & { readonly databaseUrl: string }

const rangeSize = 1024
/** Of a statement about whole tables. */
const longest = hour
/** Fewer entries are checked in this thread. */
const worthThreads = 2 * rangeSize

/**
 * Verifies the audit log: every entry against its hash, MAC and commitments, the tree, every checkpoint, the published
 * ones, and that no entry lacks its leaf or leaf its entry (D39); that each process left as many as it stated, and that the schema is that of the migrations (D121). Runs next to a server, in constant memory.
 * @throws Error if the database or the folder can't be read; the reason of `options.signal`
 */
export async function verifyLog(
  services: VerificationServices,
  options: VerificationOptions = {},
): Promise<Verified> {
  await using stack = new AsyncDisposableStack()
  const { db, close } = openDatabase(services.databaseUrl, silentLog(), { max: 1 })
  stack.defer(close)
  const client = await connectForRanges(services.databaseUrl, longest)
  stack.defer(() => endClient(client))
  await client.query('SET enable_hashjoin = on; SET enable_mergejoin = on')
  const startedAt = new Date()
  const start = options.since ? parsePosition(services.auditKeys, options.since) : beginning
  const faults = new Faults(start.faults)
  const counts: Counts = { ...start.counts }
  const [last, ...others] = await findCheckpoints(db, Number.MAX_SAFE_INTEGER, maximumFaults)
  // With another key than that of the log, no checkpoint is valid, which the check of the tree reports.
  const newest = (await findNewestCheckpoint(db, services.auditSigner)) ?? last
  for (const { size } of last ? [last, ...others] : [])
    if (newest && size > newest.size) faults.add(faultOf('signature', { checkpoint: size }))
  for (const detail of await compareCatalogue(client)) faults.add(faultOf('schema', { detail }))
  const tree = await checkTree(services, options, client, { start, faults, counts, newest })
  // Whole tables from here on.
  await client.query('SET enable_hashjoin = on; SET enable_mergejoin = on')
  const sealedUpTo = newest && openCheckpoint(services.auditSigner, newest.note)?.sealedUpTo
  const current = await currentDatabase(db)
  counts.unsealed += await checkUnsealed(
    client,
    services.auditKeys,
    { from: earliestId(start), sealedUpTo, current },
    faults,
    options,
  )
  await checkCounts(
    client,
    services.auditKeys,
    start.fromSealedAt === null ? null : new Date(start.fromSealedAt),
    faults,
  )
  await checkPublished({ ...services, db }, { from: start.from, since: start.fromSealedAt }, faults, counts)
  return resultOf(services, { start, startedAt, newest, tree, faults, counts })
}

interface Course {
  readonly start: Position
  readonly faults: Faults
  readonly counts: Counts
  readonly newest: StoredCheckpoint | undefined
}

/** Checks the leaves and what is computed from them. */
async function checkTree(
  services: VerificationServices,
  { threads, onProgress, signal }: VerificationOptions,
  client: pg.Client,
  { start, faults, counts, newest }: Course,
): Promise<TreeCheck> {
  const tree = new TreeCheck(start, faults)
  const total = await endOfLeaves(client, start.size, faults)
  checkEnds(start, total, newest, faults)
  const few = threads === undefined && total - start.size <= worthThreads
  const { databaseUrl, auditKeys: keys, auditSigner: verifier } = services
  const ranges = rangesOf(start.size, total)
  const checked = few
    ? checkHere(client, { keys, verifier }, ranges)
    : checkInThreads(databaseUrl, { keys, verifier }, threads ?? availableParallelism(), ranges)
  for await (const range of checked) {
    signal?.throwIfAborted()
    for (const fault of range.faults) faults.add(fault)
    tree.add(range)
    counts.entries += range.to - range.from - range.missing.length
    counts.shredded += range.shredded
    counts.nodes += range.nodes.length
    counts.checkpoints += range.checkpoints.length
    const position = () => formatPosition(keys, positionOf(start, tree, faults, counts))
    onProgress?.({ done: range.to, total, position })
  }
  tree.end()
  await checkNodesBeyond(client, faults)
  return tree
}

async function* checkHere(client: pg.Client, keys: RangeKeys, ranges: Iterable<RangeRequest>) {
  for (const { from, to } of ranges) yield await checkRange(client, keys, from, to)
}

function* rangesOf(from: number, to: number): Generator<RangeRequest> {
  for (let at = from; at < to; at += rangeSize) yield { from: at, to: Math.min(at + rangeSize, to) }
}

/** Gaps up to this are read like leaves. */
const readableGaps = 100_000

/** The end of the leaves; an index far behind the others is a fault instead of a gap of any length. */
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

/** Compares where the leaves end with the newest checkpoint and with the earlier verification. */
function checkEnds(start: Position, end: number, newest: StoredCheckpoint | undefined, faults: Faults): void {
  const size = newest?.size ?? 0
  if (size < start.checkpoint) faults.add(faultOf('rollback', { checkpoint: start.checkpoint }))
  else if (size > end) faults.add(faultOf('leaf_missing', { leafIndex: end, checkpoint: size }))
  const verified = rootOf(start.subtrees.map((hash) => Buffer.from(hash, 'hex')))
  if (newest && size === start.size && !start.broken && !newest.root.equals(verified)) {
    faults.add(faultOf('root', { checkpoint: size }))
  }
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

/** Ids contain a time: older ones are left to full verifications. */
function earliestId({ fromSealedAt }: Position): string {
  return fromSealedAt === null ? NIL : lowestIdAt(new Date(Date.parse(fromSealedAt) - day))
}

function positionOf(start: Position, tree: TreeCheck, faults: Faults, counts: Counts): Position {
  const { from, fromSealedAt } = start
  const { code, count, first } = faults
  return { ...tree.position(), from, fromSealedAt, counts, faults: { code, count, first } }
}

function resultOf(
  { auditKeys }: VerificationServices,
  { start, startedAt, newest, tree, faults, counts }: Course & { startedAt: Date; tree: TreeCheck },
): Verified {
  const report: LogVerification = {
    code: faults.code,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    from: start.from,
    size: newest?.size ?? 0,
    root: (newest?.root ?? new GrowingTree().root()).toString('hex'),
    counts: { ...counts, faults: faults.count },
    faults: faults.first,
  }
  if (report.code !== 0) return { report, position: null }
  const end = tree.position()
  const position = { ...beginning, ...end, from: end.size, fromSealedAt: end.sealedAt }
  return { report, position: formatPosition(auditKeys, position) }
}

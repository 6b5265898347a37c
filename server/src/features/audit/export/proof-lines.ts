import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { rootOf, siblingsOf, subtreesOf } from '../../../platform/transparency/merkle-tree.ts'
import type { NoteSigner } from '../../../platform/transparency/signed-note.ts'
import type { AuditRow } from '../audit-repository.ts'
import { canonicalBytes, openCommitted, type ReadingKeys } from '../entry-box.ts'
import type { LeafContent } from '../leaf.ts'
import { presentEntry } from '../present-entry.ts'
import { findHashes } from '../tree/tree-repository.ts'
import type { ExportReader } from './export-job.ts'
import { line, type OpenedValue, type ProofRow, type ProofSummary, summaryLine } from './proof-format.ts'

interface ProofContext {
  readonly connection: Db
  readonly keys: ReadingKeys
  readonly reader: ExportReader
  readonly signer: NoteSigner
  /** The number of leaves that the checkpoint covers. */
  readonly size: number
}

/** The proof file of an export, line by line. `total`: the rows of the sheets. */
export async function* proofLines(
  context: ProofContext,
  pages: AsyncIterable<readonly AuditRow[]>,
  { total, ...summary }: Omit<ProofSummary, 'rows' | 'uncovered'> & { readonly total: number },
): AsyncGenerator<string> {
  const { connection, size, signer } = context
  let rows = 0
  for await (const page of pages) {
    const proven = await findProvenEntries(connection, page, size)
    const pathOf = await findPaths(connection, proven, size)
    const byId = new Map(proven.map((entry) => [entry.id, entry]))
    for (const row of page) {
      const entry = byId.get(row.id)
      if (!entry) continue
      rows++
      yield line(proofRow(context, row, entry, pathOf(entry)))
    }
  }
  yield summaryLine({ ...summary, rows, uncovered: total - rows }, signer)
}

interface ProvenEntry extends LeafContent {
  readonly leaf_index: number
  readonly leaf: string
}

/** Those of the rows that a checkpoint of `size` entries covers. */
async function findProvenEntries(db: Db, page: readonly AuditRow[], size: number): Promise<ProvenEntry[]> {
  const { rows } = await sql<ProvenEntry>`
    SELECT l.leaf_index, encode(l.leaf, 'hex') AS leaf, e.id, e.at_us::text AS at_us, e.actor, e.action, e.rtype, e.rid, e.subject,
      e.owner, e.writer, e.wseq::text AS wseq, encode(e.ip_commit, 'hex') AS ip_commit,
      encode(e.details_commit, 'hex') AS details_commit
    FROM audit_leaf l JOIN audit_event e ON e.id = l.event_id
    WHERE l.event_id = ANY(${page.map(({ id }) => id)}::uuid[]) AND l.leaf_index < ${size}`.execute(db)
  return rows
}

/**
 * Reads the hashes for the inclusion paths (RFC 6962) of the entries in the tree of `size` leaves.
 * @throws Error if a hash is missing
 */
async function findPaths(
  db: Db,
  entries: readonly ProvenEntry[],
  size: number,
): Promise<(entry: ProvenEntry) => Buffer[]> {
  const tops = subtreesOf(size)
  const placeOf = (index: number) => tops.findIndex((top) => index < (top.index + 1) * 2 ** top.level)
  const siblings = ({ leaf_index: index }: ProvenEntry) => siblingsOf(index, tops[placeOf(index)]?.level ?? 0)
  const find = await findHashes(db, [...tops, ...entries.flatMap(siblings)])
  const hashOf = (subtree: (typeof tops)[number]): Buffer => {
    const hash = find(subtree)
    if (!hash) throw new Error('a hash of the audit tree is missing')
    return hash
  }
  return (entry) => {
    const place = placeOf(entry.leaf_index)
    const after = tops.slice(place + 1).map(hashOf)
    const before = tops.slice(0, place).map(hashOf).reverse()
    return [...siblings(entry).map(hashOf), ...(after.length > 0 ? [rootOf(after)] : []), ...before]
  }
}

/** Contains what the reader sees of the entry, and nothing that hides behind 管理者 or （非表示）. */
function proofRow(
  { keys, reader }: ProofContext,
  row: AuditRow,
  { leaf_index: index, leaf, ...content }: ProvenEntry,
  path: readonly Buffer[],
): ProofRow {
  const shown = presentEntry(keys, reader, row)
  const present = { id: row.id, index, leaf, path: path.map((hash) => hash.toString('hex')) }
  if (shown.userId !== content.actor) return present
  const opened = (box: Buffer, commit: string, value: unknown) =>
    openedValue(openCommitted(keys.auditKeys, row.id, box, commit), value)
  return {
    ...present,
    content,
    ip: opened(row.ip_enc, content.ip_commit, shown.ipAddress),
    details: opened(row.details_enc, content.details_commit, shown.details),
  }
}

/** Undefined unless the entry commits to exactly the value that the reader sees. */
function openedValue(committed: ReturnType<typeof openCommitted>, value: unknown): OpenedValue | undefined {
  if (!committed?.bytes.equals(canonicalBytes(value))) return undefined
  return { salt: committed.salt.toString('hex'), value }
}

import type { AuditEntry } from '@kyc/contract/audit.ts'
import type { Db } from '../../../platform/db/database.ts'
import { chunkLeaves, type LeafSet } from '../../../platform/transparency/leaf-set.ts'
import { GrowingTree, type Subtree } from '../../../platform/transparency/merkle-tree.ts'
import { multiproofSubtrees } from '../../../platform/transparency/multiproof.ts'
import type { NoteSigner } from '../../../platform/transparency/signed-note.ts'
import { findEntriesById } from '../audit-repository.ts'
import { type AuditKeys, canonicalBytes, openCommitted, type ReadingKeys } from '../entry-box.ts'
import { presentEntry } from '../present-entry.ts'
import type { ExportReader } from './export-job.ts'
import {
  hashLine,
  headerLine,
  type OpenedValue,
  type ProofHeader,
  type ProofRow,
  rowLine,
} from './proof-format.ts'
import { findChunks, findProvenEntries, getNodes, type ProvenEntry } from './proof-repository.ts'

interface ProofContext {
  readonly connection: Db
  readonly keys: ReadingKeys
  readonly reader: ExportReader
  /** The number of leaves that the checkpoint covers. */
  readonly size: number
  /** The rows of the export that the checkpoint covers. */
  readonly covered: LeafSet
}

/** The proof file of an export, in pieces of some kilobytes. */
export async function* proofLines(
  context: ProofContext,
  header: ProofHeader,
  signer: NoteSigner,
): AsyncGenerator<string> {
  yield headerLine(header, signer)
  for (const indexes of batches(context.covered.descending(), 2000)) {
    yield (await rowsAt(context, indexes)).map(rowLine).join('')
  }
  const { connection, size, covered } = context
  for (const subtrees of batches(multiproofSubtrees(size, covered), 500)) {
    yield (await hashesOf(connection, subtrees)).map(hashLine).join('')
  }
}

async function rowsAt({ connection, keys, reader }: ProofContext, indexes: number[]): Promise<ProofRow[]> {
  const entries = await findProvenEntries(connection, indexes)
  const ids = entries.map(({ id }) => id)
  const rows = await findEntriesById(connection, reader, ids)
  const shown = new Map(rows.map((row) => [row.id, presentEntry(keys, reader, row)]))
  return entries.map((entry) => proofRow(keys.auditKeys, entry, shown.get(entry.id)))
}

/** Contains what the reader sees of the entry, and nothing that hides behind 管理者 or （非表示） (D3). */
function proofRow(
  keys: AuditKeys,
  { leaf_index: index, leaf, ip_enc, details_enc, ...content }: ProvenEntry,
  shown?: AuditEntry,
): ProofRow {
  const row = { index, id: content.id, leaf: leaf.toString('hex') }
  if (!shown || shown.userId !== content.actor) return row
  const opened = (box: Buffer | null, commit: string, value: unknown) =>
    box ? openedValue(openCommitted(keys, content.id, box, commit), value) : undefined
  return {
    ...row,
    content,
    ip: opened(ip_enc, content.ip_commit, shown.ipAddress),
    details: opened(details_enc, content.details_commit, shown.details),
  }
}

/** Undefined unless the entry commits to exactly the value that the reader sees. */
function openedValue(committed: ReturnType<typeof openCommitted>, value: unknown): OpenedValue | undefined {
  if (!committed?.bytes.equals(canonicalBytes(value))) return undefined
  return { salt: committed.salt.toString('hex'), value }
}

/** The hashes of the subtrees: stored ones, and smaller ones computed from their leaves. */
async function hashesOf(connection: Db, subtrees: readonly Subtree[]): Promise<Buffer[]> {
  const isStored = ({ level }: Subtree) => 2 ** level >= chunkLeaves
  const nodes = await getNodes(connection, subtrees.filter(isStored))
  const chunkOf = ({ level, index }: Subtree) => Math.floor((index * 2 ** level) / chunkLeaves)
  const small = subtrees.filter((subtree) => !isStored(subtree))
  const chunks = await findChunks(connection, [...new Set(small.map(chunkOf))])
  const stored = nodes.values()
  return subtrees.map((subtree) => {
    const hash = isStored(subtree) ? stored.next().value : smallHash(subtree, chunks.get(chunkOf(subtree)))
    if (!hash) throw new Error('a leaf of the audit tree is missing')
    return hash
  })
}

function smallHash({ level, index }: Subtree, chunk: readonly Buffer[] = []): Buffer | undefined {
  const from = (index * 2 ** level) % chunkLeaves
  const tree = new GrowingTree()
  for (const leaf of chunk.slice(from, from + 2 ** level)) tree.append(leaf, () => undefined)
  return tree.size === 2 ** level ? tree.root() : undefined
}

function* batches<Value>(values: Iterable<Value>, size: number): Generator<Value[]> {
  let batch: Value[] = []
  for (const value of values) {
    batch.push(value)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

import type { OpenedValue, ProofRow } from '@kyc/contract/log-entries.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { NoteSigner } from '../../../platform/transparency/signed-note.ts'
import type { Actor } from '../../access/actor.ts'
import type { AuditRow } from '../audit-repository.ts'
import { canonicalBytes, decryptCommitted, type ReadingKeys } from '../entry-box.ts'
import { presentEntry } from '../present-entry.ts'
import { findPaths, findProvenEntries, type ProvenEntry } from '../tree/proven-entries.ts'
import type { ExportReader } from './export-job.ts'
import { line, type ProofSummary, summaryLine } from './proof-format.ts'

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
    const proven = await findProvenEntries(
      connection,
      page.map(({ id }) => id),
      size,
    )
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

/** The proof of one entry for a reader: contains what it sees of the entry, and nothing that hides behind 管理者 or （非表示）. */
export function proofRow(
  { keys, reader }: { readonly keys: ReadingKeys; readonly reader: Actor },
  row: AuditRow,
  { leaf_index: index, leaf, ...content }: ProvenEntry,
  path: readonly Buffer[],
): ProofRow {
  const shown = presentEntry(keys, reader, row)
  const present = { id: row.id, index, leaf, path: path.map((hash) => hash.toString('hex')) }
  if (shown.userId !== content.actor) return present
  const opened = (box: Buffer, commit: string, value: unknown) =>
    openedValue(decryptCommitted(keys.auditKeys, row.id, box, commit), value)
  return {
    ...present,
    content,
    ip: opened(row.ip_enc, content.ip_commit, shown.ipAddress),
    details: opened(row.details_enc, content.details_commit, shown.details),
  }
}

/** Undefined unless the entry commits to exactly the value that the reader sees. */
function openedValue(
  committed: ReturnType<typeof decryptCommitted>,
  value: unknown,
): OpenedValue | undefined {
  if (!committed?.bytes.equals(canonicalBytes(value))) return undefined
  return { salt: committed.salt.toString('hex'), value }
}

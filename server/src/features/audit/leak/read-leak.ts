import type { QueryOf } from '@kyc/contract/endpoint.ts'
import type { listLeakPerformers as endpoint, Leak, LeakPerformer } from '@kyc/contract/leaks.ts'
import { limits } from '@kyc/contract/limits.ts'
import { cutPage, type PageInfo } from '../../../platform/lists/page.ts'
import { decryptValues, type ReadingKeys } from '../entry-box.ts'
import { type Investigation, type LeakServices, whileCounting } from './leak-investigation.ts'
import {
  countEvidence,
  countSeen,
  countTypes,
  findLists,
  findSeen,
  type ListedRow,
  type SeenRow,
} from './leak-repository.ts'
import { findSeenDocuments } from './seen-documents.ts'

/** An investigation with its totals. */
export function readLeak(services: LeakServices, { period, ...investigation }: Investigation): Promise<Leak> {
  return whileCounting(services.db, async (tx) => {
    const lists = await findLists(tx, period, limits.leakExports)
    return {
      ...investigation,
      ...(await countSeen(tx, period)),
      documents: await countTypes(tx, period),
      evidence: await countEvidence(tx, period),
      exports: lists.rows.map((row) => presentList(services, row)),
      exportCount: lists.count,
    }
  })
}

const listed = ['performer', 'video', 'audit_log'] as const

function presentList(
  keys: ReadingKeys,
  { id, at_us, rtype, details_enc }: ListedRow,
): Leak['exports'][number] {
  const [details] = details_enc ? decryptValues(keys, id, [details_enc]) : []
  const { listFilter, exportedCount } = (details ?? {}) as Record<string, unknown> // written by `record`
  return {
    at: instantOf(at_us),
    of: listed.find((each) => each === rtype) ?? 'other',
    filter: typeof listFilter === 'string' && listFilter !== '' ? listFilter : null,
    performers: typeof exportedCount === 'number' ? exportedCount : null,
  }
}

/** The performers of an investigation with their documents, in the order of their first entries. */
export function listLeakPerformers(
  services: LeakServices,
  { id, period }: Investigation,
  { limit = limits.page.size, cursor }: QueryOf<typeof endpoint>,
): Promise<{ body: LeakPerformer[]; page: PageInfo }> {
  const { cursors, db } = services
  const name = JSON.stringify(['leak', id])
  const [firstUs, person] = cursor === undefined ? [] : cursors.decode(name, cursor)
  const after = firstUs === undefined || person === undefined ? undefined : { firstUs, person }
  return whileCounting(db, async (tx) => {
    const rows = await findSeen(tx, period, { after, limit: limit + 1 })
    const { shown, next } = cutPage(rows, limit, (last) =>
      cursors.encode(name, [String(last.first_us), last.person]),
    )
    const persons = shown.flatMap((row) => (row.documents > 0 ? [row.person] : []))
    const documents = await findSeenDocuments(services, tx, period, persons)
    return {
      body: shown.map((row) => presentSeen(row, documents.get(row.person) ?? [])),
      page: { next, total: rows[0]?.total ?? 0, exact: true },
    }
  })
}

export function presentSeen(row: SeenRow, documents: LeakPerformer['documents']): LeakPerformer {
  return {
    id: row.person,
    name: row.name,
    organisation: row.organisation,
    firstAt: instantOf(row.first_us),
    lastAt: instantOf(row.last_us),
    opened: row.opened,
    archives: row.archives,
    acts: row.acts,
    documents,
  }
}

function instantOf(us: number | string): string {
  return new Date(Number(us) / 1000).toISOString()
}

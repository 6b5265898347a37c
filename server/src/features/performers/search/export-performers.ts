import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { clockInJapan, dayInJapan } from '@kyc/contract/dates.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { idKindLabels, performerStatusLabels, wordOf } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { otherNamesText } from '@kyc/contract/other-names.ts'
import type { exportPerformers as endpoint } from '@kyc/contract/performer-export.ts'
import { allFields, fieldRules, type PerformerField } from '@kyc/contract/performer-fields.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { type Cell, type Column, streamWorkbook } from '../../../platform/files/stream-workbook.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { countBounded } from '../../../platform/lists/page.ts'
import type { NamedActor } from '../../access/actor.ts'
import type { Reader } from '../../access/scope.ts'
import { coverHead, type ExportedFile, exportWorkbook } from '../../audit/export/export-workbook.ts'
import { alertOfExport } from '../../documents/read/record-view.ts'
import { type PerformerRow, performerColumns } from '../../records/performer-row.ts'
import type { PerformerServices } from '../performer-services.ts'
import { presentPerformer } from '../present-performer.ts'
import { selectListed } from './count-performers.ts'
import { filterOf, listRows, type RowPage } from './list-performers.ts'

type ListQuery = QueryOf<typeof endpoint>
/**
 * Exports the list of the reader's scope with its filters as a spreadsheet (D80). The entry does not contain the search
 * text.
 */
export async function exportPerformers(
  services: PerformerServices,
  actor: NamedActor & Reader,
  query: ListQuery,
  request: Pick<RequestInfo, 'ip' | 'signal'>,
): Promise<ExportedFile> {
  const at = services.clock.now()
  const selected = selectListed(actor.scope, filterOf(query, at))
  const count = await countBounded(services.db, selected, recordLimits.performersExported + 1)
  if (count > recordLimits.performersExported) throw fieldProblem('status', tooMany)
  const first = await listRows(
    services,
    actor.scope,
    { ...query, limit: limits.page.maximum },
    performerColumns,
  )
  return exportWorkbook(services, actor, request, {
    kind: 'performer',
    at,
    fileName: `performers_${dayInJapan(at)}.xlsx`,
    entry: {
      owner: actor.scope.organisation,
      details: { listFilter: filterText(query), exportedCount: count },
    },
    open: async () => {
      const file = streamWorkbook({
        name: '出演者',
        columns: exportColumns,
        rows: rowsOf(services, actor, query, first),
        cover: { name: '表紙', rows: () => coverRows(actor, query, at, count) },
      })
      return Readable.from(file, { objectMode: false })
    },
    alert: (tx) => alertOfExport(services, tx, actor, count),
  })
}

const most = recordLimits.performersExported.toLocaleString('ja-JP')
const tooMany = `一度にエクスポートできるのは${most}名までです。絞り込んでください。`

async function* rowsOf(
  services: PerformerServices,
  { scope }: Reader,
  query: ListQuery,
  first: RowPage<PerformerRow>,
): AsyncGenerator<Cell[]> {
  let written = 0
  for (let page = first; ; ) {
    for (const row of page.rows) {
      // Performers may be registered meanwhile.
      if (++written > recordLimits.performersExported) return
      yield performerCells(presentPerformer(row, page.today))
    }
    if (page.next === null) return
    await nextTurn() // lets the process serve other requests
    const next = { ...query, limit: limits.page.maximum, cursor: page.next }
    page = await listRows(services, scope, next, performerColumns)
  }
}

const exportColumns: readonly Column[] = [
  ...allFields.map((field) => ({ header: fieldRules[field].label, width: 18 })),
  { header: '状態', width: 12 },
  { header: '有効期限', width: 12 },
  { header: '組織', width: 24 },
  { header: '登録者', width: 18 },
  { header: '登録日時（JST）', width: 20 },
  { header: '更新日時（JST）', width: 20 },
  { header: '出演者ID', width: 38 },
]

/** One performer in the order of the columns; the headers of the fields are those that an import reads. */
function performerCells(performer: Performer): Cell[] {
  return [
    ...allFields.map((field) => fieldText(performer, field)),
    wordOf(performerStatusLabels, performer.status),
    performer.expiresOn,
    performer.organisation.name,
    performer.registeredBy,
    clockInJapan(new Date(performer.created_at)),
    clockInJapan(new Date(performer.updatedAt)),
    performer.id,
  ]
}

function fieldText(performer: Performer, field: PerformerField): Cell {
  if (field === 'idKind') return performer.idKind && wordOf(idKindLabels, performer.idKind)
  if (field === 'otherNames') return otherNamesText(performer.otherNames)
  return performer[field]
}

/** The filters in words; a search text may be a name and is left out (D62). */
function filterText({ status, waiting, waitedFrom, waitedTo, expiring, search }: ListQuery): string {
  const words = [
    ...(status ? [wordOf(performerStatusLabels, status)] : []),
    ...(waiting === 'true' || waitedFrom !== undefined || waitedTo !== undefined ? ['審査待ち'] : []),
    ...(expiring === 'true' ? ['期限間近'] : []),
    ...(search ? ['検索あり'] : []),
  ]
  return words.join('・') || 'すべて'
}

function coverRows(actor: NamedActor, query: ListQuery, at: Date, count: number): [string, string][] {
  const names = `${count.toLocaleString('ja-JP')}名`
  return [...coverHead('出演者の一覧', actor, at), ['条件', filterText(query)], ['件数', names]]
}

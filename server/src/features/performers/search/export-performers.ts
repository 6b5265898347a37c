import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { clockInJapan, dayInJapan } from '@kyc/contract/dates.ts'
import { second } from '@kyc/contract/durations.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { idKindLabels, performerStatusLabels, wordOf } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { exportPerformers as endpoint } from '@kyc/contract/performer-export.ts'
import { allFields, fieldRules, type PerformerField } from '@kyc/contract/performer-fields.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { roleLabels } from '@kyc/contract/role-labels.ts'
import { create as contentDisposition } from 'content-disposition'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { type Cell, type Column, streamWorkbook } from '../../../platform/files/stream-workbook.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import { fieldProblem } from '../../../platform/http/requests/input.ts'
import { countBounded } from '../../../platform/lists/page.ts'
import { Problem } from '../../../platform/problem.ts'
import type { NamedActor } from '../../access/actor.ts'
import type { Reader } from '../../access/scope.ts'
import { refuseTooMany } from '../../audit/export/export-audit-logs.ts'
import { alertOfExport } from '../../documents/read/record-view.ts'
import type { PerformerServices } from '../performer-services.ts'
import { presentPerformer } from '../present-performer.ts'
import { selectListed } from './count-performers.ts'
import { filterOf, listRows, type RowPage } from './list-performers.ts'

type ListQuery = QueryOf<typeof endpoint>
type ExportServices = Pick<
  PerformerServices,
  'audit' | 'clock' | 'config' | 'cursors' | 'db' | 'log' | 'mails' | 'sharedLimits'
>

/**
 * Exports the list of the reader's scope with its filters as a spreadsheet (D80). The entry is committed before the first
 * byte is sent (D38) and does not contain the search text.
 * @throws Problem RATE_LIMITED, EXPORT_IN_PROGRESS, INVALID_INPUT if the list is too long for one file
 */
export async function exportPerformers(
  services: ExportServices,
  actor: NamedActor & Reader,
  query: ListQuery,
  request: Pick<RequestInfo, 'ip' | 'signal'>,
): Promise<{ stream: Readable; headers: Readonly<Record<string, string>> }> {
  const { audit, clock, db } = services
  const at = clock.now()
  const release = await claimExport(services, actor)
  try {
    const selected = selectListed(actor.scope, filterOf(query, at))
    const count = await countBounded(db, selected, recordLimits.performersExported + 1)
    if (count > recordLimits.performersExported) throw fieldProblem('status', tooMany)
    const first = await listRows(services, actor.scope, { ...query, limit: limits.page.maximum })
    await inTransaction(db, async (tx) => {
      await refuseTooMany(tx, actor, at, 'performer')
      await audit.record(tx, {
        actor: actor.id,
        action: 'export',
        resourceType: 'performer',
        resourceId: null,
        owner: actor.scope.organisation,
        ip: request.ip,
        details: { listFilter: filterText(query) },
      })
      await alertOfExport(services, tx, actor, count)
    })
    request.signal.throwIfAborted()
    const file = streamWorkbook({
      name: '出演者',
      columns: exportColumns,
      rows: rowsOf(services, actor, query, first),
      cover: { name: '表紙', rows: () => coverRows(actor, query, at, count) },
    })
    const stream = Readable.from(file, { objectMode: false })
    stream.once('close', release)
    return { stream, headers: headersOf(at) }
  } catch (error) {
    await release()
    throw error
  }
}

/**
 * Claims the only export that an account may run over all processes, and one of `limits.exportsPerServer` of this one.
 * @throws Problem EXPORT_IN_PROGRESS
 */
async function claimExport(
  { sharedLimits }: Pick<ExportServices, 'sharedLimits'>,
  { id }: NamedActor,
): Promise<() => Promise<void>> {
  // The place of a file that has just been received may still be held for a moment.
  const own = await sharedLimits.take(`list-export:${id}`, 1, second)
  if (!own) throw new Problem('EXPORT_IN_PROGRESS')
  const ofServer = await sharedLimits.take(`list-exports@${sharedLimits.process}`, limits.exportsPerServer)
  const release = async () => void (await Promise.all([own(), ofServer?.()]))
  if (ofServer) return release
  await release()
  throw new Problem('EXPORT_IN_PROGRESS')
}

const most = recordLimits.performersExported.toLocaleString('ja-JP')
const tooMany = `一度にエクスポートできるのは${most}名までです。条件を絞り込んでください。`

async function* rowsOf(
  services: ExportServices,
  { scope }: Reader,
  query: ListQuery,
  first: RowPage,
): AsyncGenerator<Cell[]> {
  let written = 0
  for (let page = first; ; ) {
    for (const row of page.rows) {
      // Performers may be registered meanwhile.
      if (++written > recordLimits.performersExported) return
      yield performerCells(presentPerformer(row, page.today))
    }
    if (page.next === null) return
    await nextTurn() // other requests first
    page = await listRows(services, scope, { ...query, limit: limits.page.maximum, cursor: page.next })
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

function coverRows(
  { name, role }: NamedActor,
  query: ListQuery,
  at: Date,
  count: number,
): [string, string][] {
  return [
    ['出演者の一覧', '本人確認管理システム'],
    ['作成日時（JST）', clockInJapan(at)],
    ['作成者', `${name}（${roleLabels[role]}）`],
    ['条件', filterText(query)],
    ['件数', `${count.toLocaleString('ja-JP')}名`],
  ]
}

function headersOf(at: Date): Record<string, string> {
  return {
    'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'content-disposition': contentDisposition(`performers_${dayInJapan(at)}.xlsx`, { type: 'attachment' }),
    'accept-ranges': 'none',
  }
}

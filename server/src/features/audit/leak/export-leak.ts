import { Readable } from 'node:stream'
import { clockInJapan, dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import { anyDocumentLabels } from '@kyc/contract/labels.ts'
import { leakClocks } from '@kyc/contract/leak-report.ts'
import type { Leak, LeakPerformer } from '@kyc/contract/leaks.ts'
import { type Cell, streamWorkbook } from '../../../platform/files/stream-workbook.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { NamedActor } from '../../access/actor.ts'
import type { CountExported } from '../export/export-audit-logs.ts'
import { coverHead, type ExportedFile, exportWorkbook } from '../export/export-workbook.ts'
import { type Investigation, type LeakServices, whileCounting } from './leak-investigation.ts'
import { findSeen } from './leak-repository.ts'
import { presentSeen, readLeak } from './read-leak.ts'
import { findSeenDocuments } from './seen-documents.ts'

interface Exported {
  readonly actor: NamedActor
  readonly investigation: Investigation
  readonly request: Pick<RequestInfo, 'ip' | 'signal'>
}

/**
 * All performers of an investigation as a spreadsheet, with a line for each version of a document and for each record.
 */
export async function exportLeak(
  services: LeakServices,
  { actor, investigation, request }: Exported,
  countExported: CountExported,
): Promise<ExportedFile> {
  const at = services.clock.now()
  const leak = await readLeak(services, investigation)
  return exportWorkbook(services, actor, request, {
    kind: 'audit_log',
    at,
    fileName: `leak_${dayInJapan(at)}.xlsx`,
    entry: { owner: null, details: { userId: leak.account.id, leakFrom: leak.from, leakTo: leak.to } },
    open: async () => {
      const file = streamWorkbook({
        name: '出演者と書類',
        columns,
        rows: rowsOf(services, investigation, request.signal),
        cover: { name: '集計', rows: () => coverRows(leak, actor, at) },
      })
      return Readable.from(file, { objectMode: false })
    },
    alert: (tx) => countExported(tx, actor, leak.performers),
  })
}

const columns = [
  { header: '出演者', width: 24 },
  { header: '組織', width: 24 },
  { header: '対象', width: 30 },
  { header: '版', width: 8 },
  { header: '隠した部分', width: 12 },
  { header: '表示', width: 8 },
  { header: 'ダウンロード', width: 12 },
  { header: '操作', width: 8 },
  { header: '最初の記録（JST）', width: 20 },
  { header: '最後の記録（JST）', width: 20 },
  { header: '出演者ID', width: 38 },
]

/** Reads all performers at once, because they are few compared with their entries, and returns them line by line. */
async function* rowsOf(
  services: LeakServices,
  { period }: Investigation,
  signal: AbortSignal,
): AsyncGenerator<Cell[]> {
  const [rows, documents] = await whileCounting(services.db, async (tx) => [
    await findSeen(tx, period, { after: undefined, limit: mostPerformers }),
    await findSeenDocuments(services, tx, period, 'all'),
  ])
  for (const row of rows) {
    signal.throwIfAborted()
    yield* linesOf(presentSeen(row, documents.get(row.person) ?? []))
  }
}

/** The largest integer of PostgreSQL: an export has no limit, but the query needs one. */
const mostPerformers = 2_147_483_647

function* linesOf(performer: LeakPerformer): Generator<Cell[]> {
  const name = performer.name ?? '封印または破棄された記録'
  const line = (about: string, cells: readonly Cell[]): Cell[] => [
    ...[name, performer.organisation, about, ...cells],
    ...[clockInJapan(new Date(performer.firstAt)), clockInJapan(new Date(performer.lastAt)), performer.id],
  ]
  const { opened, archives, acts } = performer
  if (opened + acts > 0) yield line('出演者の記録', [null, null, times(opened), null, times(acts)])
  if (archives > 0) yield line('本人のデータのエクスポート', [null, null, null, times(archives), null])
  for (const { type, video, version, masked, ...seen } of performer.documents) {
    const about = video === null ? anyDocumentLabels[type] : `${anyDocumentLabels[type]}（${video}）`
    const hidden = masked === null ? '不明' : masked ? 'あり' : 'なし'
    const cells = [version === null ? '不明' : String(version), hidden]
    yield line(about, [...cells, times(seen.opened), times(seen.downloaded), null])
  }
}

function times(count: number): Cell {
  return count === 0 ? null : String(count)
}

function coverRows(leak: Leak, actor: NamedActor, at: Date): (readonly [string, string])[] {
  const clocks = leakClocks(leak.knownOn)
  return [
    ...coverHead('漏えいの調査', actor, at),
    ['アカウント', leak.account.name],
    ['期間の開始（JST）', clockInJapan(new Date(leak.from))],
    ['期間の終了（JST）', clockInJapan(new Date(leak.to))],
    ['漏えいを知った日', dateInWords(leak.knownOn)],
    ['調査の理由', leak.reason],
    ['速報の期限の目安', `${dateInWords(clocks.prompt.from)}から${dateInWords(clocks.prompt.until)}`],
    ['確報の期限', dateInWords(clocks.final)],
    ['確報の期限（不正の目的によるおそれ）', dateInWords(clocks.finalIfWrongful)],
    ['出演者', `${leak.performers}名`],
    ['記録を表示した出演者', `${leak.opened}名`],
    ['書類を開いた出演者', `${leak.documented}名`],
    ['データをエクスポートした出演者', `${leak.archives}名`],
    ['操作の対象となった出演者', `${leak.acted}名`],
    ...leak.documents.map(
      ({ type, performers, opened, downloaded }) =>
        [
          `書類：${anyDocumentLabels[type]}`,
          `${performers}名（表示 ${opened}回、ダウンロード ${downloaded}回）`,
        ] as const,
    ),
    ['申し出の資料の表示', `${leak.evidence}回`],
    ['一覧のエクスポート', `${leak.exportCount}件（含まれる出演者は、上の人数に含みません）`],
    ['注意', '一覧と検索の画面に表示された氏名は記録されないため、含みません。法的な助言ではありません。'],
  ]
}

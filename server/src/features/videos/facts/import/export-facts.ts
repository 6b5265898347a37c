import { Readable } from 'node:stream'
import { dayInJapan } from '@kyc/contract/dates.ts'
import {
  everyOne,
  factColumns,
  listSeparator,
  sheetColumns,
  titleColumns,
} from '@kyc/contract/fact-columns.ts'
import type { FactCells } from '@kyc/contract/fact-imports.ts'
import { limits } from '@kyc/contract/limits.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import type { Db } from '../../../../platform/db/database.ts'
import type { RequestInfo } from '../../../../platform/http/requests/binding.ts'
import type { NamedActor } from '../../../access/actor.ts'
import type { Reader, Scope } from '../../../access/scope.ts'
import { type ExportedFile, exportWorkbook } from '../../../audit/export/export-workbook.ts'
import { alertOfExport } from '../../../documents/read/record-view.ts'
import { findVideos } from '../../find-videos.ts'
import type { VideoServices } from '../../video-services.ts'
import { type FactsRow, readFacts } from '../facts-repository.ts'
import { appearanceOf, titleOf } from '../title-facts.ts'
import { factTexts } from './fact-texts.ts'

const { lines: mostLines } = recordLimits.performerImport

/** The newest videos of the scope with their present facts, as a sheet that an import reads (D124). */
export function exportFacts(
  services: VideoServices,
  actor: NamedActor & Reader,
  request: Pick<RequestInfo, 'ip' | 'signal'>,
): Promise<ExportedFile> {
  const at = services.clock.now()
  const performers = new Set<string>()
  return exportWorkbook(services, actor, request, {
    kind: 'video',
    at,
    fileName: `contracts_${dayInJapan(at)}.xlsx`,
    entry: { owner: actor.scope.organisation, details: { listFilter: '契約などの取り込み' } },
    open: async () => {
      const lines = await linesOf(services.db, actor.scope)
      for (const line of lines) if (line['performer.id']) performers.add(line['performer.id'])
      return Readable.from([await workbook(lines)])
    },
    alert: (tx) => alertOfExport(services, tx, actor, performers.size),
  })
}

async function workbook(lines: readonly FactCells[]): Promise<Uint8Array> {
  const { writeXlsx } = await import('hucre/xlsx')
  const rows = lines.map((cells) => sheetColumns.map(({ path }) => cells[path] ?? ''))
  return writeXlsx({
    sheets: [
      {
        name: '契約など',
        columns: sheetColumns.map(() => ({ width: 18, numFmt: '@' })),
        rows: [sheetColumns.map(({ label }) => label), ...rows],
        freezePane: { rows: 1 },
      },
      {
        name: '記入方法',
        columns: [{ width: 34 }, { width: 100 }],
        rows: [['列', '入力できる値'], ...factColumns.map((column) => [column.label, howTo(column)])],
      },
    ],
  })
}

function howTo({ kind, options = {} }: (typeof factColumns)[number]): string {
  const labels = Object.values(options)
  if (kind === 'day') return '日付（例：2026-04-01）'
  if (kind === 'days') return `日付。2日以上は「${listSeparator}」で区切ります。記録済みの日は消せません。`
  if (kind === 'number') return '数字'
  if (kind === 'choice') return `次のどれか：${labels.join(listSeparator)}`
  if (kind === 'checks')
    return `「${everyOne}」、または次のもの（「${listSeparator}」で区切る）：${labels.join(listSeparator)}`
  if (kind === 'performers')
    return `「${everyOne}」、または出演者のIDか外部ID（「${listSeparator}」で区切る）`
  return '文字'
}

/** The lines of the newest videos, as many as an import takes: one for each appearance, the first of a video with its facts. */
async function linesOf(db: Db, scope: Scope): Promise<FactCells[]> {
  const lines: FactCells[] = []
  const filter = { search: undefined, gate: undefined }
  for (let before: string | undefined; ; ) {
    const videos = await findVideos(db, scope, filter, { before, limit: limits.page.maximum })
    const ids = videos.map(({ id }) => id)
    const rows = new Map((await readFacts(db, ids)).map((row) => [row.id, row]))
    for (const id of ids) {
      const row = rows.get(id)
      const own = row ? linesOfVideo(row) : []
      if (lines.length + own.length > mostLines) return lines
      lines.push(...own)
    }
    before = ids.at(-1)
    if (before === undefined) return lines
  }
}

function linesOfVideo(row: FactsRow): FactCells[] {
  const title = titleOf(row.facts)
  const cast = row.appearances.filter(({ name }) => name !== null)
  const video = {
    'video.id': row.id,
    'video.externalId': row.external_id ?? undefined,
    'video.title': row.title,
  }
  if (cast.length === 0)
    return [{ ...video, ...factTexts({ title, performerId: null, appearance: null, cast }) }]
  return cast.map(({ performerId, externalId, name, facts }, index) => ({
    ...video,
    'performer.id': performerId,
    'performer.externalId': externalId ?? undefined,
    'performer.name': name ?? '',
    ...onceForVideo(index, factTexts({ title, performerId, appearance: appearanceOf(facts), cast })),
  }))
}

/** The facts of the video are in its first line only, so that they are filled in once. */
function onceForVideo(index: number, cells: FactCells): FactCells {
  if (index === 0) return cells
  const paths = new Set(titleColumns.map(({ path }) => path))
  return Object.fromEntries(Object.entries(cells).filter(([path]) => !paths.has(path)))
}

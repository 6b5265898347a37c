import { Readable } from 'node:stream'
import { clockInJapan, startOfDayInJapan } from '@kyc/contract/dates.ts'
import { hour } from '@kyc/contract/durations.ts'
import {
  type TakedownKind,
  type TakedownState,
  type TakedownWay,
  takedownKindIds,
  takedownKinds,
  takedownStateLabels,
  takedownStates,
  takedownWayLabels,
} from '@kyc/contract/takedown-vocabulary.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type Cell, streamWorkbook } from '../../platform/files/stream-workbook.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import type { NamedActor } from '../access/actor.ts'
import type { Reader, Scope } from '../access/scope.ts'
import { coverHead, type ExportedFile, exportWorkbook } from '../audit/export/export-workbook.ts'
import type { TakedownServices } from './takedown-services.ts'

/** What the report states of a request. It names titles and no person. */
interface ReportedTakedown {
  readonly number: string
  readonly kind: TakedownKind
  readonly way: TakedownWay
  readonly state: TakedownState
  readonly title: string | null
  readonly organisation: string | null
  readonly received_at: Date
  readonly due_at: Date
  readonly closed_at: Date | null
}

/** The requests that were received in a month in Japan, by kind and outcome, unfounded ones included (D108). */
export function exportTakedowns(
  services: TakedownServices,
  actor: NamedActor & Reader,
  month: string,
  request: Pick<RequestInfo, 'ip' | 'signal'>,
): Promise<ExportedFile> {
  const at = services.clock.now()
  return exportWorkbook(services, actor, request, {
    kind: 'takedown',
    at,
    fileName: `takedowns_${month}.xlsx`,
    entry: { owner: actor.scope.organisation, details: { listFilter: month } },
    async open() {
      const takedowns = await findReceived(services.db, actor.scope, month)
      const file = streamWorkbook({
        name: '申し出',
        columns: [
          { header: '受付番号', width: 14 },
          { header: '種類', width: 26 },
          { header: '方法', width: 16 },
          { header: '受付日時', width: 20 },
          { header: '期限', width: 20 },
          { header: '状態', width: 12 },
          { header: '完了日時', width: 20 },
          { header: '完了までの時間', width: 16 },
          { header: '期限内', width: 8 },
          { header: '作品', width: 40 },
          { header: '組織', width: 30 },
        ],
        rows: Readable.from(takedowns.map((each) => lineOf(each, at))),
        cover: {
          name: '集計',
          rows: () => [
            ...coverHead('公開停止の申し出', actor, at),
            ['対象の月', month],
            ...counts(takedowns),
          ],
        },
      })
      return Readable.from(file, { objectMode: false })
    },
    alert: async () => undefined, // names no performer
  })
}

async function findReceived(db: Db, { organisation }: Scope, month: string): Promise<ReportedTakedown[]> {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const from = startOfDayInJapan(`${month}-01`)
  const until = startOfDayInJapan(
    new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10), // the month is counted from 0
  )
  const { rows } = await sql<ReportedTakedown>`
    SELECT t.number, t.kind, t.way, t.state, v.title, o.name AS organisation, t.received_at, t.due_at, t.closed_at
    FROM takedown t LEFT JOIN video v ON v.id = t.video_id LEFT JOIN organisation o ON o.id = t.owner_id
    WHERE t.received_at >= ${from} AND t.received_at < ${until}
      AND ${organisation === null ? sql`true` : sql`t.owner_id = ${organisation}::uuid`}
    ORDER BY t.received_at, t.id`.execute(db)
  return rows
}

function lineOf(takedown: ReportedTakedown, now: Date): Cell[] {
  const { number, kind, way, state, title, organisation, received_at, due_at, closed_at } = takedown
  const end = closed_at ?? now
  return [
    number,
    takedownKinds[kind].label,
    takedownWayLabels[way],
    clockInJapan(received_at),
    clockInJapan(due_at),
    takedownStateLabels[state],
    closed_at && clockInJapan(closed_at),
    closed_at && hoursBetween(received_at, closed_at),
    end <= due_at ? (closed_at ? 'はい' : null) : 'いいえ',
    title,
    organisation,
  ]
}

/** Pairs of a title and a number: all, by kind and state, and the median time to the outcome. */
function counts(takedowns: readonly ReportedTakedown[]): (readonly [string, string])[] {
  const lines = takedownKindIds.flatMap((kind) => {
    const ofKind = takedowns.filter((each) => each.kind === kind)
    if (ofKind.length === 0) return []
    const { label } = takedownKinds[kind]
    const byState = takedownStates.flatMap((state) => {
      const count = ofKind.filter((each) => each.state === state).length
      return count === 0 ? [] : [[`${label}：${takedownStateLabels[state]}`, `${count}件`] as const]
    })
    return [[label, `${ofKind.length}件`] as const, ...byState]
  })
  const closed = takedowns.flatMap(({ received_at, closed_at }) =>
    closed_at ? [{ received_at, closed_at }] : [],
  )
  const times = closed
    .map((each) => each.closed_at.getTime() - each.received_at.getTime())
    .toSorted((a, b) => a - b)
  const median = times[Math.floor((times.length - 1) / 2)]
  return [
    ['受け付けた件数', `${takedowns.length}件`],
    ...lines,
    ...(median === undefined
      ? []
      : [['完了までの時間（中央値）', `${(median / hour).toFixed(1)}時間`] as const]),
  ]
}

function hoursBetween(from: Date, to: Date): string {
  return `${((to.getTime() - from.getTime()) / hour).toFixed(1)}時間`
}

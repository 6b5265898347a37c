import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { dateInWords, dayInJapan } from '@kyc/contract/dates.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { newlyBlocked } from '@kyc/contract/law-gate.ts'
import { type RuleId, rules, rulesVersion } from '@kyc/contract/law-rules.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type Rehearsal, rehearsalLimits, type rehearseRules } from '@kyc/contract/rehearsal.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { type Cell, streamWorkbook } from '../../../platform/files/stream-workbook.ts'
import type { RequestInfo } from '../../../platform/http/requests/binding.ts'
import type { NamedActor } from '../../access/actor.ts'
import type { Reader, Scope } from '../../access/scope.ts'
import {
  coverHead,
  type ExportedFile,
  exportWorkbook,
  type WorkbookServices,
} from '../../audit/export/export-workbook.ts'
import { type FactsRow, readFacts } from '../facts/facts-repository.ts'
import { lawFacts } from './refresh-gate.ts'

type Rules = Omit<QueryOf<typeof rehearseRules>, 'organisation'>

/** A video with each person and rule that blocks it. */
interface Examined extends Pick<Rehearsal['videos'][number], 'id' | 'title'> {
  readonly blockers: readonly { rule: RuleId; performerId: string | null; performer: string | null }[]
}

/** Examines the newest videos of the scope. Nothing is stored (D107). */
export async function rehearse(db: Db, scope: Scope, asked: Rules): Promise<Rehearsal> {
  const videos: Rehearsal['videos'] = []
  let examined = 0
  let found = 0
  for await (const each of examine(db, scope, asked)) {
    examined++
    if (each.blockers.length === 0) continue
    if (++found > rehearsalLimits.shown) continue
    const blockers = each.blockers.map(({ rule, performer }) => ({ rule, performer }))
    videos.push({ ...each, blockers })
  }
  return { examined, more: found > videos.length || examined === rehearsalLimits.examined, videos }
}

/** The performers whom the rules block in the examined videos. */
export async function performersToBlock(db: Db, scope: Scope, asked: Rules): Promise<string[]> {
  const ids = new Set<string>()
  for await (const { blockers } of examine(db, scope, asked))
    for (const { performerId } of blockers) if (performerId !== null) ids.add(performerId)
  return [...ids]
}

/** The same as a spreadsheet with a line for each person and rule. */
export function exportRehearsal(
  services: WorkbookServices,
  actor: NamedActor & Reader,
  asked: Rules,
  request: Pick<RequestInfo, 'ip' | 'signal'>,
): Promise<ExportedFile> {
  const at = services.clock.now()
  const conditions = conditionsOf(asked)
  return exportWorkbook(services, actor, request, {
    kind: 'video',
    at,
    fileName: `rehearsal_${dayInJapan(at)}.xlsx`,
    entry: { owner: actor.scope.organisation, details: { listFilter: conditions } },
    open: async () => {
      const file = streamWorkbook({
        name: '予行',
        columns: [
          { header: '動画', width: 40 },
          { header: '出演者', width: 24 },
          { header: '不足', width: 60 },
          { header: '根拠', width: 24 },
          { header: '動画ID', width: 38 },
        ],
        rows: rowsOf(services.db, actor.scope, asked),
        cover: {
          name: '表紙',
          rows: () => [
            ...coverHead('規則の予行', actor, at),
            ['条件', conditions],
            ['規則の版', rulesVersion],
          ],
        },
      })
      return Readable.from(file, { objectMode: false })
    },
    alert: async () => undefined, // names of performers appear, no record of one
  })
}

async function* rowsOf(db: Db, scope: Scope, asked: Rules): AsyncGenerator<Cell[]> {
  for await (const { id, title, blockers } of examine(db, scope, asked))
    for (const { rule, performer } of blockers)
      yield [title, performer ?? '', rules[rule].text, rules[rule].source, id]
}

/** Each examined video with what the rules would block. */
async function* examine(db: Db, { organisation }: Scope, asked: Rules): AsyncGenerator<Examined> {
  const isOwn = organisation === null ? sql`true` : sql`owner_id = ${organisation}`
  let before: string | undefined
  for (let left = rehearsalLimits.examined; left > 0; ) {
    const older = before === undefined ? sql`true` : sql`id < ${before}::uuid`
    const { rows } = await sql<{ id: string; title: string }>`SELECT id, title FROM video
      WHERE ${isOwn} AND ${older} ORDER BY id DESC LIMIT ${Math.min(left, limits.page.maximum)}`.execute(db)
    if (rows.length === 0) return
    const facts = new Map(
      (
        await readFacts(
          db,
          rows.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    )
    for (const { id, title } of rows) {
      const row = facts.get(id)
      if (row) yield { id, title, blockers: blockedIn(row, asked) }
    }
    before = rows.at(-1)?.id
    left -= rows.length
    await nextTurn() // lets the process serve other requests
  }
}

function blockedIn(
  row: FactsRow,
  { channel: name, consentMonths, download, day }: Rules,
): Examined['blockers'] {
  const present = row.channels.find((each) => each.name === name) ?? null
  const changed = {
    id: present?.id ?? '',
    startedOn: present?.startedOn ?? null,
    consentMonths: consentMonths ?? null,
    download: download === 'true',
  }
  const names = new Map(row.appearances.map((each) => [each.performerId, each.name ?? '削除された出演者']))
  return newlyBlocked(lawFacts(row), { present, changed }, day).map(({ rule, performerId }) => ({
    rule,
    performerId,
    performer: performerId && (names.get(performerId) ?? null),
  }))
}

function conditionsOf({ day, channel, consentMonths, download }: Rules): string {
  return [
    `${dateInWords(day)}から`,
    channel ?? '新しい公開先',
    consentMonths ? `同意は${consentMonths}か月以内` : '',
    download === 'true' ? 'ダウンロードあり' : '',
  ]
    .filter((part) => part !== '')
    .join('・')
}

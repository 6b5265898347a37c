import type { CheckedFacts } from '@kyc/contract/fact-imports.ts'
import { sql } from 'kysely'
import type { Db } from '../../../../platform/db/database.ts'
import { isId } from '../../../../platform/ids.ts'
import type { Actor } from '../../../access/actor.ts'
import type { Scope } from '../../../access/scope.ts'
import { videoVisibleTo } from '../../../access/visible-to.ts'
import type { SentLine } from './check-video.ts'
import type { LineError } from './line-errors.ts'

interface FoundVideo {
  readonly id: string
  readonly external_id: string | null
  readonly product_number: string | null
}

interface LineVideo {
  readonly id: string | undefined
  readonly errors: readonly LineError[]
}

export const videoNotFound: LineError = { path: 'video.id', message: '動画が見つかりません。' }

/** The visible videos of the scope that the lines name: by id or external id, otherwise by product number. */
export async function findVideosOfLines(
  db: Db,
  actor: Actor,
  { organisation }: Scope,
  lines: readonly SentLine[],
): Promise<LineVideo[]> {
  const texts = (path: string) => [...new Set(lines.flatMap(({ cells }) => cells[path] ?? []))]
  const isOwn = organisation === null ? sql`true` : sql`v.owner_id = ${organisation}`
  const { rows } = await sql<FoundVideo>`
    SELECT v.id, v.external_id, v.facts->>'productNumber' AS product_number FROM video v
    WHERE ${isOwn} AND ${videoVisibleTo(actor, 'v')} AND (v.id = ANY(${texts('video.id').filter(isId)}::uuid[])
      OR v.external_id = ANY(${texts('video.externalId')}::text[])
      OR v.facts->>'productNumber' = ANY(${texts('productNumber')}::text[]))`.execute(db)
  return lines.map((line) => videoOf(line, rows))
}

function videoOf({ cells }: SentLine, videos: readonly FoundVideo[]): LineVideo {
  const [id, externalId, number] = [cells['video.id'], cells['video.externalId'], cells.productNumber]
  const path = id ? 'video.id' : externalId ? 'video.externalId' : number ? 'productNumber' : undefined
  if (!path) return refused('video.id', '動画ID、動画の外部ID、品番のどれかを入力してください。')
  const found = videos.filter((each) =>
    id || externalId
      ? (!id || each.id === id) && (!externalId || each.external_id === externalId)
      : each.product_number === number,
  )
  if (found.length === 0) return refused(path, videoNotFound.message)
  if (found.length > 1) return refused(path, 'この動画は2件以上あります。動画IDを入力してください。')
  return { id: found[0]?.id, errors: [] }
}

function refused(path: string, message: string): LineVideo {
  return { id: undefined, errors: [{ path, message }] }
}

/** A line of which no video was found. */
export function refusedLine(errors: readonly LineError[]): CheckedFacts {
  return { state: 'invalid', errors: [...errors], changes: [], video: null, performer: null, seen: null }
}

import type { CampaignAsk, SkipReason } from '@kyc/contract/campaign-vocabulary.ts'
import { campaignLimits } from '@kyc/contract/campaign-vocabulary.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import { type DocumentType, type IdKind, requiredDocumentTypes } from '@kyc/contract/document-vocabulary.ts'
import { day } from '@kyc/contract/durations.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { findUsableLinks } from '../performer-links/link-repository.ts'
import { linkSlots, type SlotDocument } from '../performer-links/link-slots.ts'

interface Asked {
  readonly asks: CampaignAsk
  /** The organisation that asks. */
  readonly owner: string
  readonly ids: readonly string[]
  readonly now: Date
  /** The campaign that the performers belong to already; null for a new one. */
  readonly campaign: string | null
}

interface CandidateRow {
  readonly id: string
  readonly id_kind: IdKind | null
  readonly closed: boolean
  readonly addressed: boolean
  readonly asked: boolean
  /** Whether something waits on the page of the performer; false in a campaign for documents. */
  readonly waiting: boolean
}

/**
 * Why each performer cannot be asked now; null for those that can. The order of the reasons is that in which they are
 * reported.
 */
export async function findObstacles(db: Db, asked: Asked): Promise<Map<string, SkipReason | null>> {
  const { asks, owner, ids, now, campaign } = asked
  const obstacles = new Map<string, SkipReason | null>(ids.map((id) => [id, 'gone']))
  const { rows } = await sql<CandidateRow>`
    SELECT p.id, p.id_kind, p.case_closed IS NOT NULL AS closed,
      p.email IS NOT NULL OR ${hasPageAddress[asks]} AS addressed,
      EXISTS (SELECT FROM campaign_item other WHERE other.performer_id = p.id AND other.asks = ${asks}
        AND other.ended_at IS NULL AND other.campaign_id IS DISTINCT FROM ${campaign}::uuid) AS asked,
      ${asks === 'page' ? pageWaits(now) : sql`false`} AS waiting
    FROM performer p WHERE p.id = ANY(${ids}::uuid[]) AND p.owner_id = ${owner}::uuid AND p.sealed_at IS NULL`.execute(
    db,
  )
  const reached = await findReached(db, asked)
  const missing = asks === 'page' ? undefined : await findMissing(db, rows, now)
  for (const row of rows) {
    const isMissing = missing ? missing.has(row.id) : row.waiting
    if (row.closed && asks === 'documents') obstacles.set(row.id, 'closed')
    else if (!isMissing) obstacles.set(row.id, 'nothing')
    else if (row.asked) obstacles.set(row.id, 'asked')
    else if (reached.has(row.id)) obstacles.set(row.id, 'openLink')
    else obstacles.set(row.id, row.addressed ? null : 'noAddress')
  }
  return obstacles
}

/** Whether the page has an address of its own, to which its link was sent (D104). */
const hasPageAddress: Readonly<Record<CampaignAsk, RawBuilder<boolean>>> = {
  documents: sql`false`,
  page: sql`EXISTS (SELECT FROM performer_link l WHERE l.performer_id = p.id AND l.kind = 'page'
    AND l.revoked_at IS NULL AND l.email_box IS NOT NULL)`,
}

/**
 * The performers that already have a link that they can use. A page stays open for months, so only a link to it from
 * the last days counts.
 */
async function findReached(db: Db, { asks, ids, now }: Asked): Promise<Set<string>> {
  const recent = new Date(now.getTime() - campaignLimits.days.least * day)
  const counts = asks === 'page' ? sql`l.created_at > ${recent}` : sql`l.done_at IS NULL`
  const links = await findUsableLinks(db, now, asks, sql`l.performer_id = ANY(${ids}::uuid[]) AND ${counts}`)
  return new Set(links.map(({ performer_id }) => performer_id))
}

/** The performers whose registration lacks a document, or has one that was rejected, has expired or expires soon. */
async function findMissing(db: Db, performers: readonly CandidateRow[], now: Date): Promise<Set<string>> {
  const ids = performers.map(({ id }) => id)
  const { rows } = await sql<SlotDocument & { performer_id: string }>`
    SELECT performer_id, type, status, expires_on, uploaded_via_link FROM document_version
    WHERE performer_id = ANY(${ids}::uuid[]) AND is_current`.execute(db)
  const documents = Map.groupBy(rows, ({ performer_id }) => performer_id)
  const required: readonly DocumentType[] = requiredDocumentTypes
  const today = dayInJapan(now)
  const isMissing = ({ id, id_kind }: CandidateRow) => {
    const current = documents.get(id) ?? []
    const slots = linkSlots(current, { linkId: null, idKind: id_kind, today })
    // An empty slot that is not required is no reason to write to a person.
    return slots.some(({ type }) => required.includes(type) || current.some((each) => each.type === type))
  }
  return new Set(performers.filter(isMissing).map(({ id }) => id))
}

/**
 * Whether something of the owner waits for the performer `p` on its page: a contract, its copy, or footage to see (D95,
 * D101).
 */
export function pageWaits(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(EXISTS (SELECT FROM signing s WHERE s.performer_id = p.id AND s.owner_id = p.owner_id
      AND s.sent_at IS NOT NULL AND s.ended_at IS NULL AND (s.signed_at IS NOT NULL OR s.expires_at > ${now}))
    OR EXISTS (SELECT FROM video_performer vp JOIN video v ON v.id = vp.video_id AND v.owner_id = p.owner_id
      WHERE vp.performer_id = p.id AND jsonb_typeof(vp.facts->'footage') = 'object'
        AND vp.facts->'footage'->>'answer' IS NULL AND coalesce(jsonb_typeof(vp.facts->'ended'), 'null') = 'null'))`
}

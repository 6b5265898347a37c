import type { PaperType, PerformerStatus } from '@kyc/contract/document-vocabulary.ts'
import { appearanceRules } from '@kyc/contract/law-appearance-rules.ts'
import type { OverrideFacts, TitleFacts } from '@kyc/contract/law-facts.ts'
import type { PaperCheckId } from '@kyc/contract/paper-checks.ts'
import type { StoredAppearance, StoredTitle } from '@kyc/contract/title-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import type { OrganisationId } from '../../../platform/ids.ts'
import { relianceOf } from '../../records/reliance.ts'

/** A video with everything that the rules read. */
export interface FactsRow {
  readonly id: string
  readonly owner_id: OrganisationId
  readonly title: string
  readonly external_id: string | null
  readonly facts: Partial<StoredTitle>
  readonly facts_version: number
  readonly appearances: readonly AppearanceRow[]
  readonly channels: readonly ChannelRow[]
  /** The overrides in force: not ended, and confirmed if the rule requires a second person. */
  readonly overrides: readonly OverrideFacts[]
  readonly takedowns: TitleFacts['takedowns']
}

export interface AppearanceRow {
  readonly performerId: string
  /** Null of a deleted record, which no page shows by name. */
  readonly name: string | null
  readonly externalId: string | null
  readonly status: PerformerStatus
  readonly reliance: { readonly until: string | null } | null
  readonly dateOfBirth: string | null
  readonly registeredOn: string
  readonly version: number
  readonly facts: Partial<StoredAppearance>
  /** The approved papers; null if there are none. */
  readonly papers: readonly { readonly type: PaperType; readonly checks: readonly PaperCheckId[] }[] | null
}

export interface ChannelRow {
  readonly id: string
  readonly name: string
  readonly consentMonths: number | null
  readonly download: boolean
  readonly version: number
  /** The first day of the video on the channel. */
  readonly startedOn: string | null
}

const appearances = sql`(
  SELECT coalesce(json_agg(json_build_object(
    'performerId', p.id, 'status', p.status, 'version', vp.version, 'facts', vp.facts,
    'externalId', p.external_id,
    'reliance', (SELECT json_build_object('until', reliance.expires_on) FROM ${relianceOf('p')}), 'papers', (
      SELECT json_agg(json_build_object('type', a.type, 'checks', a.checks)) FROM paper a
      WHERE a.video_id = vp.video_id AND a.performer_id = vp.performer_id AND a.is_current AND a.status = 'verified'),
    'name', CASE WHEN p.sealed_at IS NULL THEN concat_ws(' ', p.last_name, p.first_name) END,
    'dateOfBirth', p.date_of_birth, 'registeredOn', (p.created_at AT TIME ZONE 'Asia/Tokyo')::date) ORDER BY vp.id), '[]')
  FROM video_performer vp JOIN performer p ON p.id = vp.performer_id WHERE vp.video_id = v.id)`

const channels = sql`(
  SELECT coalesce(json_agg(json_build_object(
    'id', c.id, 'name', c.name, 'consentMonths', c.consent_months, 'download', c.download, 'version', c.version,
    'startedOn', (SELECT min(u.started_on) FROM publication u WHERE u.video_id = v.id AND u.channel_id = c.id))
    ORDER BY c.name, c.id), '[]')
  FROM channel c WHERE c.owner_id = v.owner_id)`

/** The rules about each person that two superadmins override for good: they decide about those who appear vp. */
const aboutPersons = Object.entries(appearanceRules).flatMap(([rule, { class: of }]) =>
  of === 'B' ? [sql.lit(rule)] : [],
)

const overrides = sql`(
  SELECT coalesce(json_agg(json_build_object(
    'rule', o.rule, 'performerId', person.id, 'channelId', o.channel_id, 'until', o.until_on)), '[]')
  FROM gate_override o CROSS JOIN LATERAL (
    SELECT o.performer_id AS id WHERE o.performer_id IS NOT NULL OR o.rule NOT IN (${sql.join(aboutPersons)})
    UNION ALL
    SELECT vp.performer_id FROM video_performer vp WHERE o.performer_id IS NULL AND o.rule IN (${sql.join(aboutPersons)})
      AND vp.video_id = o.video_id AND vp.added_at <= o.requested_at) person
  WHERE o.video_id = v.id AND o.ended_at IS NULL AND (o.opinion IS NULL OR o.confirmed_at IS NOT NULL))`

const takedowns = sql`(
  SELECT coalesce(json_agg(json_build_object('receivedOn', (t.received_at AT TIME ZONE 'Asia/Tokyo')::date)), '[]')
  FROM takedown_video tv JOIN takedown t ON t.id = tv.takedown_id WHERE tv.video_id = v.id AND t.state <> 'unfounded')`

/** The videos with their facts, in the order of their ids. */
export async function readFacts(db: Db, ids: readonly string[]): Promise<FactsRow[]> {
  const { rows } = await sql<FactsRow>`
    SELECT v.id, v.owner_id, v.title, v.external_id, v.facts, v.facts_version, ${appearances} AS appearances, ${channels} AS channels,
      ${overrides} AS overrides, ${takedowns} AS takedowns
    FROM video v WHERE v.id = ANY(${ids}::uuid[]) ORDER BY v.id`.execute(db)
  return rows
}

/** The facts of a video that exists. */
export async function readFactsOf(db: Db, id: string): Promise<FactsRow> {
  const [row] = await readFacts(db, [id])
  if (!row) throw new Error('the video does not exist')
  return row
}

/** Replaces the facts of the locked video. */
export async function writeTitle(tx: Tx, id: string, facts: StoredTitle): Promise<void> {
  await sql`UPDATE video SET facts = ${JSON.stringify(facts)}::jsonb, facts_version = facts_version + 1
    WHERE id = ${id}::uuid`.execute(tx)
}

/**
 * Replaces the facts of an appearance in the locked video. `by` is the account that entered them and may not confirm
 * them (D6); null, for an act of the performer, keeps the former account.
 */
export async function writeAppearance(
  tx: Tx,
  { videoId, performerId }: { readonly videoId: string; readonly performerId: string },
  facts: StoredAppearance,
  by: string | null,
): Promise<void> {
  await sql`UPDATE video_performer SET facts = ${JSON.stringify(facts)}::jsonb, version = version + 1, facts_by = coalesce(${by}::uuid, facts_by)
    WHERE video_id = ${videoId}::uuid AND performer_id = ${performerId}::uuid`.execute(tx)
}

/** Which of these videos belong to the organisation. */
export async function videosOf(db: Db, owner: string, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM video WHERE id = ANY(${ids}::uuid[]) AND owner_id = ${owner}::uuid`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

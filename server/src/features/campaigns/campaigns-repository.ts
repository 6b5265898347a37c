import type { Role } from '@kyc/contract/accounts.ts'
import type { CampaignAsk, CampaignItemState, SkipReason } from '@kyc/contract/campaign-vocabulary.ts'
import type { LinkLanguage } from '@kyc/contract/consent.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { authorStillMay, sendLinksFor } from '../access/delegated-rights.ts'
import { mayEdit, namesFor, ownedVisibleTo, shownName } from '../access/visible-to.ts'

/** A campaign as it is presented. */
export interface CampaignRow {
  readonly id: string
  readonly owner_id: string
  readonly owner_name: string
  readonly name: string
  readonly asks: CampaignAsk
  readonly language: LinkLanguage
  readonly created_at: Date
  readonly creator: string
  readonly reminder_days: number
  readonly reminders: number
  readonly stopped_at: Date | null
  readonly stopper: string | null
  readonly may_send: boolean
  readonly may_edit: boolean
  readonly counts: Readonly<Partial<Record<CampaignItemState, number>>> | null
  readonly open: number
  readonly resumes_at: Date | null
}

/**
 * Whether links of the campaign `c` of the organisation `o` may be sent: the account that started it must still have
 * the right to send them.
 */
const maySend = sql<boolean>`(o.disabled_at IS NULL AND ${authorStillMay('c.created_by', sendLinksFor('c.owner_id'))})`

/** The state of the item `i` of the campaign `c` that pages show, with its last link `l`: an opening or a submission counts at once. */
const shownState = sql<CampaignItemState>`(CASE WHEN i.state IN ('sent', 'unanswered') AND l.done_at IS NOT NULL THEN 'done'
  WHEN i.state = 'sent' AND EXISTS (SELECT FROM performer_link opened WHERE opened.performer_id = i.performer_id
    AND opened.kind = i.asks AND opened.created_at >= i.sent_at AND opened.opened_at IS NOT NULL
    AND opened.owner_id = c.owner_id) THEN 'opened'
  ELSE i.state END)`

/** The campaigns of `condition` that the actor may see, in `order`. */
export async function findCampaigns(
  db: Db,
  actor: Actor,
  condition: RawBuilder<unknown>,
  order: RawBuilder<unknown> = sql``,
): Promise<CampaignRow[]> {
  const reader = namesFor(actor)
  const { rows } = await sql<CampaignRow>`
    SELECT c.*, o.name AS owner_name, ${shownName(reader, 'creating')} AS creator, ${shownName(reader, 'stopping')} AS stopper,
      ${maySend} AS may_send, ${mayEdit(actor, sql`c.owner_id`)} AS may_edit, items.*
    FROM campaign c JOIN organisation o ON o.id = c.owner_id JOIN account creating ON creating.id = c.created_by
      LEFT JOIN account stopping ON stopping.id = c.stopped_by
      CROSS JOIN LATERAL (
        SELECT jsonb_object_agg(state, n) AS counts, coalesce(sum(open), 0)::int AS open, min(resumes_at) AS resumes_at
        FROM (SELECT ${shownState} AS state, count(*)::int AS n, count(*) FILTER (WHERE i.ended_at IS NULL)::int AS open,
            min(i.next_at) FILTER (WHERE i.state = 'waiting') AS resumes_at
          FROM campaign_item i LEFT JOIN performer_link l ON l.id = i.link_id WHERE i.campaign_id = c.id GROUP BY 1) by_state
      ) items
    WHERE ${ownedVisibleTo(actor, 'c')} AND ${condition} ${order}`.execute(db)
  return rows
}

/** @throws Problem CAMPAIGN_NOT_FOUND, also if it is hidden from the actor */
export async function getCampaignRow(db: Db, actor: Actor, id: string): Promise<CampaignRow> {
  const [row] = isId(id) ? await findCampaigns(db, actor, sql`c.id = ${id}::uuid`) : []
  if (!row) throw new Problem('CAMPAIGN_NOT_FOUND')
  return row
}

export interface ItemRow {
  readonly performer_id: string
  /** Null for a sealed record. */
  readonly performer_name: string | null
  readonly state: CampaignItemState
  readonly reason: SkipReason | null
  readonly delayed: boolean
  readonly sent_at: Date | null
  readonly reminded: number
  readonly reminded_at: Date | null
  readonly opened_at: Date | null
  readonly ended_at: Date | null
}

/** The performers of a visible campaign after one of them, by id, in one state or in all. */
export async function findItems(
  db: Db,
  campaignId: string,
  {
    state,
    after,
    limit,
  }: {
    readonly state: CampaignItemState | undefined
    readonly after: string | undefined
    readonly limit: number
  },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    SELECT i.performer_id, CASE WHEN p.sealed_at IS NULL AND p.owner_id = c.owner_id
        THEN concat_ws(' ', p.last_name, p.first_name) END AS performer_name,
      ${shownState} AS state, i.reason, i.sent_at, i.reminded, i.reminded_at, coalesce(l.done_at, i.ended_at) AS ended_at,
      coalesce(mail.attempts > 1, false) AS delayed,
      (SELECT min(opened.opened_at) FROM performer_link opened WHERE opened.performer_id = i.performer_id
        AND opened.kind = i.asks AND opened.created_at >= i.sent_at AND opened.owner_id = c.owner_id) AS opened_at
    FROM campaign_item i JOIN campaign c ON c.id = i.campaign_id JOIN performer p ON p.id = i.performer_id
      LEFT JOIN performer_link l ON l.id = i.link_id LEFT JOIN outbox mail ON mail.id = i.mail_id
    WHERE i.campaign_id = ${campaignId}::uuid AND ${after === undefined ? sql`true` : sql`i.performer_id > ${after}::uuid`}
      AND ${state === undefined ? sql`true` : sql`${shownState} = ${state}`}
    ORDER BY i.performer_id LIMIT ${limit}`.execute(db)
  return rows
}

export interface NewCampaign {
  readonly id: string
  readonly ownerId: string
  readonly name: string
  readonly asks: CampaignAsk
  readonly language: LinkLanguage
  readonly createdBy: string
  readonly at: Date
  readonly reminderDays: number
  readonly reminders: number
}

/**
 * Inserts a campaign with its performers. Skips a performer that another campaign has begun to ask for the same since
 * the check. Of two campaigns in parallel transactions, one waits here for the other.
 */
export async function insertCampaign(
  tx: Tx,
  { id, ownerId, name, asks, language, createdBy, at, reminderDays, reminders }: NewCampaign,
  performers: ReadonlyMap<string, SkipReason | null>,
): Promise<void> {
  await sql`INSERT INTO campaign (id, owner_id, name, asks, language, created_by, created_at, reminder_days, reminders)
    VALUES (${id}, ${ownerId}, ${name}, ${asks}, ${language}, ${createdBy}, ${at}, ${reminderDays}, ${reminders})`.execute(
    tx,
  )
  const asked = [...performers]
    .flatMap(([performer, reason]) => (reason === null ? [performer] : []))
    .toSorted()
  await sql`INSERT INTO campaign_item (campaign_id, performer_id, asks, state, next_at)
    SELECT ${id}, performer_id, ${asks}, 'waiting', ${at} FROM unnest(${asked}::uuid[]) performer_id ORDER BY performer_id
    ON CONFLICT (performer_id, asks) WHERE ended_at IS NULL DO NOTHING`.execute(tx)
  // The skipped performers, and those that the statement above did not insert because another campaign asks them.
  const reasons = [...performers].map(([performer, reason]) => ({
    performer,
    reason: reason ?? ('asked' satisfies SkipReason),
  }))
  await sql`INSERT INTO campaign_item (campaign_id, performer_id, asks, state, reason, ended_at)
    SELECT ${id}, performer, ${asks}, 'skipped', reason, ${at}
    FROM jsonb_to_recordset(${JSON.stringify(reasons)}::jsonb) AS given(performer uuid, reason text)
    ON CONFLICT (campaign_id, performer_id) DO NOTHING`.execute(tx)
}

/** An item that is due: the job sends its performer a link or a reminder, or ends it. */
export interface DueItem {
  readonly campaign_id: string
  readonly performer_id: string
}

export async function findDueItems(db: Db, now: Date, limit: number): Promise<DueItem[]> {
  const { rows } = await sql<DueItem>`
    SELECT i.campaign_id, i.performer_id
    FROM campaign_item i JOIN campaign c ON c.id = i.campaign_id JOIN organisation o ON o.id = c.owner_id
    WHERE i.ended_at IS NULL AND i.next_at <= ${now} AND ${maySend}
    ORDER BY i.next_at, i.performer_id LIMIT ${limit}`.execute(db)
  return rows
}

export interface LockedItem extends DueItem {
  readonly asks: CampaignAsk
  readonly state: 'waiting' | 'sent'
  readonly link_id: string | null
  readonly reminded: number
  readonly name: string
  readonly owner_id: string
  readonly owner_name: string
  readonly language: LinkLanguage
  readonly created_by: string
  readonly creator_role: Role
  readonly reminder_days: number
  readonly reminders: number
}

/**
 * Locks the item, and its campaign against a stop, if the item is still due and may be sent. The caller locks the
 * performer first, because a stop locks in the same order.
 */
export async function lockDueItem(tx: Tx, now: Date, due: DueItem): Promise<LockedItem | undefined> {
  const { rows } = await sql<LockedItem>`
    SELECT i.campaign_id, i.performer_id, i.asks, i.state, i.link_id, i.reminded, c.name, c.owner_id, o.name AS owner_name,
      c.language, c.created_by, sender.role AS creator_role, c.reminder_days, c.reminders
    FROM campaign c JOIN campaign_item i ON i.campaign_id = c.id JOIN organisation o ON o.id = c.owner_id
      JOIN account sender ON sender.id = c.created_by
    WHERE c.id = ${due.campaign_id}::uuid AND i.performer_id = ${due.performer_id}::uuid AND i.ended_at IS NULL
      AND i.next_at <= ${now} AND c.stopped_at IS NULL AND ${maySend}
    FOR SHARE OF c FOR UPDATE OF i`.execute(tx)
  return rows[0]
}

/** Records that a mail to the performer was enqueued. */
export async function markSent(
  tx: Tx,
  { campaign_id, performer_id }: DueItem,
  sent: { readonly linkId: string; readonly mailId: string; readonly at: Date; readonly nextAt: Date },
): Promise<void> {
  await sql`UPDATE campaign_item SET link_id = ${sent.linkId}, mail_id = ${sent.mailId}, next_at = ${sent.nextAt},
      state = 'sent', sent_at = coalesce(sent_at, ${sent.at}),
      reminded = CASE WHEN sent_at IS NULL THEN 0 ELSE reminded + 1 END,
      reminded_at = CASE WHEN sent_at IS NOT NULL THEN ${sent.at}::timestamptz END
    WHERE campaign_id = ${campaign_id} AND performer_id = ${performer_id}`.execute(tx)
}

export async function endItem(
  tx: Tx,
  { campaign_id, performer_id }: DueItem,
  end: {
    readonly state: 'done' | 'unanswered' | 'skipped'
    readonly reason: SkipReason | null
    readonly at: Date
  },
): Promise<void> {
  await sql`UPDATE campaign_item SET state = ${end.state}, reason = ${end.reason}, next_at = NULL, ended_at = ${end.at}
    WHERE campaign_id = ${campaign_id} AND performer_id = ${performer_id}`.execute(tx)
}

/** Postpones an item, or with `owner` all items of the organisation that would be due before `until`. */
export async function postpone(
  db: Db,
  { campaign_id, performer_id }: DueItem,
  until: Date,
  owner?: string,
): Promise<void> {
  const own = sql`i.campaign_id = ${campaign_id} AND i.performer_id = ${performer_id}`
  const all = owner === undefined ? own : sql`c.owner_id = ${owner}::uuid`
  await sql`UPDATE campaign_item SET next_at = ${until} WHERE (campaign_id, performer_id) IN (
    SELECT i.campaign_id, i.performer_id FROM campaign_item i JOIN campaign c ON c.id = i.campaign_id
    WHERE ${all} AND i.ended_at IS NULL AND i.next_at < ${until} FOR UPDATE OF i SKIP LOCKED)`.execute(db)
}

/** Ends the items whose performer has done what was asked, and those whose mail could not be delivered. */
export async function settleItems(db: Db, now: Date, pageWaits: RawBuilder<boolean>): Promise<void> {
  await sql`UPDATE campaign_item SET state = ended.state, next_at = NULL, ended_at = ${now} FROM (
      SELECT i.campaign_id, i.performer_id, CASE WHEN mail.ended_at IS NOT NULL THEN 'failed' ELSE 'done' END AS state
      FROM campaign_item i JOIN performer p ON p.id = i.performer_id LEFT JOIN performer_link l ON l.id = i.link_id
        LEFT JOIN outbox mail ON mail.id = i.mail_id
      WHERE i.ended_at IS NULL AND i.state = 'sent' AND (mail.ended_at IS NOT NULL
        OR i.asks = 'documents' AND l.done_at IS NOT NULL OR i.asks = 'page' AND NOT ${pageWaits})
      FOR UPDATE OF i SKIP LOCKED) ended
    WHERE campaign_item.campaign_id = ended.campaign_id AND campaign_item.performer_id = ended.performer_id`.execute(
    db,
  )
}

/** Locks the performers of the open items in the order of their ids. */
export async function lockPerformersOf(tx: Tx, campaignId: string): Promise<void> {
  await sql`SELECT FROM performer WHERE id IN (
    SELECT performer_id FROM campaign_item WHERE campaign_id = ${campaignId}::uuid AND ended_at IS NULL)
    ORDER BY id FOR UPDATE`.execute(tx)
}

/** Stops a campaign, and returns the ids of the links sent for its open items; undefined if it was stopped before. */
export async function stopItems(
  tx: Tx,
  { campaignId, by, at }: { readonly campaignId: string; readonly by: string; readonly at: Date },
): Promise<string[] | undefined> {
  const stopped = await sql`UPDATE campaign SET stopped_at = ${at}, stopped_by = ${by}
    WHERE id = ${campaignId}::uuid AND stopped_at IS NULL RETURNING id`.execute(tx)
  if (stopped.rows.length === 0) return undefined
  const { rows } = await sql<{ link_id: string | null }>`
    UPDATE campaign_item SET state = CASE WHEN state = 'waiting' THEN 'skipped' ELSE state END,
      reason = ${'stopped' satisfies SkipReason}, next_at = NULL, ended_at = ${at}
    WHERE campaign_id = ${campaignId}::uuid AND ended_at IS NULL RETURNING link_id`.execute(tx)
  return rows.flatMap(({ link_id }) => link_id ?? [])
}

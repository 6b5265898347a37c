import { day, hour, second } from '@kyc/contract/durations.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { sql } from 'kysely'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { requireMayContact } from '../access/may-contact.ts'
import { mailCampaignPage } from '../mails/mail-campaign-page.ts'
import { mailPerformerLink } from '../mails/mail-performer-link.ts'
import { linkTo } from '../mails/send-letter.ts'
import { namedMail } from '../mails/waiting-mails.ts'
import { countSending } from '../performer-links/count-sending.ts'
import { insertLink } from '../performer-links/insert-link.ts'
import { openAddress } from '../performer-links/link-address.ts'
import { recordLinkAct } from '../performer-links/record-link-act.ts'
import { findPageAddress } from '../signings/page/page-link.ts'
import type { CampaignServices } from './campaign-services.ts'
import {
  type DueItem,
  endItem,
  findDueItems,
  type LockedItem,
  lockDueItem,
  markSent,
  postpone,
  settleItems,
} from './campaigns-repository.ts'
import { findObstacles, pageWaits } from './find-obstacles.ts'

const atOnce = 50

/**
 * Sends the first links and the reminders that are due in all campaigns. Each has a transaction of its own for its
 * link, its mail and its state, so that a crash neither loses nor repeats one. What exceeds the limits of an
 * organisation waits until they allow it (D115). Several processes may run it.
 */
export async function sendCampaigns(services: CampaignServices): Promise<void> {
  const { clock, db } = services
  await settleItems(db, clock.now(), pageWaits(clock.now()))
  for (;;) {
    const due = await findDueItems(db, clock.now(), atOnce)
    for (const item of due) await attend(services, item)
    if (due.length < atOnce) return
  }
}

/** Attends to one item. A failure postpones the item, so that it does not prevent the others. */
async function attend(services: CampaignServices, item: DueItem): Promise<void> {
  const { clock, db, log } = services
  const later = (milliseconds: number) => new Date(clock.now().getTime() + milliseconds)
  try {
    await inTransaction(db, (tx) => attendTo(services, tx, item))
  } catch (error) {
    if (error instanceof QuotaUsed) return postpone(db, item, later(error.wait), error.owner)
    const { retryAfterSeconds } = error instanceof Problem ? error.details : {}
    if (!(error instanceof Problem))
      log.error({ err: error, campaign: item.campaign_id }, 'a link of a campaign was not sent')
    await postpone(db, item, later(retryAfterSeconds === undefined ? hour : retryAfterSeconds * second))
  }
}

/** The organisation has used up its quota; its other items wait for `wait` milliseconds. */
class QuotaUsed extends Error {
  readonly owner: string
  readonly wait: number

  constructor(owner: string, wait: number) {
    super('the quota of the organisation is used up')
    this.owner = owner
    this.wait = wait
  }
}

async function attendTo(services: CampaignServices, tx: Tx, due: DueItem): Promise<void> {
  const performer = await tx
    .selectFrom('performer')
    .select(['id', 'email'])
    .where('id', '=', due.performer_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const now = services.clock.now()
  const item = await lockDueItem(tx, now, due)
  if (!item) return // stopped, or attended to by another process
  if (item.state === 'sent' && (await wasReplaced(tx, item)))
    return endItem(tx, item, { state: 'unanswered', reason: 'revoked', at: now })
  const { asks, owner_id: owner, campaign_id: campaign } = item
  const obstacles = await findObstacles(tx, { asks, owner, ids: [performer.id], now, campaign })
  const reason = obstacles.get(performer.id) ?? null
  if (reason !== null) {
    if (item.state === 'waiting') return endItem(tx, item, { state: 'skipped', reason, at: now })
    return endItem(
      tx,
      item,
      reason === 'nothing'
        ? { state: 'done', reason: null, at: now }
        : { state: 'unanswered', reason, at: now },
    )
  }
  if (item.state === 'sent' && item.reminded >= item.reminders)
    return endItem(tx, item, { state: 'unanswered', reason: null, at: now })
  await send(services, tx, item, performer.email)
}

/** Whether the link to submit documents was revoked, or replaced by a member: a reminder would send a link again. */
async function wasReplaced(tx: Tx, { asks, link_id }: LockedItem): Promise<boolean> {
  if (asks === 'page') return false
  const { rows } =
    await sql`SELECT FROM performer_link WHERE id = ${link_id}::uuid AND revoked_at IS NULL`.execute(tx)
  return rows.length === 0
}

/** Creates the link and enqueues its mail, with the rights and limits of a link that a member sends. */
async function send(
  services: CampaignServices,
  tx: Tx,
  item: LockedItem,
  stored: string | null,
): Promise<void> {
  const {
    asks,
    created_by: createdBy,
    language,
    owner_id: ownerId,
    owner_name: organisation,
    performer_id: performerId,
  } = item
  await requireMayContact(services, tx, { actor: createdBy, organisation: ownerId }).catch(asQuota(ownerId))
  const email = (asks === 'page' && (await pageAddress(services, tx, performerId))) || stored
  if (!email) throw new Error('a performer without an address is no obstacle')
  await countSending(services, tx, { id: performerId }, email)
  const at = services.clock.now()
  const valid = asks === 'page' ? signingLimits.pageDays * day : recordLimits.performerLink.valid
  const { link, token, expiresAt } = await insertLink(services, tx, {
    performerId,
    ownerId,
    createdBy,
    kind: asks,
    language,
    valid,
    email,
  })
  const mailId = newId()
  const letter = {
    ...{ performerId, email, language, organisation, expiresAt },
    url: linkTo(services, asks === 'page' ? '/my' : '/p', token),
    again: item.state === 'sent',
  }
  const named = namedMail(services, mailId)
  if (asks === 'page') await mailCampaignPage(named, tx, letter)
  else await mailPerformerLink(named, tx, letter)
  await markSent(tx, item, {
    linkId: link.id,
    mailId,
    at,
    nextAt: new Date(at.getTime() + item.reminder_days * day),
  })
  await recordLinkAct(services, tx, { link, actor: createdBy, ip: null }, 'link_sent', {
    language,
    email,
    campaign: item.name,
  })
}

function asQuota(owner: string) {
  return (error: unknown): never => {
    const wait = error instanceof Problem && error.details.retryAfterSeconds
    throw wait ? new QuotaUsed(owner, wait * second) : error
  }
}

/** The address that the page of the performer was last sent to. */
async function pageAddress(
  services: CampaignServices,
  tx: Tx,
  performerId: string,
): Promise<string | undefined> {
  const link = await findPageAddress(tx, performerId)
  return link && openAddress(services, tx, link)
}

import { dayInJapan } from '@kyc/contract/dates.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { receiveTakedown } from '../../takedowns/receive-takedown.ts'
import { hasEnded } from '../../videos/facts/title-facts.ts'
import type { SigningServices } from '../signing-services.ts'
import { changeOwnTitle } from './change-own-title.ts'
import { lockOwnTitle, type OwnTitle, type TitleAct } from './lock-own-title.ts'
import { presentPage } from './present-page.ts'

/**
 * Cancels the contract of a title without a reason (13条, D104). Takes effect at once: the same transaction receives a
 * request to take the title down (D108), which stops the title with everything derived from it and mails the
 * organisation and the office. A repeated call, or one about a contract that has ended otherwise, changes nothing; an end
 * on a later day is replaced. Does not check the period of article 13: an admin decides on it afterwards.
 */
export function withdrawAppearance(services: SigningServices, act: TitleAct): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const title = await lockOwnTitle(services, tx, act)
    const today = dayInJapan(services.clock.now())
    if (!hasEnded(title.facts, today)) await withdraw(services, tx, title, act.ip)
    return presentPage(services, tx, title.link)
  })
}

async function withdraw(
  services: SigningServices,
  tx: Tx,
  title: OwnTitle,
  ip: TitleAct['ip'],
): Promise<void> {
  const at = services.clock.now()
  await changeOwnTitle(services, tx, title, {
    ip,
    change: 'appearance_cancelled',
    facts: { ended: { kind: 'cancelled', on: dayInJapan(at) } },
    by: null,
  })
  const { link, videoId, ownerId } = title
  await receiveTakedown(
    services,
    tx,
    {
      ...{ kind: 'cancellation', way: 'page', state: 'confirmed', sentOn: dayInJapan(at), receivedAt: at },
      video: { id: videoId, ownerId },
      performerId: link.performer_id,
      notice: { text: '', contact: null },
      enteredBy: null,
    },
    { origin: { actor: null, ip }, details: { viaLink: link.id } },
  )
}

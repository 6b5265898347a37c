import { dayInJapan } from '@kyc/contract/dates.ts'
import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { mailLinkDone } from '../mails/mail-link-done.ts'
import { currentDocuments } from '../records/record-documents.ts'
import { lockBoundLink, type UsableLink } from './link-repository.ts'
import { linkSlots } from './link-slots.ts'
import type { PerformerLinkServices } from './performer-link-services.ts'
import { presentSession } from './present-link.ts'
import { recordLinkAct } from './record-link-act.ts'
import { requireConsent, requireIdentity } from './require-link.ts'

/**
 * Ends the link after the last document, and mails the account that created it. The bound browser can still read that
 * the link is finished. A repeated call changes nothing.
 */
export async function finishLink(
  services: PerformerLinkServices,
  call: { readonly link: UsableLink; readonly ip: string | null },
): Promise<LinkSession> {
  return inTransaction(services.db, async (tx) => {
    const at = services.clock.now()
    const link = await lockBoundLink(tx, at, call.link)
    if (link.done_at) return presentSession(services, tx, link)
    requireConsent(link)
    requireIdentity(link)
    const slots = linkSlots(await currentDocuments(tx, link.performer_id), {
      linkId: link.id,
      idKind: link.id_kind,
      today: dayInJapan(at),
    })
    if (slots.some(({ required, submitted }) => required && !submitted)) throw new Problem('DOCUMENT_STATE')
    await tx
      .updateTable('performer_link')
      .set({ done_at: at, email_box: null, code_mac: null, code_expires_at: null })
      .where('id', '=', link.id)
      .execute()
    const submitted = slots.filter((slot) => slot.submitted).map(({ type }) => type)
    await recordLinkAct(services, tx, { link, actor: null, ip: call.ip }, 'link_done', {
      documents: submitted,
    })
    const missing = slots.filter((slot) => !slot.submitted).map(({ type }) => type)
    await mailLinkDone(services, tx, link, { missing, differs: link.stated_differs })
    return presentSession(services, tx, { ...link, done_at: at })
  })
}

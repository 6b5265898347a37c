import type { PageSession } from '@kyc/contract/page-session.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { mailSigningSender } from '../../mails/mail-signing-sender.ts'
import { recordLinkAct } from '../../performer-links/record-link-act.ts'
import { updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { requireUnsigned } from '../signing-state.ts'
import { lockPageSigning, type PageSigningCall } from './lock-page-signing.ts'
import { presentPage } from './present-page.ts'

/** Refuses the contract, without a reason. A repeated call changes nothing. */
export function refuseSigning(services: SigningServices, call: PageSigningCall): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const { link, row } = await lockPageSigning(services, tx, call)
    if (row.refused_at === null) {
      const at = services.clock.now()
      requireUnsigned(row, at)
      await updateSigning(tx, row.id, {
        refused_at: at,
        ended_at: at,
        code_mac: null,
        code_expires_at: null,
      })
      await mailSigningSender(services, tx, row, 'refused')
      await recordLinkAct(services, tx, { link, actor: null, ip: call.ip }, 'signing_refused', {
        videoId: row.video_id,
      })
    }
    return presentPage(services, tx, link)
  })
}

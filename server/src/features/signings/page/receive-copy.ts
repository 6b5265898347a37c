import { dayInJapan } from '@kyc/contract/dates.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { mailSigningSender } from '../../mails/mail-signing-sender.ts'
import { recordLinkAct } from '../../performer-links/record-link-act.ts'
import { updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { changeFacts } from './change-facts.ts'
import { lockPageSigning, type PageSigningCall } from './lock-page-signing.ts'
import { presentPage } from './present-page.ts'

/**
 * States the receipt of the signed copy, which must have been downloaded: the day from which article 7 counts. A
 * repeated call changes nothing.
 */
export function receiveCopy(services: SigningServices, call: PageSigningCall): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const { link, row } = await lockPageSigning(services, tx, call)
    if (row.copy_received_at === null) {
      if (row.copy_opened_at === null) throw new Problem('SIGNING_STATE')
      const at = services.clock.now()
      await updateSigning(tx, row.id, { copy_received_at: at, ended_at: at })
      await changeFacts(services, tx, { link, row, ip: call.ip }, ({ contract }) => ({
        // An account may have entered another contract since, which this receipt is not about.
        contract: contract?.proof === 'performer' ? { ...contract, receivedOn: dayInJapan(at) } : contract,
      }))
      await mailSigningSender(services, tx, row, 'received')
      await recordLinkAct(services, tx, { link, actor: null, ip: call.ip }, 'signing_received', {
        videoId: row.video_id,
      })
    }
    return presentPage(services, tx, link)
  })
}

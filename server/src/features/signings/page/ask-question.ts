import { day } from '@kyc/contract/durations.ts'
import type { PageSession } from '@kyc/contract/page-session.ts'
import { signingLimits } from '@kyc/contract/signing-vocabulary.ts'
import { countOrRefuse } from '../../../platform/attempts/attempt-repository.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { mailSigningSender } from '../../mails/mail-signing-sender.ts'
import { recordLinkAct } from '../../performer-links/record-link-act.ts'
import { signingBoxes } from '../../records/signing-content.ts'
import { updateSigning } from '../signing-repository.ts'
import type { SigningServices } from '../signing-services.ts'
import { requireUnsigned } from '../signing-state.ts'
import { lockPageSigning, type PageSigningCall } from './lock-page-signing.ts'
import { presentPage } from './present-page.ts'

/** Asks the organisation, which is mailed. The signature waits for the answer. */
export function askQuestion(
  services: SigningServices,
  call: PageSigningCall,
  { text }: { readonly text: string },
): Promise<PageSession> {
  return inTransaction(services.db, async (tx) => {
    const { link, row } = await lockPageSigning(services, tx, call)
    const at = services.clock.now()
    requireUnsigned(row, at)
    const span = signingLimits.signDays * day
    const rule = { failures: signingLimits.questions, window: span, duration: span }
    await countOrRefuse(tx, { bucket: `signing-questions:${row.id}`, rule })
    const id = newId()
    const boxes = await signingBoxes(services, tx, row.performer_id)
    await tx
      .insertInto('signing_question')
      .values({
        id,
        signing_id: row.id,
        performer_id: row.performer_id,
        text_box: boxes.encrypt('question', id, text),
        at,
      })
      .execute()
    // A code that was mailed before the question signs nothing.
    await updateSigning(tx, row.id, { code_mac: null, code_expires_at: null })
    await mailSigningSender(services, tx, row, 'question')
    await recordLinkAct(services, tx, { link, actor: null, ip: call.ip }, 'signing_question', {
      videoId: row.video_id,
    })
    return presentPage(services, tx, link)
  })
}

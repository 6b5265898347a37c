import { inTransaction } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { mailSigningRevoked } from '../mails/mail-signing-performer.ts'
import { deleteDraft } from './create-signing.ts'
import { lockSigning } from './lock-signing.ts'
import { findPageMail } from './page/page-link.ts'
import { recordSigning } from './record-signing.ts'
import { type SigningOfActor, updateSigning } from './signing-repository.ts'
import type { SigningServices } from './signing-services.ts'
import { isEnded, stateOf } from './signing-state.ts'

/** Takes an offer back before it is signed, or deletes a draft. What has ended stays as it is. */
export async function revokeSigning(
  services: SigningServices,
  { actor, found, ip }: { readonly actor: Actor; readonly found: SigningOfActor; readonly ip: string | null },
): Promise<void> {
  requireEditable(found)
  await inTransaction(services.db, async (tx) => {
    const { row, performer } = await lockSigning(tx, actor, found)
    const at = services.clock.now()
    const state = stateOf(row, at)
    const appearance = { videoId: row.video_id, performerId: row.performer_id }
    if (state === 'draft') await deleteDraft(tx, appearance)
    else {
      if (row.signed_at) throw new Problem('SIGNING_STATE')
      if (isEnded(state)) return
      await updateSigning(tx, row.id, {
        revoked_at: at,
        ended_at: at,
        code_mac: null,
        code_expires_at: null,
      })
      const mail = await findPageMail(services, tx, row)
      if (mail) await mailSigningRevoked(services, tx, mail)
    }
    await recordSigning(services, tx, { actor, ip, performer, videoId: row.video_id }, 'signing_revoked')
  })
}

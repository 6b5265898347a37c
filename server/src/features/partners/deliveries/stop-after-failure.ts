import type { CallbackStop } from '@kyc/contract/partners.ts'
import type { Tx } from '../../../platform/db/transaction.ts'
import { mailCallbacksStopped } from '../../mails/mail-callbacks-stopped.ts'
import { type PartnerRow, setPartner } from '../partner-repository.ts'
import type { PartnerServices } from '../partner-services.ts'

export type FailureStop = Exclude<CallbackStop, 'manual'>

/** Sends a partner nothing more until a superadmin says so, and tells all of them (D35). */
export async function stopAfterFailure(
  services: PartnerServices,
  tx: Tx,
  partner: PartnerRow,
  reason: FailureStop,
): Promise<void> {
  await setPartner(tx, partner.id, { callback_stop: reason }, services.clock.now())
  await services.audit.record(tx, {
    actor: null,
    action: 'update',
    resourceType: 'partner',
    resourceId: partner.id,
    owner: null,
    ip: null,
    details: { before: { callbackStop: null }, after: { callbackStop: reason } },
  })
  await mailCallbacksStopped(services, tx, { partnerName: partner.name, reason })
}

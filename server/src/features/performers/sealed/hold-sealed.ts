import type { SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { mailDestruction, mailHoldEnded } from '../../mails/mail-second-person.ts'
import { lockSealed } from '../../records/destruction/lock-sealed.ts'
import { getSealed } from './get-sealed.ts'
import { liftHold, putHold } from './put-hold.ts'
import { recordSealedAct, type SealedAct, type SealedServices } from './record-sealed-act.ts'
import { deleteRequest, findRequest } from './sealed-repository.ts'

/**
 * Puts a legal hold on a sealed record: nothing destroys it until the hold ends. Withdraws an open request to
 * destroy it. A repeat by the same account changes nothing.
 */
export function holdSealed(
  services: SealedServices,
  act: SealedAct & { readonly reason: string },
): Promise<SealedPerformer> {
  const { actor, id } = act
  return inTransaction(services.db, async (tx) => {
    await lockSealed(tx, id)
    if (await putHold(services, tx, act)) {
      await recordSealedAct(services, tx, act, 'held')
      const request = await findRequest(tx, services.clock.now(), id)
      if (await deleteRequest(tx, id)) {
        const change = request?.confirmed_at ? 'destruction_stopped' : 'destruction_withdrawn'
        await recordSealedAct(services, tx, { actor, id, ip: act.ip }, change)
      }
      if (request?.confirmed_at)
        await mailDestruction(services, tx, { event: 'stopped', performerId: id, actor: actor.id })
    }
    return getSealed(services, actor, id, tx)
  })
}

/**
 * Ends the legal hold, of which all superadmins are mailed. A day later the daily job destroys the record if its retention has ended.
 */
export function endHold(
  services: SealedServices,
  act: SealedAct & { readonly reason: string },
): Promise<SealedPerformer> {
  const { actor, id } = act
  return inTransaction(services.db, async (tx) => {
    await lockSealed(tx, id)
    await liftHold(services, tx, act)
    await recordSealedAct(services, tx, act, 'hold_ended')
    await mailHoldEnded(services, tx, { actor: actor.id, page: `/sealed/${id}` })
    return getSealed(services, actor, id, tx)
  })
}

import type { SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import { getSealed } from './get-sealed.ts'
import { recordSealedAct, type SealedAct, type SealedServices } from './record-sealed-act.ts'
import { deleteRequest, lockSealed } from './sealed-repository.ts'
import { boxOfReason } from './sealed-texts.ts'

/**
 * Puts a legal hold on a sealed record: nothing destroys it until the hold ends (D17). Withdraws an open request to
 * destroy it. A repeat by the same account changes nothing.
 * @throws Problem PERFORMER_NOT_FOUND, RECORD_DESTROYED, CONFLICT under the hold of another account, FILE_UNREADABLE
 */
export function holdSealed(
  services: SealedServices,
  act: SealedAct & { readonly reason: string },
): Promise<SealedPerformer> {
  const { actor, id } = act
  return inTransaction(services.db, async (tx) => {
    const record = await lockSealed(tx, id)
    if (record.hold_id && record.hold_by !== actor.id) throw new Problem('CONFLICT')
    if (!record.hold_id) {
      const at = services.clock.now()
      const reason_box = await boxOfReason(services, tx, act)
      await tx
        .insertInto('legal_hold')
        .values({ id: newId(at), performer_id: id, put_by: actor.id, put_at: at, reason_box })
        .execute()
      await recordSealedAct(services, tx, act, 'held')
      if (await deleteRequest(tx, id))
        await recordSealedAct(services, tx, { actor, id, ip: act.ip }, 'destruction_withdrawn')
    }
    return getSealed(services, actor, id, tx)
  })
}

/**
 * Ends the legal hold. The daily job destroys the record if its retention has ended.
 * @throws Problem PERFORMER_NOT_FOUND, RECORD_DESTROYED, CONFLICT without a hold, FILE_UNREADABLE
 */
export function endHold(
  services: SealedServices,
  act: SealedAct & { readonly reason: string },
): Promise<SealedPerformer> {
  const { actor, id } = act
  return inTransaction(services.db, async (tx) => {
    const { hold_id } = await lockSealed(tx, id)
    if (!hold_id) throw new Problem('CONFLICT')
    const end_reason_box = await boxOfReason(services, tx, act)
    await tx
      .updateTable('legal_hold')
      .set({ ended_by: actor.id, ended_at: services.clock.now(), end_reason_box })
      .where('id', '=', hold_id)
      .execute()
    await recordSealedAct(services, tx, act, 'hold_ended')
    return getSealed(services, actor, id, tx)
  })
}

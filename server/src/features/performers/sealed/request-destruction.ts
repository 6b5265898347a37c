import { limits } from '@kyc/contract/limits.ts'
import type { SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { deleteObjectsAfterCommit } from '../../documents/delete-objects.ts'
import { destroyRecord } from './destroy-record.ts'
import { getSealed } from './get-sealed.ts'
import { recordSealedAct, type SealedAct, type SealedServices } from './record-sealed-act.ts'
import { deleteRequest, findRequest, lockSealed } from './sealed-repository.ts'
import { boxOfReason } from './sealed-texts.ts'

/**
 * Requests to destroy a sealed record before its retention ends; another superadmin confirms (D17). A repeat by the same
 * account changes nothing.
 * @throws Problem PERFORMER_NOT_FOUND, RECORD_DESTROYED, LEGAL_HOLD, CONFLICT after the request of another account,
 *   FILE_UNREADABLE
 */
export function requestDestruction(
  services: SealedServices,
  act: SealedAct & { readonly reason: string },
): Promise<SealedPerformer> {
  const { actor, id } = act
  return inTransaction(services.db, async (tx) => {
    const at = services.clock.now()
    const { hold_id } = await lockSealed(tx, id)
    if (hold_id) throw new Problem('LEGAL_HOLD')
    const author = await findRequest(tx, at, id)
    if (author !== undefined && author !== actor.id) throw new Problem('CONFLICT')
    if (author === undefined) {
      await deleteRequest(tx, id) // an expired one
      await tx
        .insertInto('destruction_request')
        .values({
          performer_id: id,
          requested_by: actor.id,
          requested_at: at,
          expires_at: new Date(at.getTime() + limits.destructionRequest),
          reason_box: await boxOfReason(services, tx, act),
        })
        .execute()
      await recordSealedAct(services, tx, act, 'destruction_requested')
    }
    return getSealed(services, actor, id, tx)
  })
}

/**
 * Destroys the record at the request of another superadmin, in one transaction.
 * @throws Problem PERFORMER_NOT_FOUND, RECORD_DESTROYED, LEGAL_HOLD, OWN_REQUEST, CONFLICT without an open request
 */
export function confirmDestruction(
  services: SealedServices,
  { actor, id, ip }: SealedAct,
): Promise<SealedPerformer> {
  return inTransaction(services.db, async (tx) => {
    const record = await lockSealed(tx, id)
    if (record.hold_id) throw new Problem('LEGAL_HOLD')
    const author = await findRequest(tx, services.clock.now(), id)
    if (author === undefined) throw new Problem('CONFLICT')
    if (author === actor.id) throw new Problem('OWN_REQUEST')
    await destroyRecord(services, tx, { id, owner: record.owner_id, actor: actor.id, ip })
    deleteObjectsAfterCommit(services, tx)
    return getSealed(services, actor, id, tx)
  })
}

/**
 * Withdraws the request, or refuses that of another superadmin.
 * @throws Problem PERFORMER_NOT_FOUND, RECORD_DESTROYED, CONFLICT without an open request
 */
export function withdrawDestruction(services: SealedServices, act: SealedAct): Promise<SealedPerformer> {
  const { actor, id } = act
  return inTransaction(services.db, async (tx) => {
    await lockSealed(tx, id)
    if ((await findRequest(tx, services.clock.now(), id)) === undefined) throw new Problem('CONFLICT')
    await deleteRequest(tx, id)
    await recordSealedAct(services, tx, act, 'destruction_withdrawn')
    return getSealed(services, actor, id, tx)
  })
}

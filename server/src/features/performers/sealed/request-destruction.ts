import { limits } from '@kyc/contract/limits.ts'
import { type DestructionKind, keptByTexts } from '@kyc/contract/sealed-labels.ts'
import type { SealedPerformer } from '@kyc/contract/sealed-performers.ts'
import { inTransaction, type Tx } from '../../../platform/db/transaction.ts'
import { Problem } from '../../../platform/problem.ts'
import { requireSecondPerson } from '../../access/second-person.ts'
import { mailDestruction } from '../../mails/mail-second-person.ts'
import { lockSealed } from '../../records/destruction/lock-sealed.ts'
import { readSale } from '../../records/destruction/retention-end.ts'
import { getSealed } from './get-sealed.ts'
import { takesEffect } from './present-sealed.ts'
import { recordSealedAct, type SealedAct, type SealedServices } from './record-sealed-act.ts'
import { deleteRequest, findRequest } from './sealed-repository.ts'
import { boxOfReason } from './sealed-texts.ts'

/**
 * Requests to destroy a sealed record before its retention ends; another superadmin confirms (D17, D116). All superadmins are
 * mailed. A repeat by the same account changes nothing.
 */
export function requestDestruction(
  services: SealedServices,
  act: SealedAct & { readonly kind: DestructionKind; readonly reason: string },
): Promise<SealedPerformer> {
  const { actor, id, kind } = act
  return inTransaction(services.db, async (tx) => {
    const at = services.clock.now()
    await requireDestructible(tx, id)
    const open = await findRequest(tx, at, id)
    if (open && open.requested_by !== actor.id) throw new Problem('CONFLICT')
    if (!open) {
      await deleteRequest(tx, id) // an ended one
      // The database replaces both times by its own.
      const times = { requested_at: at, expires_at: new Date(at.getTime() + limits.destructionRequest) }
      const reason_box = await boxOfReason(services, tx, act)
      await tx
        .insertInto('destruction_request')
        .values({ performer_id: id, requested_by: actor.id, ...times, kind, reason_box })
        .execute()
      await recordSealedAct(services, tx, act, 'destruction_requested')
      await mailDestruction(services, tx, { event: 'requested', performerId: id, actor: actor.id })
    }
    return getSealed(services, actor, id, tx)
  })
}

/**
 * Confirms the request of another superadmin as the second person. `destroyConfirmed` destroys the record after
 * `limits.destructionDelay`, unless a superadmin stops it or puts a hold on the record.
 */
export function confirmDestruction(
  services: SealedServices,
  { actor, id, ip }: SealedAct,
): Promise<SealedPerformer> {
  return inTransaction(services.db, async (tx) => {
    await requireDestructible(tx, id)
    const open = await findRequest(tx, services.clock.now(), id)
    if (!open || open.confirmed_at) throw new Problem('CONFLICT')
    await requireSecondPerson(services.config, tx, actor, open)
    const { confirmed_at } = await tx
      .updateTable('destruction_request')
      .set({ confirmed_by: actor.id }) // the database adds the times
      .where('performer_id', '=', id)
      .returning('confirmed_at')
      .executeTakeFirstOrThrow()
    if (!confirmed_at) throw new Error('the database did not state the time of the confirmation')
    await recordSealedAct(services, tx, { actor, id, ip }, 'destruction_confirmed')
    const effectiveAt = takesEffect(confirmed_at)
    await mailDestruction(services, tx, { event: 'confirmed', performerId: id, actor: actor.id, effectiveAt })
    return getSealed(services, actor, id, tx)
  })
}

/** Locks a sealed record that may be destroyed early: without a legal hold, and with nothing that keeps it (D110). */
async function requireDestructible(tx: Tx, id: string): Promise<void> {
  const { hold_id } = await lockSealed(tx, id)
  if (hold_id) throw new Problem('LEGAL_HOLD')
  const { keptBy } = await readSale(tx, id)
  if (keptBy) throw new Problem('RECORD_KEPT', { fill: { why: keptByTexts[keptBy] } })
}

/** Withdraws the request, or refuses that of another superadmin, before it is confirmed. */
export function withdrawDestruction(services: SealedServices, act: SealedAct): Promise<SealedPerformer> {
  return inTransaction(services.db, async (tx) => {
    await lockSealed(tx, act.id)
    const open = await findRequest(tx, services.clock.now(), act.id)
    if (!open || open.confirmed_at) throw new Problem('CONFLICT')
    await deleteRequest(tx, act.id)
    await recordSealedAct(services, tx, act, 'destruction_withdrawn')
    return getSealed(services, act.actor, act.id, tx)
  })
}

/** Stops a confirmed destruction before it takes effect: any superadmin may. */
export function stopDestruction(
  services: SealedServices,
  act: SealedAct & { readonly reason: string },
): Promise<SealedPerformer> {
  const { actor, id } = act
  return inTransaction(services.db, async (tx) => {
    await lockSealed(tx, id)
    const open = await findRequest(tx, services.clock.now(), id)
    if (!open?.confirmed_at) throw new Problem('CONFLICT')
    await deleteRequest(tx, id)
    await recordSealedAct(services, tx, act, 'destruction_stopped')
    await mailDestruction(services, tx, { event: 'stopped', performerId: id, actor: actor.id })
    return getSealed(services, actor, id, tx)
  })
}

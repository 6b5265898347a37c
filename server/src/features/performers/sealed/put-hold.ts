import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/transaction.ts'
import { newId } from '../../../platform/ids.ts'
import { Problem } from '../../../platform/problem.ts'
import type { SealedAct, SealedServices } from './record-sealed-act.ts'
import { boxOfReason } from './sealed-texts.ts'

type Services = Pick<SealedServices, 'clock' | 'masterKey' | 'unreadable'>
type HoldAct = Pick<SealedAct, 'actor' | 'id'> & { readonly reason: string }

/** Puts a legal hold on a locked record, sealed or not. Returns false for a repeat by the same account. */
export async function putHold(services: Services, tx: Tx, act: HoldAct): Promise<boolean> {
  const open = await openHold(tx, act.id)
  if (open && open.put_by !== act.actor.id) throw new Problem('CONFLICT')
  if (open) return false
  const at = services.clock.now()
  const reason_box = await boxOfReason(services, tx, act)
  await tx
    .insertInto('legal_hold')
    .values({ id: newId(at), performer_id: act.id, put_by: act.actor.id, put_at: at, reason_box })
    .execute()
  return true
}

/**
 * Ends the legal hold on a locked record, by the clock of the database, which decides how long it still protects (`heldLately`).
 */
export async function liftHold(services: Services, tx: Tx, act: HoldAct): Promise<void> {
  const open = await openHold(tx, act.id)
  if (!open) throw new Problem('CONFLICT')
  const end_reason_box = await boxOfReason(services, tx, act)
  await tx
    .updateTable('legal_hold')
    .set({ ended_by: act.actor.id, ended_at: sql<Date>`database_now()`, end_reason_box })
    .where('id', '=', open.id)
    .execute()
}

function openHold(tx: Tx, performerId: string): Promise<{ id: string; put_by: string } | undefined> {
  return tx
    .selectFrom('legal_hold')
    .select(['id', 'put_by'])
    .where('performer_id', '=', performerId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
}

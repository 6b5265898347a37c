import type { LegalHolds } from '@kyc/contract/legal-holds.ts'
import type { SealedChange } from '@kyc/contract/sealed-labels.ts'
import type { Db } from '../../platform/db/database.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import { aboutPerformer } from '../audit/about.ts'
import { mailHoldEnded } from '../mails/mail-second-person.ts'
import { lockRecord } from '../records/performers-repository.ts'
import type { PerformerServices } from './performer-services.ts'
import { presentHold } from './sealed/present-sealed.ts'
import { liftHold, putHold } from './sealed/put-hold.ts'
import { findHolds } from './sealed/sealed-repository.ts'
import { reasonsOf } from './sealed/sealed-texts.ts'

interface HoldAct {
  readonly actor: Actor
  readonly id: string
  readonly reason: string
  readonly ip: string | null
}

/**
 * Puts a legal hold on a record that is not deleted: nothing of it is destroyed until the hold ends, also once it is
 * sealed. A repeat by the same account changes nothing.
 */
export function holdPerformer(services: PerformerServices, act: HoldAct): Promise<LegalHolds> {
  return inTransaction(services.db, async (tx) => {
    await lockRecord(tx, act.actor, act.id)
    if (await putHold(services, tx, act)) await recordHold(services, tx, act, 'held')
    return holdsOf(services, tx, act.id)
  })
}

export function endPerformerHold(services: PerformerServices, act: HoldAct): Promise<LegalHolds> {
  return inTransaction(services.db, async (tx) => {
    await lockRecord(tx, act.actor, act.id)
    await liftHold(services, tx, act)
    await recordHold(services, tx, act, 'hold_ended')
    await mailHoldEnded(services, tx, { actor: act.actor.id, page: `/performers/${act.id}` })
    return holdsOf(services, tx, act.id)
  })
}

export async function holdsOf(services: PerformerServices, db: Db, id: string): Promise<LegalHolds> {
  const rows = await findHolds(db, id)
  const open = await reasonsOf(services, db, id)
  return {
    held: rows.some(({ ended_at }) => ended_at === null),
    holds: rows.map((row) => presentHold(row, open)),
  }
}

/** The organisation does not see the entry: a hold may concern a dispute with it. */
function recordHold(
  { audit }: PerformerServices,
  tx: Tx,
  { actor, id, ip, reason }: HoldAct,
  change: SealedChange,
): Promise<void> {
  return audit.record(tx, { actor, ip }, 'update', aboutPerformer(id, null), { change, holdReason: reason })
}

import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import type { TakedownState } from '@kyc/contract/takedown-vocabulary.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { inTransaction, type Tx } from '../../platform/db/transaction.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { requireEditable } from '../access/visible-to.ts'
import { aboutTakedown } from '../audit/about.ts'
import { presentTakedown } from './present-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'
import { getTakedownRow, lockTakedown, type TakedownRow } from './takedowns-repository.ts'

/** A change of a request by an account. */
export interface TakedownChange {
  readonly actor: Actor
  readonly id: string
  readonly request: Pick<RequestInfo, 'ip'>
  /** The version that the caller has seen; undefined for a change that cannot be in the way of another. */
  readonly version?: number
}

/** Runs a change of a locked request that the actor may change, and presents what it has become. */
export function changeTakedown(
  services: TakedownServices,
  { actor, id, version }: TakedownChange,
  change: (tx: Tx, row: TakedownRow, at: Date) => Promise<void>,
): Promise<Takedown> {
  return inTransaction(services.db, async (tx) => {
    const row = await lockTakedown(tx, actor, id)
    requireEditable(row)
    await change(tx, row, services.clock.now())
    const changed = await getTakedownRow(tx, actor, id)
    if (version !== undefined && version !== row.version && changed.version !== row.version)
      throw new Problem('CONFLICT')
    return presentTakedown(services, tx, actor, changed)
  })
}

/** Records a new state of a request. */
export function recordState(
  { audit }: TakedownServices,
  tx: Tx,
  { actor, request }: TakedownChange,
  row: TakedownRow,
  after: { readonly state: TakedownState; readonly details?: AuditDetails },
): Promise<void> {
  const about = aboutTakedown(row.id, { owner: row.owner_id, performerId: row.performer_id })
  return audit.record(tx, { actor, request }, 'update', about, {
    ...after.details,
    takedown: row.number,
    before: { takedownState: row.state },
    after: { takedownState: after.state },
  })
}

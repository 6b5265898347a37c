import { setTimeout as wait } from 'node:timers/promises'
import type { DeliveryState } from '@kyc/contract/deliveries.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/database.ts'
import { ago } from '../../../platform/db/time.ts'
import { attemptNow } from '../deliveries/deliver.ts'
import type { PartnerServices } from '../partner-services.ts'

const lookEvery = 200

/** What became of a delivery: when it was made if it arrived, else whether attempts go on by themselves. */
export type Outcome =
  | { readonly arrived: true; readonly made: Date }
  | { readonly arrived: false; readonly goesOn: boolean }

/**
 * Sees to it that the delivery was tried just now, and tells how it stands. An attempt of somebody else's, as of the
 * same call sent twice, is waited for; after one that failed there is no other for a while.
 */
export async function deliverOnce(services: PartnerServices, id: string): Promise<Outcome> {
  const before = await lookWhenSettled(services.db, id)
  if (before.state !== 'pending' || before.tried) return outcomeOf(before)
  if (await attemptNow(services, id)) return { arrived: true, made: before.created_at }
  // Somebody may have been faster between the look and the attempt, and the attempt may have stopped the callbacks.
  return outcomeOf(await lookWhenSettled(services.db, id))
}

function outcomeOf({ state, created_at: made, silent }: Looked): Outcome {
  return state === 'delivered'
    ? { arrived: true, made }
    : { arrived: false, goesOn: state === 'pending' && !silent }
}

/** Waits for an attempt under way: not longer than one can last, for its process may have died. */
export async function lookWhenSettled(db: Db, id: string): Promise<Looked> {
  const patience = performance.now() + limits.callback.timeout + lookEvery
  for (;;) {
    const delivery = await look(db, id)
    if (!delivery.claimed || performance.now() >= patience) return delivery
    await wait(lookEvery)
  }
}

interface Looked {
  readonly state: DeliveryState
  readonly created_at: Date
  /** An attempt is under way. */
  readonly claimed: boolean
  /** One has ended a moment ago. */
  readonly tried: boolean
  /** Nothing is sent to the partner. */
  readonly silent: boolean
}

async function look(db: Db, id: string): Promise<Looked> {
  const { rows } = await sql<Looked>`
    SELECT d.state, d.created_at, coalesce(d.claimed_until > clock_timestamp(), false) AS claimed,
      EXISTS (SELECT FROM delivery_attempt a WHERE a.delivery_id = d.id
        AND a.at + make_interval(secs => a.duration_ms / 1000.0)
          > ${ago(limits.kyc.retryAfter)}) AS tried,
      p.callback_stop IS NOT NULL OR p.disabled_at IS NOT NULL AS silent
    FROM delivery d JOIN partner p ON p.id = d.partner_id WHERE d.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a visit names a delivery that is not there')
  return row
}

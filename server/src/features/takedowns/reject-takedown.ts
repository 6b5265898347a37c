import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { sql } from 'kysely'
import { Problem } from '../../platform/problem.ts'
import { refreshGates } from '../videos/gate/refresh-gate.ts'
import { changeTakedown, recordState, type TakedownChange } from './change-takedown.ts'
import { encryptReason } from './notice-box.ts'
import type { TakedownServices } from './takedown-services.ts'
import { findStopped } from './takedowns-repository.ts'

/**
 * Closes a request that is unfounded: it no longer stops its titles, and stays in the report (D108). The reason is not part of the
 * entry, because it may name the person.
 */
export function rejectTakedown(
  services: TakedownServices,
  change: TakedownChange & { readonly reason: string },
): Promise<Takedown> {
  return changeTakedown(services, change, async (tx, row, at) => {
    if (row.state === 'unfounded') return
    if (row.state === 'completed') throw new Problem('TAKEDOWN_STATE')
    await sql`UPDATE takedown SET state = 'unfounded', closed_at = ${at}, closed_by = ${change.actor.id},
      reason_enc = ${encryptReason(services, row.id, change.reason)}, version = version + 1 WHERE id = ${row.id}`.execute(
      tx,
    )
    await recordState(services, tx, change, row, { state: 'unfounded' })
    if (row.video_id === null) return
    const stopped = await findStopped(tx, row.id, row.video_id)
    await refreshGates(
      tx,
      stopped.map(({ id }) => id),
      dayInJapan(at),
    )
  })
}

import type { Takedown } from '@kyc/contract/takedowns.ts'
import { sql } from 'kysely'
import { Problem } from '../../platform/problem.ts'
import { changeTakedown, recordState, type TakedownChange } from './change-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'
import { getTakedownRow } from './takedowns-repository.ts'

/** Closes a confirmed request once every channel has acknowledged. The title stays stopped. */
export function completeTakedown(services: TakedownServices, change: TakedownChange): Promise<Takedown> {
  return changeTakedown(services, change, async (tx, row, at) => {
    if (row.state === 'completed') return
    // Whatever derives a title from a stopped one locks it and then that one, which is older, and asks further channels.
    await sql`SELECT FROM video WHERE id IN (SELECT video_id FROM takedown_video WHERE takedown_id = ${row.id})
      ORDER BY id DESC FOR NO KEY UPDATE`.execute(tx)
    const { asked, acknowledged } = await getTakedownRow(tx, change.actor, row.id)
    if (row.state !== 'confirmed' || acknowledged < asked) throw new Problem('TAKEDOWN_STATE')
    await sql`UPDATE takedown SET state = 'completed', closed_at = ${at}, closed_by = ${change.actor.id},
      version = version + 1 WHERE id = ${row.id}`.execute(tx)
    await recordState(services, tx, change, row, { state: 'completed' })
  })
}

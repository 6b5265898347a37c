import type { Takedown } from '@kyc/contract/takedowns.ts'
import { sql } from 'kysely'
import { Problem } from '../../platform/problem.ts'
import { aboutTakedown } from '../audit/about.ts'
import { refreshGate } from '../videos/gate/refresh-gate.ts'
import { changeTakedown, type TakedownChange } from './change-takedown.ts'
import { endAppearance } from './confirm-takedown.ts'
import { requireInVideo } from './create-takedown.ts'
import { countEvidenceOf } from './evidence-repository.ts'
import type { TakedownServices } from './takedown-services.ts'

/**
 * Names the performer of the title whom an open request concerns, so that the archive, the erasure and the history of
 * the performer include the request (D108). While the request is held, another performer can be named instead. If the
 * request is confirmed, naming the performer ends the appearance at once.
 */
export function namePerformer(
  services: TakedownServices,
  change: TakedownChange & { readonly performerId: string },
): Promise<Takedown> {
  return changeTakedown(services, change, async (tx, row) => {
    const { actor, request, performerId } = change
    if (row.performer_id === performerId) return
    if (row.video_id === null || row.closed_at !== null) throw new Problem('TAKEDOWN_STATE')
    if (row.performer_id !== null && row.state !== 'held') throw new Problem('TAKEDOWN_STATE')
    // The key of the performer encrypts the files of the request.
    if ((await countEvidenceOf(tx, row.id)) > 0) throw new Problem('TAKEDOWN_STATE')
    await requireInVideo(tx, row.video_id, performerId)
    await sql`UPDATE takedown SET performer_id = ${performerId}, version = version + 1 WHERE id = ${row.id}`.execute(
      tx,
    )
    const about = aboutTakedown(row.id, { owner: row.owner_id, performerId })
    await services.audit.record(tx, { actor, request }, 'update', about, {
      takedown: row.number,
      change: 'performer_named',
    })
    if (row.state !== 'confirmed') return
    await endAppearance(services, tx, change, { ...row, performer_id: performerId })
    await refreshGate(services, tx, row.video_id)
  })
}

import { dayInJapan } from '@kyc/contract/dates.ts'
import { takedownKinds } from '@kyc/contract/takedown-vocabulary.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { Problem } from '../../platform/problem.ts'
import { readFactsOf } from '../videos/facts/facts-repository.ts'
import { writeAppearanceChanges } from '../videos/facts/save-appearances.ts'
import { appearanceOf, hasEnded } from '../videos/facts/title-facts.ts'
import { refreshGate } from '../videos/gate/refresh-gate.ts'
import { changeTakedown, recordState, type TakedownChange } from './change-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'
import type { TakedownRow } from './takedowns-repository.ts'

/** Confirms who sent a request. One of a performer ends the appearance on the day of its receipt (11条 to 15条). */
export function confirmTakedown(services: TakedownServices, change: TakedownChange): Promise<Takedown> {
  return changeTakedown(services, change, async (tx, row, at) => {
    if (row.state === 'confirmed') return
    if (row.state !== 'held' || row.video_id === null) throw new Problem('TAKEDOWN_STATE')
    await sql`UPDATE takedown SET state = 'confirmed', confirmed_at = ${at}, confirmed_by = ${change.actor.id},
      version = version + 1 WHERE id = ${row.id}`.execute(tx)
    await recordState(services, tx, change, row, { state: 'confirmed' })
    await endAppearance(services, tx, change, row)
    await refreshGate(services, tx, row.video_id)
  })
}

/** Enters the end of the appearance, which stays when the request is closed, unless it has ended already. */
export async function endAppearance(
  services: TakedownServices,
  tx: Tx,
  { actor, request }: TakedownChange,
  { kind, performer_id, received_at, video_id }: TakedownRow,
): Promise<void> {
  const { ends } = takedownKinds[kind]
  if (ends === null || performer_id === null || video_id === null) return
  await sql`SELECT FROM video WHERE id = ${video_id}::uuid FOR NO KEY UPDATE`.execute(tx)
  const row = await readFactsOf(tx, video_id)
  const appearance = row.appearances.find(({ performerId }) => performerId === performer_id)
  const facts = appearance && appearanceOf(appearance.facts)
  if (!facts || hasEnded(facts, dayInJapan(services.clock.now()))) return
  const ended = { kind: ends, on: dayInJapan(received_at) }
  await writeAppearanceChanges(services, tx, { actor, ip: request.ip, row }, [
    {
      performerId: performer_id,
      facts: { ...facts, ended },
      before: { ended: facts.ended },
      after: { ended },
    },
  ])
}

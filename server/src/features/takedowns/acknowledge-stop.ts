import type { AuditDetails } from '@kyc/contract/audit-fields.ts'
import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Takedown } from '@kyc/contract/takedowns.ts'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import { aboutTakedown, aboutVideo } from '../audit/about.ts'
import type { Origin } from '../audit/record.ts'
import { extendRetention } from '../records/destruction/retention-end.ts'
import { refreshGate } from '../videos/gate/refresh-gate.ts'
import { lastDayOf } from '../videos/publications/publications-repository.ts'
import { touchVideo } from '../videos/videos-repository.ts'
import { changeTakedown, type TakedownChange } from './change-takedown.ts'
import type { TakedownServices } from './takedown-services.ts'
import type { TakedownRow } from './takedowns-repository.ts'

interface AskedPublication {
  readonly publication_id: string
  readonly acknowledged_at: Date | null
  readonly video_id: string
  readonly owner_id: string
  readonly channel: string
  readonly started_on: string
  readonly ended_on: string | null
}

/**
 * Records that a channel has stopped the title, which ends its publication there today. A repeated call changes
 * nothing.
 */
export function acknowledgeStop(
  services: TakedownServices,
  change: TakedownChange & { readonly stopId: string },
): Promise<Takedown> {
  return changeTakedown(services, change, async (tx, row, at) => {
    const { actor, request, stopId } = change
    if (row.state === 'unfounded') throw new Problem('TAKEDOWN_STATE')
    if (!isId(stopId)) throw new Problem('TAKEDOWN_NOT_FOUND')
    await recordAcknowledgement(services, tx, row, {
      ...{ stopId, origin: { actor, request }, by: { account: actor.id }, at },
    })
  })
}

interface Acknowledgement {
  readonly stopId: string
  readonly origin: Origin
  /** The account, or the partner whose server reports it (D112). */
  readonly by:
    | { readonly account: string; readonly partner?: never }
    | { readonly partner: string; readonly account?: never }
  readonly at: Date
  /** What else the entries state. */
  readonly details?: AuditDetails
}

/**
 * Records the acknowledgement of a stop of a locked request that is not unfounded. @throws Problem TAKEDOWN_NOT_FOUND
 * for a stop of another request
 */
export async function recordAcknowledgement(
  services: TakedownServices,
  tx: Tx,
  row: Pick<TakedownRow, 'id' | 'number' | 'owner_id' | 'performer_id'>,
  { stopId, origin, by, at, details: more }: Acknowledgement,
): Promise<void> {
  // Every change of a publication locks its video first: what was entered meanwhile is read below.
  await sql`SELECT FROM video WHERE id = (
    SELECT u.video_id FROM takedown_stop s JOIN publication u ON u.id = s.publication_id
    WHERE s.id = ${stopId}::uuid AND s.takedown_id = ${row.id}::uuid) FOR NO KEY UPDATE`.execute(tx)
  const { rows } = await sql<AskedPublication>`
    SELECT s.publication_id, s.acknowledged_at, u.video_id, v.owner_id, c.name AS channel, u.started_on, u.ended_on
    FROM takedown_stop s JOIN publication u ON u.id = s.publication_id JOIN channel c ON c.id = u.channel_id
      JOIN video v ON v.id = u.video_id
    WHERE s.id = ${stopId}::uuid AND s.takedown_id = ${row.id}::uuid FOR NO KEY UPDATE OF s`.execute(tx)
  const [asked] = rows
  if (!asked) throw new Problem('TAKEDOWN_NOT_FOUND')
  if (asked.acknowledged_at !== null) return
  await sql`UPDATE takedown_stop SET acknowledged_at = ${at}, acknowledged_by = ${by.account ?? null},
    acknowledged_by_partner = ${by.partner ?? null} WHERE id = ${stopId}::uuid`.execute(tx)
  const details = { takedown: row.number, channel: asked.channel, ...more }
  const about = aboutTakedown(row.id, { owner: row.owner_id, performerId: row.performer_id })
  await services.audit.record(tx, origin, 'update', about, details)
  if (asked.ended_on !== null && asked.ended_on <= dayInJapan(at)) return
  const endedOn = lastDayOf(asked, at)
  await sql`UPDATE publication SET ended_on = ${endedOn}::date, version = version + 1, updated_at = ${at}
    WHERE id = ${asked.publication_id}`.execute(tx)
  await touchVideo(services, tx, asked.video_id)
  await services.audit.record(tx, origin, 'update', aboutVideo(asked.video_id, asked.owner_id), {
    ...details,
    before: { endedOn: asked.ended_on },
    after: { endedOn },
  })
  const { retentionYears: years } = services.config
  await extendRetention(tx, { videoId: asked.video_id, onSaleUntil: endedOn, years })
  await refreshGate(services, tx, asked.video_id)
}

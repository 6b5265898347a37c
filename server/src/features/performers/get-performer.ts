import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import type { Actor } from '../access/actor.ts'
import { aboutPerformer } from '../audit/about.ts'
import { isRecentView, noteViews, performerView, prefetchOf } from '../documents/read/recent-views.ts'
import { recordView } from '../documents/read/record-view.ts'
import type { RecordRow } from '../records/performer-row.ts'
import type { PerformerServices } from './performer-services.ts'
import { presentPerformer } from './present-performer.ts'

export interface PerformerView {
  readonly actor: Actor
  /** Views that this session repeats create no second entry. */
  readonly sessionKey?: string
  readonly performer: RecordRow
  readonly request: RequestInfo
  /**
   * Loaded before a page shows it. Its entry is marked so, and a view that follows creates an entry of its own (D38).
   */
  readonly prefetch?: boolean
}

/**
 * Reads a performer and creates the entry of the view. Another view of the same version by the same session within 5
 * minutes creates none.
 */
export async function getPerformer(
  services: PerformerServices,
  { actor, sessionKey, performer, request, prefetch = false }: PerformerView,
): Promise<Performer> {
  const { id, owner_id: owner, version } = performer
  const viewed = prefetch ? prefetchOf(performerView(id)) : performerView(id)
  const viewedVersion = `${viewed}/${version}`
  const now = services.clock.now()
  const repeated = isRecentView(sessionKey, [viewedVersion], now)
  await recordView(services, { actor, performerId: id, repeated }, (db) =>
    services.audit.recordRead(
      db,
      [{ actor, request }, 'read', aboutPerformer(id, owner), prefetch ? { prefetch } : {}],
      noteViews(sessionKey, [viewed, viewedVersion], now),
    ),
  )
  return presentPerformer(performer, dayInJapan(now))
}

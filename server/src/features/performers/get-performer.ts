import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { performerLook, type RecentLooks } from '../documents/read/audit-dedup.ts'
import { recordLook } from '../documents/read/record-view.ts'
import type { PerformerRow } from './performer-row.ts'
import type { PerformerServices } from './performer-services.ts'
import { findPerformer, findPerformerLeaving } from './performers-repository.ts'
import { presentPerformer } from './present-performer.ts'

/**
 * A look at a performer, with its entry in the same statement (D38). The same session looking again at the same
 * version within 5 minutes leaves no second one.
 * @throws Problem PERFORMER_NOT_FOUND
 */
export async function getPerformer(
  services: PerformerServices,
  looks: RecentLooks,
  { actor, id, request }: { actor: Actor; id: string; request: RequestInfo },
): Promise<Performer> {
  const row = isId(id) ? await look(services, looks, actor, id, request.ip) : undefined
  if (!row) throw new Problem('PERFORMER_NOT_FOUND')
  return presentPerformer(row, dayInJapan(services.clock.now()))
}

async function look(
  services: PerformerServices,
  looks: RecentLooks,
  actor: Actor,
  id: string,
  ip: string | null,
): Promise<PerformerRow | undefined> {
  // Which version it is shows only once it is read, so a look that may be a repeated one reads first.
  if (looks.has(actor.sessionKey, lookedAt(id))) {
    const row = await findPerformer(services.db, actor, id)
    if (!row || looks.has(actor.sessionKey, lookedAt(id, row.version))) return row
  }
  const entry = { actor: actor.id, action: 'read', resourceType: 'performer', resourceId: id, ip } as const
  const recorded = services.audit.recordFrom('seen', { ...entry, details: {} })
  const row = await recordLook(services, { actor, performerId: id }, (db) =>
    findPerformerLeaving(db, actor, id, recorded),
  )
  if (row) {
    looks.remember(actor.sessionKey, lookedAt(id))
    looks.remember(actor.sessionKey, lookedAt(id, row.version))
  }
  return row
}

function lookedAt(id: string, version?: number): string {
  return version === undefined ? performerLook(id) : `${performerLook(id)}/${version}`
}

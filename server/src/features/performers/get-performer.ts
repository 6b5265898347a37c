import { dayInJapan } from '@kyc/contract/dates.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import type { RequestInfo } from '../../platform/http/requests/binding.ts'
import { isId } from '../../platform/ids.ts'
import { Problem } from '../../platform/problem.ts'
import type { Actor } from '../access/actor.ts'
import { type AuditDedup, performerView } from '../documents/read/audit-dedup.ts'
import { recordView, type ViewServices } from '../documents/read/record-view.ts'
import type { PerformerRow } from './performer-row.ts'
import type { PerformerServices } from './performer-services.ts'
import { findPerformer, findPerformerLeaving } from './performers-repository.ts'
import { presentPerformer } from './present-performer.ts'

interface PerformerView {
  readonly actor: Actor
  /** Views that this session repeats leave no second entry. */
  readonly sessionKey?: string
  readonly id: string
  readonly request: RequestInfo
}

/**
 * A view of a performer, with its entry in the same statement (D38). The same session viewing the same version again
 * within 5 minutes creates no second one.
 * @throws Problem PERFORMER_NOT_FOUND
 */
export async function getPerformer(
  services: ViewServices & Pick<PerformerServices, 'audit'>,
  dedup: AuditDedup,
  view: PerformerView,
): Promise<Performer> {
  const row = isId(view.id) ? await findAndRecord(services, dedup, view) : undefined
  if (!row) throw new Problem('PERFORMER_NOT_FOUND')
  return presentPerformer(row, dayInJapan(services.clock.now()))
}

async function findAndRecord(
  services: ViewServices & Pick<PerformerServices, 'audit'>,
  dedup: AuditDedup,
  { actor, sessionKey, id, request }: PerformerView,
): Promise<PerformerRow | undefined> {
  // The version is known only after reading, so a view that may be a repeat reads first.
  if (dedup.has(sessionKey, viewOf(id))) {
    const row = await findPerformer(services.db, actor, id)
    if (!row || dedup.has(sessionKey, viewOf(id, row.version))) return row
  }
  const entry = {
    actor: actor.id,
    action: 'read',
    resourceType: 'performer',
    resourceId: id,
    ip: request.ip,
  } as const
  const recorded = services.audit.recordFrom('seen', { ...entry, details: {} })
  const row = await recordView(services, { actor, performerId: id }, (db) =>
    findPerformerLeaving(db, actor, id, recorded),
  )
  if (row) {
    dedup.remember(sessionKey, viewOf(id))
    dedup.remember(sessionKey, viewOf(id, row.version))
  }
  return row
}

function viewOf(id: string, version?: number): string {
  return version === undefined ? performerView(id) : `${performerView(id)}/${version}`
}

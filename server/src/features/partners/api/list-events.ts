import { limits } from '@kyc/contract/limits.ts'
import type { listEvents as endpoint, PartnerEvent } from '@kyc/contract/partner-api.ts'
import { Problem } from '../../../platform/problem.ts'
import type { PartnerServices } from '../partner-services.ts'
import { findEventNumber, findEvents } from './event-repository.ts'
import type { PartnerCall } from './partner-binding.ts'
import { presentEvent } from './present-event.ts'

/**
 * The events after the one that the caller has seen last (D112). The id of a deleted event is refused, so that a server
 * that was down for too long detects that it has missed events.
 */
export async function listEvents(
  { db }: PartnerServices,
  { caller: { mode, partner }, query }: PartnerCall<typeof endpoint>,
): Promise<{ body: PartnerEvent[] }> {
  const of = { partnerId: partner.id, mode }
  const after = query.after === undefined ? '0' : await findEventNumber(db, of, query.after)
  if (after === undefined) throw new Problem('CURSOR_INVALID', { field: 'after' })
  const rows = await findEvents(db, of, { after, limit: query.limit ?? limits.page.size })
  return { body: rows.map(presentEvent) }
}

import { listEvents, type PartnerEvent } from '@kyc/contract/partner-api.ts'
import type { EventRow } from './event-repository.ts'
import { inVersion } from './versions.ts'

/** An event in the list and as the body of a webhook: ids, codes and days only. */
export function presentEvent(row: EventRow): PartnerEvent {
  return {
    id: row.id,
    type: row.type,
    timestamp: row.created_at.toISOString(),
    object_id: row.object_id,
    user_id: row.user_id,
    expires_on: row.expires_on,
    test: row.mode === 'test',
  }
}

/** The body of a webhook: as the list of events shows it in that version. */
export function eventInVersion(version: string, row: EventRow): unknown {
  const [event] = inVersion(version, listEvents.name, [presentEvent(row)]) as unknown[] // a version keeps a list a list
  return event
}

import { dayInJapan } from '@kyc/contract/dates.ts'
import type { SubjectRequest } from '@kyc/contract/subjects.ts'
import type { Db } from '../../platform/db/database.ts'
import { decryptTexts, type RequestRow } from './requests-repository.ts'
import type { SubjectServices } from './subject-services.ts'

/** A request as admins see it; of a sealed record with its texts only if it is `opened`. */
export async function presentRequest(
  services: Pick<SubjectServices, 'clock' | 'masterKey' | 'unreadable'>,
  db: Db,
  row: RequestRow,
  opened = false,
): Promise<SubjectRequest> {
  const isHidden = row.performer_name === null && !opened
  const texts = isHidden ? { details: null, response: null } : await decryptTexts(services, db, row)
  return {
    id: row.id,
    performer: {
      id: row.performer_id,
      name: row.performer_name,
      organisation: { id: row.owner_id, name: row.owner_name },
    },
    kind: row.kind,
    receivedOn: row.received_on,
    dueOn: row.due_on,
    overdue: row.state === 'open' && row.due_on < dayInJapan(services.clock.now()),
    state: row.state,
    ...texts,
    respondedAt: row.responded_at?.toISOString() ?? null,
    handledBy: row.handler,
  }
}

import { dayInJapan } from '@kyc/contract/dates.ts'
import type { RecordReliances, RelianceCheck } from '@kyc/contract/reliances.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { findGiven, findReliances, type RelianceRow } from './reliance-repository.ts'

/** On what a record relies, and who relies on it. */
export async function presentReliances(db: Db, performerId: string): Promise<RecordReliances> {
  const [origin] = await findReliances(db, sql`r.performer_id = ${performerId}::uuid`, 1)
  const given = await findGiven(db, performerId)
  return {
    origin: origin
      ? { ...presentState(origin), organisation: origin.owner_name, ...presentCheck(origin) }
      : null,
    given: given.map((row) => ({
      ...presentState(row),
      recipient: row.recipient_name,
      accepted: row.accepted_at !== null,
    })),
  }
}

/** How far a permission has come. One that the records no longer allow counts as ended before the job marks it. */
export function presentState(
  row: RelianceRow,
): Omit<RecordReliances['given'][number], 'recipient' | 'accepted'> {
  return {
    id: row.id,
    state: row.state,
    permittedAt: row.permitted_at.toISOString(),
    ended: row.ended_at && row.over ? { by: row.over, at: row.ended_at.toISOString() } : null,
  }
}

export function presentCheck(
  row: Pick<RelianceRow, 'checked_at' | 'identity_check' | 'id_kind' | 'expires_on'>,
): RelianceCheck {
  return {
    checkedOn: dayInJapan(row.checked_at),
    check: row.identity_check,
    idKind: row.id_kind,
    expiresOn: row.expires_on,
  }
}

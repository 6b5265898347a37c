import { limits } from '@kyc/contract/limits.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'

interface CleanUpServices {
  readonly clock: Clock
  readonly db: Db
}

/** Deletes requests of moves and merges that no second superadmin has confirmed in time; the log keeps them (D77). */
export async function deleteExpiredTransfers({ clock, db }: CleanUpServices): Promise<void> {
  await db.deleteFrom('transfer').where('expires_at', '<=', clock.now()).execute()
}

/** Deletes invitations of members some time after their expiry, because they contain name and address. */
export async function deleteOldMemberInvitations({ clock, db }: CleanUpServices): Promise<void> {
  const before = new Date(clock.now().getTime() - limits.memberInvitationKept)
  await db.deleteFrom('organisation_invitation').where('expires_at', '<=', before).execute()
}

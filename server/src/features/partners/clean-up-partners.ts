import { deleteExpiredCredentials } from './credential-repository.ts'
import { deleteOldVisits } from './kyc/kyc-session-repository.ts'
import type { PartnerServices } from './partner-services.ts'

const batch = 1000

/** Takes away what counts no longer: keys and secrets after their overlap, visits that are no question any more. */
export async function cleanUpPartners({ db }: Pick<PartnerServices, 'db'>): Promise<{ visits: number }> {
  await deleteExpiredCredentials(db)
  for (let visits = 0; ; ) {
    const deleted = await deleteOldVisits(db, batch)
    visits += deleted
    if (deleted < batch) return { visits }
  }
}

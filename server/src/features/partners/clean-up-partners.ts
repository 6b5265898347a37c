import { deleteExpiredCredentials } from './credential-repository.ts'
import { deleteOldKycSessions } from './kyc/kyc-session-repository.ts'
import type { PartnerServices } from './partner-services.ts'

const batch = 1000

/** Takes away what counts no longer: keys and secrets after their overlap, KYC sessions that are no question any more. */
export async function cleanUpPartners({ db }: Pick<PartnerServices, 'db'>): Promise<{ kycSessions: number }> {
  await deleteExpiredCredentials(db)
  for (let kycSessions = 0; ; ) {
    const deleted = await deleteOldKycSessions(db, batch)
    kycSessions += deleted
    if (deleted < batch) return { kycSessions }
  }
}

import { limits } from '@kyc/contract/limits.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { aboutInquiry, byJob } from '../audit/about.ts'
import { deleteAnsweredBefore } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'

const batch = 200

/**
 * Erases inquiries a year after they were answered, as the privacy policy promises, each with an audit entry
 * (D38). Several processes may run it concurrently.
 * @returns the number of erased inquiries
 */
export async function eraseInquiries({ db, audit, clock }: InquiryServices): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.inquiryKept)
  for (let erased = 0; ; ) {
    const count = await inTransaction(db, async (tx) => {
      const ids = await deleteAnsweredBefore(tx, before, batch)
      for (const id of ids) {
        await audit.record(tx, byJob, 'shred', aboutInquiry(id, null), {})
      }
      return ids.length
    })
    erased += count
    if (count < batch) return erased
  }
}

import { limits } from '@kyc/contract/limits.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { deleteAnsweredBefore } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'

const batch = 200

/**
 * Erases inquiries a year after they were answered, as the privacy policy promises, each with its entry (D38). Any number
 * of processes may run it at once.
 * @returns how many were erased
 */
export async function eraseInquiries({
  db,
  audit,
  clock,
}: Pick<InquiryServices, 'db' | 'audit' | 'clock'>): Promise<number> {
  const before = new Date(clock.now().getTime() - limits.inquiryKept)
  for (let erased = 0; ; ) {
    const count = await inTransaction(db, async (tx) => {
      const ids = await deleteAnsweredBefore(tx, before, batch)
      for (const id of ids) {
        await audit.record(tx, {
          actor: null,
          action: 'shred',
          resourceType: 'inquiry',
          resourceId: id,
          owner: null,
          ip: null,
          details: {},
        })
      }
      return ids.length
    })
    erased += count
    if (count < batch) return erased
  }
}

import type { Inquiry, InquiryState } from '@kyc/contract/contact.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import type { Actor } from '../access/actor.ts'
import { aboutInquiry } from '../audit/about.ts'
import { getInquiry, lockInquiry, updateAnswered } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'
import { presentInquiry } from './present-inquiry.ts'

/**
 * Marks an inquiry as answered or reopens it. A repeated call changes nothing, so that the first
 * account to answer remains recorded.
 */
export async function markInquiry(
  { db, audit, clock }: InquiryServices,
  { actor, id, ip }: { readonly actor: Actor; readonly id: string; readonly ip: string | null },
  state: InquiryState,
): Promise<Inquiry> {
  return inTransaction(db, async (tx) => {
    const { answered_at } = await lockInquiry(tx, id)
    const before: InquiryState = answered_at === null ? 'open' : 'answered'
    if (before !== state) {
      await updateAnswered(tx, id, state === 'answered' ? { at: clock.now(), by: actor.id } : null)
      await audit.record(tx, { actor, ip }, 'update', aboutInquiry(id, null), {
        before: { status: before },
        after: { status: state },
      })
    }
    return presentInquiry(await getInquiry(tx, id))
  })
}

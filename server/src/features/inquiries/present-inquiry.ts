import type { Inquiry } from '@kyc/contract/contact.ts'
import { hour } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import type { InquiryRow } from './inquiries-repository.ts'

export function presentInquiry(row: InquiryRow): Inquiry {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    subject: row.subject,
    message: row.message,
    state: row.answered_at === null ? 'open' : 'answered',
    createdAt: row.created_at.toISOString(),
    answerBy: new Date(row.created_at.getTime() + limits.contactReplyHours * hour).toISOString(),
    answeredAt: row.answered_at?.toISOString() ?? null,
    answeredBy: row.answered_by,
  }
}

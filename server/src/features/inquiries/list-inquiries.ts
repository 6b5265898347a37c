import type { listInquiries as endpoint, Inquiry } from '@kyc/contract/contact.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { limits } from '@kyc/contract/limits.ts'
import { boundedTotal, cutPage, type PageInfo } from '../../platform/page.ts'
import { countInquiries, findInquiries } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'
import { presentInquiry } from './present-inquiry.ts'

export interface InquiryPage extends PageInfo {
  readonly inquiries: Inquiry[]
}

/** A page of inquiries, newest first (D19, D43). Lists are not audited (D38). */
export async function listInquiries(
  { db, cursors }: Pick<InquiryServices, 'cursors' | 'db'>,
  { limit = limits.page.size, cursor, state }: QueryOf<typeof endpoint>,
): Promise<InquiryPage> {
  const list = JSON.stringify(['inquiries', state])
  const before = cursor === undefined ? undefined : cursors.decode(list, cursor)[0]
  const rows = await findInquiries(db, state, { before, limit: limit + 1 })
  const total = await countInquiries(db, state, limits.countBound)
  const { shown, next } = cutPage(rows, limit, (last) => cursors.encode(list, [last.id]))
  return {
    inquiries: shown.map(presentInquiry),
    next,
    ...boundedTotal(total),
  }
}

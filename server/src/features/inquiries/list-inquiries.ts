import type { listInquiries as endpoint, Inquiry } from '@kyc/contract/contact.ts'
import type { QueryOf } from '@kyc/contract/endpoint.ts'
import { type PageInfo, pageById } from '../../platform/lists/page.ts'
import { countInquiries, findInquiries } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'
import { presentInquiry } from './present-inquiry.ts'

/** A page of inquiries, newest first. Lists are not audited. */
export async function listInquiries(
  { db, cursors }: InquiryServices,
  { state, ...paging }: QueryOf<typeof endpoint>,
): Promise<{ body: Inquiry[]; page: PageInfo }> {
  const { rows, page } = await pageById(
    cursors,
    ['inquiries', state],
    paging,
    (bounds) => findInquiries(db, state, bounds),
    () => countInquiries(db, state),
  )
  return { body: rows.map(presentInquiry), page }
}

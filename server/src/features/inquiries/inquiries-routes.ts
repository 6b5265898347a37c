import * as contract from '@kyc/contract/contact.ts'
import { type Binding, bind, type OnRecord } from '../../platform/http/requests/binding.ts'
import { getInquiry } from './inquiries-repository.ts'
import type { InquiryServices } from './inquiry-services.ts'
import { listInquiries } from './list-inquiries.ts'
import { markInquiry } from './mark-inquiry.ts'
import { sendInquiry } from './send-inquiry.ts'

/** The contact form and the list of inquiries. */
export function inquiriesRoutes(services: InquiryServices): Binding[] {
  const inquiry = ({ params }: OnRecord) => getInquiry(services.db, params.id)
  const marks = [
    [contract.answerInquiry, 'answered'],
    [contract.reopenInquiry, 'open'],
  ] as const
  return [
    bind(contract.sendInquiry, async ({ actor, body, request }) => ({
      headers: await sendInquiry(services, body, { actor, request }),
    })),
    bind(contract.listInquiries, ({ query }) => listInquiries(services, query)),
    ...marks.map(([endpoint, state]) =>
      bind(endpoint, inquiry, async ({ actor, params, request }) => ({
        body: await markInquiry(services, { actor, id: params.id, ip: request.ip }, state),
      })),
    ),
  ]
}

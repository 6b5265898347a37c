import { documentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import type { verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { reviewChecks } from '@kyc/contract/review-checks.ts'

type Approval = BodyIn<typeof verifyDocument>

/** What the reviewer has seen: a width at which every document can be read, and the pages of the sample PDFs. */
export const seenWell = { width: 800, lens: false, pages: [1, 2] }

/** The date of birth of the sample performers, unless a test registers another. */
export const adultBirth = '1990-01-01'

/** A complete approval of a document of this type, with `body` replacing the defaults. */
export function approvalOf(type: string, body: Approval = {}): Approval {
  const documentType = documentTypeOf(type)
  if (!documentType) return body
  const checks = reviewChecks[documentType].map(({ id }) => id)
  const reading =
    documentType === 'idFront' ? ({ idKind: 'residence_card', noExpiry: !body.expiresOn } as const) : {}
  const showsBirth = reviewChecks[documentType].some(({ proof }) => proof === 'dateOfBirth')
  return { checks, seen: seenWell, ...(showsBirth && { dateOfBirth: adultBirth }), ...reading, ...body }
}

import { documentTypeOf } from '@kyc/contract/document-vocabulary.ts'
import type { verifyDocument } from '@kyc/contract/documents.ts'
import type { BodyIn } from '@kyc/contract/endpoint.ts'
import { reviewChecks } from '@kyc/contract/review-checks.ts'

type Approval = BodyIn<typeof verifyDocument>

/** A complete approval of a document of this type, with `body` replacing the defaults. */
export function approvalOf(type: string, body: Approval = {}): Approval {
  const documentType = documentTypeOf(type)
  if (!documentType) return body
  const checks = reviewChecks[documentType].map(({ id }) => id)
  const reading =
    documentType === 'idFront' ? ({ idKind: 'residence_card', noExpiry: !body.expiresOn } as const) : {}
  return { checks, ...reading, ...body }
}

import { isExpiring } from '@kyc/contract/document-rules.ts'
import {
  type DocumentStatus,
  type DocumentType,
  documentTypes,
  type IdKind,
  registrationDocumentTypes,
  requiredDocumentTypes,
} from '@kyc/contract/document-vocabulary.ts'
import type { LinkSession } from '@kyc/contract/performer-links.ts'
import { idBackClosed } from '../documents/close-id-back.ts'

/** The newest version in a slot. */
export interface SlotDocument {
  readonly type: DocumentType
  readonly status: DocumentStatus
  readonly expires_on: string | null
  readonly uploaded_via_link: string | null
}

/** A slot that the link requests; it accepts a file unless what it has submitted was decided. */
interface LinkSlot {
  readonly type: DocumentType
  readonly required: boolean
  readonly submitted: boolean
  readonly accepts: boolean
}

/**
 * The slots of a link: empty ones of the registration, rejected ones, those that have expired or expire soon (D16), and those that it
 * has filled. Other
 * slots are not shown, because they would show what was uploaded before. The owner may submit the agreement instead.
 */
export function linkSlots(
  current: readonly SlotDocument[],
  { linkId, idKind, today }: { linkId: string | null; idKind: IdKind | null; today: string },
): LinkSlot[] {
  return documentTypes.flatMap((type) => {
    if (type === 'idBack' && idBackClosed(idKind)) return []
    const document = current.find((each) => each.type === type)
    const rejected = document?.status === 'rejected'
    const expiring = document?.status === 'verified' && isExpiring(document.expires_on, today)
    const open = document ? rejected || expiring : includes(registrationDocumentTypes, type)
    const submitted = !open && linkId !== null && document?.uploaded_via_link === linkId
    if (!open && !submitted) return []
    const required = rejected || (includes(requiredDocumentTypes, type) && type !== 'agreementFile')
    return [{ type, required, submitted, accepts: open || document?.status === 'pending' }]
  })
}

/** The slots as replies contain them. */
export function presentSlots(slots: readonly LinkSlot[]): LinkSession['slots'] {
  return slots.map(({ type, required, submitted }) => ({ type, required, submitted }))
}

function includes(types: readonly DocumentType[], type: DocumentType): boolean {
  return types.includes(type)
}

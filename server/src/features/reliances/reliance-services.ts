import type { DocumentServices } from '../documents/document-services.ts'
import type { MailServices } from '../mails/mail-services.ts'

/** The services of this feature. Each act picks those it needs. */
export type RelianceServices = DocumentServices & MailServices

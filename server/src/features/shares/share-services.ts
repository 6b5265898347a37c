import type { Config } from '../../platform/config.ts'
import type { NoteVerifier } from '../../platform/transparency/signed-note.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import type { MailServices } from '../mails/mail-services.ts'
import type { PartnerServices } from '../partners/partner-services.ts'
import type { VideoServices } from '../videos/video-services.ts'

/** The services of this feature. Each act picks those it needs. */
export type ShareServices = VideoServices &
  DocumentServices &
  Pick<MailServices, 'mails'> &
  Pick<PartnerServices, 'signingKeys'> & {
    readonly config: Pick<Config, 'publicUrl'>
    readonly auditSigner: NoteVerifier
  }

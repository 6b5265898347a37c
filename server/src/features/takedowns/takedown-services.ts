import type { Config } from '../../platform/config.ts'
import type { BoxKeys } from '../../platform/crypto/encrypted-box.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import type { MailServices } from '../mails/mail-services.ts'
import type { VideoServices } from '../videos/video-services.ts'

/** The services of this feature. */
export interface TakedownServices extends VideoServices, DocumentServices, Pick<MailServices, 'mails'> {
  readonly config: VideoServices['config'] &
    DocumentServices['config'] &
    MailServices['config'] &
    Pick<Config, 'secureCookies'>
  /** Encrypts what was written in requests. */
  readonly takedownKeys: BoxKeys
  readonly unreadable: Unreadable
}

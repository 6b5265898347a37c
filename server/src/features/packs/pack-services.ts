import type { Config } from '../../platform/config.ts'
import type { BoxKeys } from '../../platform/crypto/encrypted-box.ts'
import type { Signal } from '../../platform/db/signal.ts'
import type { NoteSigner } from '../../platform/transparency/signed-note.ts'
import type { SubjectServices } from '../subjects/subject-services.ts'
import type { VideoServices } from '../videos/video-services.ts'

/** The services of this feature. Each act picks those it needs. */
export type PackServices = SubjectServices &
  VideoServices & {
    readonly config: Pick<Config, 'secureCookies'>
    /** Encrypts the keys of the files. */
    readonly packKeys: BoxKeys
    readonly auditSigner: NoteSigner
    readonly changed: Signal
  }

import type { Config } from '../../platform/config.ts'
import type { BoxKeys } from '../../platform/crypto/encrypted-box.ts'
import type { RecordServices } from '../records/record-services.ts'
import type { HashKeys } from './document-hashes.ts'
import type { Intake } from './intake/intake.ts'

/** The services of this feature. Each act picks those it needs. */
export interface DocumentServices extends RecordServices {
  readonly config: RecordServices['config'] & Pick<Config, 'fourEyes' | 'bulkViewAlert' | 'quota'>
  readonly replyKeys: BoxKeys
  readonly hashKeys: HashKeys
  readonly intake: Intake
}

/** The services of an act that stores files. */
export type UploadServices = DocumentServices

import type { Config } from '../../platform/config.ts'
import type { MasterKey } from '../../platform/crypto/master-key.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { ObjectStore } from '../../platform/storage/object-store.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { MailServices } from '../mails/mail-services.ts'
import type { Intake } from './intake/intake.ts'

/** What this feature needs of the services. */
export interface DocumentServices extends MailServices {
  readonly db: Db
  readonly log: Log
  readonly audit: AuditWriter
  readonly masterKey: MasterKey
  readonly store: ObjectStore
  readonly unreadable: Unreadable
  readonly intake: Intake
  readonly config: Pick<Config, 'fourEyes' | 'looksAlert' | 'publicUrl' | 'quota'>
}

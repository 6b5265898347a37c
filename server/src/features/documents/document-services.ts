import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { BoxKeys } from '../../platform/crypto/encrypted-box.ts'
import type { MasterKey } from '../../platform/crypto/master-key.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { ObjectStore } from '../../platform/storage/object-store.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { HashKeys } from './document-hashes.ts'
import type { Intake } from './intake/intake.ts'

/** The services of this feature. Each act picks those it needs. */
export interface DocumentServices {
  readonly config: Pick<Config, 'fourEyes' | 'bulkViewAlert' | 'publicUrl' | 'quota'>
  readonly clock: Clock
  readonly db: Db
  readonly log: Log
  readonly mails: MailOutbox
  readonly audit: AuditWriter
  readonly masterKey: MasterKey
  readonly replyKeys: BoxKeys
  readonly hashKeys: HashKeys
  readonly store: ObjectStore
  readonly unreadable: Unreadable
  readonly intake: Intake
}

/** The services of an act that stores files. */
export type UploadServices = Pick<
  DocumentServices,
  'audit' | 'clock' | 'config' | 'db' | 'hashKeys' | 'intake' | 'log' | 'masterKey' | 'replyKeys' | 'store'
>

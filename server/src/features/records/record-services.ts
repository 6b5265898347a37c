import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { MasterKey } from '../../platform/crypto/master-key.ts'
import type { Unreadable } from '../../platform/crypto/unreadable.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { ObjectStore } from '../../platform/storage/object-store.ts'
import type { AuditWriter } from '../audit/record.ts'

/** The services of this feature, which those of every feature that works on records contain. */
export interface RecordServices {
  readonly config: Pick<Config, 'publicUrl' | 'retentionYears'>
  readonly clock: Clock
  readonly db: Db
  readonly log: Log
  readonly mails: MailOutbox
  readonly audit: AuditWriter
  readonly masterKey: MasterKey
  readonly store: ObjectStore
  readonly unreadable: Unreadable
}

import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { BoxKeys } from '../../platform/crypto/encrypted-box.ts'
import type { Db } from '../../platform/db/database.ts'
import type { CursorCodec } from '../../platform/lists/cursor.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'
import type { AuditWriter } from '../audit/record.ts'

/** The services of this feature. */
export interface InquiryServices {
  readonly audit: AuditWriter
  readonly clock: Clock
  readonly config: Pick<Config, 'contactTo' | 'publicUrl' | 'secureCookies'>
  readonly cursors: CursorCodec
  readonly db: Db
  readonly mails: MailOutbox
  /** Key for the pseudonyms of e-mail addresses in buckets. */
  readonly pseudonymKey: Buffer
  readonly replyKeys: BoxKeys
}

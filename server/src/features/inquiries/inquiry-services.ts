import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { InquiryMailServices } from '../mails/mail-inquiry.ts'

/** The services of this feature. */
export interface InquiryServices extends InquiryMailServices {
  readonly config: InquiryMailServices['config'] & Pick<Config, 'secureCookies'>
  readonly db: Db
  readonly audit: AuditWriter
  readonly pseudonymKey: Buffer
}

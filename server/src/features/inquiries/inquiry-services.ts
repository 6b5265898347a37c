import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { AccountKeys } from '../accounts/account-services.ts'
import type { AuditWriter } from '../audit/record.ts'
import type { InquiryMailServices } from '../mails/mail-inquiry.ts'

/** What this feature works with. */
export interface InquiryServices extends InquiryMailServices {
  readonly config: InquiryMailServices['config'] & Pick<Config, 'secureCookies'>
  readonly db: Db
  readonly audit: AuditWriter
  readonly accountKeys: Pick<AccountKeys, 'address'>
}

import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'

/** What writing to people takes. */
export interface MailServices {
  readonly config: Pick<Config, 'publicUrl'>
  readonly clock: Clock
  readonly db: Db
  readonly mails: MailOutbox
}

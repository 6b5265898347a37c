import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts'

/** The services that mails need. */
export interface MailServices {
  readonly config: Pick<Config, 'publicUrl'>
  readonly clock: Clock
  readonly mails: MailOutbox
}

import { newId } from '../../platform/ids.ts'
import type { MailServices } from './mail-services.ts'

/**
 * Services that send their mails after `wait` milliseconds. `jobs` has the ids of the jobs of these mails, so that an
 * act can withdraw the mails until then. An event has the time after the wait, which decides its daily mail.
 */
export function waitingMails(
  { config, clock, mails }: MailServices,
  wait: number,
): MailServices & { readonly jobs: readonly string[] } {
  const jobs: string[] = []
  return {
    config,
    jobs,
    clock: { now: () => new Date(clock.now().getTime() + wait) },
    mails: {
      ...mails,
      async send(tx, mail) {
        const id = newId()
        await mails.send(tx, mail, { id, wait })
        jobs.push(id)
      },
    },
  }
}

/** Services that send one mail, as the job with this id. The caller finds the delivery of the mail by the id. */
export function namedMail({ config, clock, mails }: MailServices, id: string): MailServices {
  return { config, clock, mails: { ...mails, send: (tx, mail) => mails.send(tx, mail, { id }) } }
}

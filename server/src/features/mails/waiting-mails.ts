import { newId } from '../../platform/ids.ts'
import type { MailServices } from './mail-services.ts'

/**
 * Services whose mails wait for so many milliseconds, with the jobs of these mails, so that an act can withdraw them meanwhile. An
 * event goes into the daily mail that ends after the wait.
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

/** Services whose one mail is the job with this id, by which its delivery is found. */
export function namedMail({ config, clock, mails }: MailServices, id: string): MailServices {
  return { config, clock, mails: { ...mails, send: (tx, mail) => mails.send(tx, mail, { id }) } }
}

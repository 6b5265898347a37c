import { sql } from 'kysely'
import { z } from 'zod'
import { type BoxKeys, decryptBox, encryptBox } from '../crypto/encrypted-box.ts'
import type { Unreadable } from '../crypto/unreadable.ts'
import type { Tx } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import { adoptOldJobs } from '../outbox/adopt-old-jobs.ts'
import type { Outbox, OutboxJob } from '../outbox/outbox.ts'
import { checkMail, type Mail, type MailTransport } from './mail.ts'

export const mailQueue = 'mail'

export interface MailOutbox {
  /**
   * Enqueues `mail` in `tx`: it is sent after the commit, and never after a rollback. It is stored encrypted:
   * links in mails give access to accounts, so neither the database nor its backups contain them in plain
   * text.
   * @param job the id of its job, and the milliseconds from the beginning of the transaction to the first attempt
   * @throws TypeError unless recipient and reply address are plain addresses and the subject is one line
   */
  send(tx: Tx, mail: Mail, job?: { readonly id?: string; readonly wait?: number }): Promise<void>
  /** Starts delivering queued mails in this process. */
  startDelivery(): void
}

interface MailOutboxOptions {
  readonly outbox: Outbox
  readonly transport: MailTransport
  readonly keys: BoxKeys
  readonly unreadable: Unreadable
}

export function createMailOutbox({ outbox, transport, keys, unreadable }: MailOutboxOptions): MailOutbox {
  return {
    async send(tx, { about, ...mail }, { id = newId(), wait = 0 } = {}) {
      checkMail(mail)
      const box = encryptBox(keys, Buffer.from(JSON.stringify(mail)), mailContext(id))
      await outbox.enqueue(tx, mailQueue, { id, box, data: { about }, wait })
    },
    startDelivery: () =>
      outbox.work(mailQueue, async (job) => {
        const mail = unreadable.decrypt('mails', job.id, () => decryptMail(keys, job))
        // Throwing keeps the job, in the end as a dead letter, so that the mail can be sent after a restore.
        if (!mail) throw new MailUnreadable()
        await transport.deliver(mail, job.id)
      }),
  }
}

class MailUnreadable extends Error {
  override readonly name = 'MailUnreadable'
}

const content = z.strictObject({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string().optional(),
})

/** The mail of a job. @throws BoxDamaged */
export function decryptMail(keys: BoxKeys, { id, box }: Pick<OutboxJob, 'id' | 'box'>): Mail {
  const plain = decryptBox(keys, box ?? Buffer.alloc(0), mailContext(id))
  return content.parse(JSON.parse(plain.toString('utf8')))
}

/**
 * Deletes the mails that wait or could not be sent and contain personal data of the record, also if they are about
 * others too.
 */
export async function deleteMailsAbout(tx: Tx, recordId: string): Promise<void> {
  await adoptOldJobs(tx)
  await tx.deleteFrom('outbox').where(sql<boolean>`data -> 'about' @> to_jsonb(${recordId}::text)`).execute()
}

/** The context to which the box of a mail is bound. */
export function mailContext(id: string): string {
  return `mail:${id}`
}

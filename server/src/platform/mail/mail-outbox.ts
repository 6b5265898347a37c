import { hour, second } from '@kyc/contract/durations.ts'
import { limits } from '@kyc/contract/limits.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { type BoxKeys, decryptBox, encryptBox } from '../crypto/encrypted-box.ts'
import type { Unreadable } from '../crypto/unreadable.ts'
import type { Tx } from '../db/transaction.ts'
import { newId } from '../ids.ts'
import type { Outbox, Queue } from '../outbox/outbox.ts'
import { checkMail, type Mail, type MailTransport } from './mail.ts'

/** Retries over about six hours; then the mail is a dead letter for the operator. */
export const mailQueue: Queue = {
  name: 'mail',
  retries: 14,
  retryDelay: 15,
  maximumRetryDelay: hour / second,
  timeout: 60,
  kept: limits.mailKept / second,
}

export interface MailOutbox {
  /**
   * Enqueues `mail` in `tx`: it is sent after the commit, and never after a rollback. It is stored encrypted:
   * links in mails give access to accounts, so neither the database nor its backups contain them in plain
   * text.
   * @throws TypeError unless recipient and reply address are plain addresses and the subject is one line
   */
  send(tx: Tx, mail: Mail): Promise<void>
  /** Starts delivering queued mails in this process. */
  startDelivery(): Promise<void>
}

interface MailOutboxOptions {
  readonly outbox: Outbox
  readonly transport: MailTransport
  readonly keys: BoxKeys
  readonly unreadable: Unreadable
  readonly queue?: Queue
}

export function createMailOutbox({
  outbox,
  transport,
  keys,
  unreadable,
  queue = mailQueue,
}: MailOutboxOptions): MailOutbox {
  return {
    async send(tx, { about, ...mail }) {
      checkMail(mail)
      const id = newId()
      const box = encryptBox(keys, Buffer.from(JSON.stringify(mail)), mailContext(id)).toString('base64')
      await outbox.enqueue(tx, queue, { id, box, ...(about && { about }) })
    },
    startDelivery: () =>
      outbox.work(queue, async ({ data }) => {
        const opened = unreadable.open('mails', job.parse(data).id, () => openMail(keys, data))
        // Throwing keeps it among the failed jobs, so that it can be sent after a restore.
        if (!opened) throw new MailUnreadable()
        await transport.deliver(opened.mail, opened.id)
      }),
  }
}

class MailUnreadable extends Error {
  override readonly name = 'MailUnreadable'
}

const job = z.strictObject({ id: z.string(), box: z.base64(), about: z.array(z.string()).optional() })
const content = z.strictObject({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  replyTo: z.string().optional(),
})

/** The mail of a job. @throws BoxDamaged */
export function openMail(keys: BoxKeys, data: unknown): { id: string; mail: Mail } {
  const { id, box } = job.parse(data)
  const plain = decryptBox(keys, Buffer.from(box, 'base64'), mailContext(id))
  return { id, mail: content.parse(JSON.parse(plain.toString('utf8'))) }
}

/** Deletes the mails that wait or could not be sent and contain personal data of the record, also if they are about others too. */
export async function deleteMailsAbout(tx: Tx, recordId: string): Promise<void> {
  await sql`DELETE FROM pgboss.job WHERE name IN (${mailQueue.name}, ${`${mailQueue.name}.dead`})
    AND data -> 'about' @> to_jsonb(${recordId}::text)`.execute(tx)
}

/** What a box is bound to. */
export function mailContext(id: string): string {
  return `mail:${id}`
}

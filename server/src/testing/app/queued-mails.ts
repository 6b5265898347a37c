import type { Mail } from '../../platform/mail/mail.ts'
import { mailQueue, openMail } from '../../platform/mail/mail-outbox.ts'
import type { Services } from '../../services.ts'

type RunSql = <Row extends { data: unknown }>(text: string, values: unknown[]) => Promise<Row[]>

/** The queued mails, oldest first. */
export async function queuedMails({ keyRing }: Services, sql: RunSql): Promise<Mail[]> {
  const rows = await sql<{ data: unknown }>(
    'SELECT data FROM pgboss.job WHERE name = $1 ORDER BY created_on',
    [mailQueue.name],
  )
  const keys = keyRing.boxKeys('mail-queue')
  const opened = rows.map(({ data }) => openMail(keys, data))
  // Jobs of one transaction have the same time; their mails' ids are in order.
  return opened.sort((one, other) => (one.id < other.id ? -1 : 1)).map(({ mail }) => mail)
}

import type { Mail } from '../../platform/mail/mail.ts'
import { decryptMail, mailQueue } from '../../platform/mail/mail-outbox.ts'
import type { Services } from '../../services.ts'

type RunSql = <Row extends { id: string; box: Buffer }>(text: string, values: unknown[]) => Promise<Row[]>

/** The queued mails, oldest first. */
export async function queuedMails({ keyRing }: Services, sql: RunSql): Promise<Mail[]> {
  const rows = await sql<{ id: string; box: Buffer }>(
    'SELECT id, box FROM outbox WHERE queue = $1 AND next_attempt_at IS NOT NULL ORDER BY created_at, id',
    [mailQueue],
  )
  const keys = keyRing.boxKeys('mail-queue')
  return rows.map((row) => decryptMail(keys, row))
}

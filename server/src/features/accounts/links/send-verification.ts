import type { Tx } from '../../../platform/db/transaction.ts'
import type { MailServices } from '../../mails/mail-services.ts'
import { mailVerification } from '../../mails/mail-verification.ts'
import { endLinks, issueLink } from './one-time-links.ts'

/** Mails a link that verifies the address of an unverified account; false if it had such a mail within the hour (D56). */
export function sendVerification(services: MailServices, tx: Tx, accountId: string): Promise<boolean> {
  return mailVerification(services, tx, accountId, async () => {
    await endLinks(tx, accountId, 'email_verification')
    return issueLink(tx, 'email_verification', accountId)
  })
}

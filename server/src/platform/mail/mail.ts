import { limits } from '@kyc/contract/limits.ts'

/** A mail to one recipient. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** The recipient of replies, if it is not the sender. */
  readonly replyTo?: string | undefined
  /** The records whose personal data it contains; not part of what is sent. */
  readonly about?: readonly string[] | undefined
}

/** Delivers mails to an SMTP server or a folder. */
export interface MailTransport {
  /** Delivers the mail durably; retries of a mail have the same `id`. */
  deliver(mail: Mail, id: string): Promise<void>
}

/** The sender of mails. */
export interface MailSender {
  readonly name: string
  readonly address: string
}

/**
 * Rejects texts that could add a header or a recipient.
 * @throws TypeError
 */
export function checkMail({ to, subject, replyTo }: Mail): void {
  if (!isMailAddress(to)) throw new TypeError('the recipient must be exactly one address')
  if (replyTo !== undefined && !isMailAddress(replyTo))
    throw new TypeError('the reply address must be one address')
  if (/\p{Cc}/u.test(subject)) throw new TypeError('the subject must be one line')
}

/** One plain address without a name, comments, quotes or lists. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= limits.emailChars && /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(text)
  )
}

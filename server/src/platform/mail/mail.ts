import { limits } from '@kyc/contract/limits.ts'

/** A mail to one person. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Who gets the answers, where that is not the sender. */
  readonly replyTo?: string | undefined
}

/** The way out for mails: a server, or a folder of this machine. */
export interface MailTransport {
  /** Hands the mail over for good; `id` is the same each time the same mail is sent again. */
  deliver(mail: Mail, id: string): Promise<void>
}

/** Who the mails are from. */
export interface MailSender {
  readonly name: string
  readonly address: string
}

/**
 * Refuses what could become a header or a second recipient.
 * @throws TypeError
 */
export function checkMail({ to, subject, replyTo }: Mail): void {
  if (!isMailAddress(to)) throw new TypeError('a mail goes to exactly one address')
  if (replyTo !== undefined && !isMailAddress(replyTo)) throw new TypeError('one address gets the answers')
  if (/\p{Cc}/u.test(subject)) throw new TypeError('a subject is one line')
}

/** One plain address without a name, comments, quotes or lists. */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= limits.emailChars && /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u.test(text)
  )
}

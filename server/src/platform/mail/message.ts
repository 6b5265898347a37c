import type { SendMailOptions } from 'nodemailer'
import type { Mail, MailSender } from './mail.ts'

/** The mail in the form of the library, which can't interpret any part as a path, a URL or a list. */
export function messageOf(mail: Mail, id: string, from: MailSender): SendMailOptions {
  return {
    from: { ...from }, // a copy, because the library modifies its argument
    to: { name: '', address: mail.to },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // The same for every attempt, so that duplicates can be recognised.
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'ja' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

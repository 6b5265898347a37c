import type { SendMailOptions } from 'nodemailer'
import type { Mail, MailSender } from './mail.ts'

/** The mail as the library takes it: nothing in it is ever read as a path, an address of a file or a list. */
export function messageOf(mail: Mail, id: string, from: MailSender): SendMailOptions {
  return {
    from: { ...from }, // the library writes into what it is given
    to: { name: '', address: mail.to },
    ...(mail.replyTo === undefined ? {} : { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    // The same for every attempt, so that a mail that was handed over twice can be recognised.
    messageId: `<${id}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'ja' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

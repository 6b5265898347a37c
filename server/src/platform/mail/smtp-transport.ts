import { createTransport } from 'nodemailer'
import { isLoopback } from '../environment.ts'
import type { MailSender, MailTransport } from './mail.ts'
import { messageOf } from './message.ts'

const connectTimeout = 10_000
const idleTimeout = 20_000

/**
 * Sends mails to the SMTP server at `url`. `smtps://` uses TLS from the start. `smtp://` uses STARTTLS and
 * rejects remote servers without it, unless `?requireTLS=false` declares the network safe.
 */
export function smtpTransport(url: URL, from: MailSender): MailTransport {
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const mailer = createTransport({
    host,
    port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
    secure,
    requireTLS: !secure && !isLoopback(host) && url.searchParams.get('requireTLS') !== 'false',
    ...(url.username === ''
      ? {}
      : { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
    socketTimeout: idleTimeout,
  })
  return {
    async deliver(mail, id) {
      await mailer.sendMail(messageOf(mail, id, from))
    },
  }
}

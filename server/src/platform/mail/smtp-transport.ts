import { createTransport } from 'nodemailer'
import { isLoopback } from '../environment.ts'
import type { MailSender, MailTransport } from './mail.ts'
import { messageOf } from './message.ts'

const connecting = 10_000
const silence = 20_000

/**
 * Hands mails to the SMTP server at `url`: `smtps://` speaks TLS from the start, `smtp://` turns to it and refuses
 * servers elsewhere that don't, unless `?requireTLS=false` says that the way there is safe.
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
    connectionTimeout: connecting,
    greetingTimeout: connecting,
    socketTimeout: silence,
  })
  return {
    async deliver(mail, id) {
      await mailer.sendMail(messageOf(mail, id, from))
    },
  }
}

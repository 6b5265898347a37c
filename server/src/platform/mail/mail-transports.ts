import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions } from 'nodemailer'
import type { Config } from '../config.ts'
import { replaceFile } from '../files/durable-files.ts'
import { isLoopback } from '../settings/environment.ts'
import type { Mail, MailSender, MailTransport } from './mail.ts'

// The library is loaded with the first mail: most processes send none. Its transports have no state.

/** Creates the transport of the settings (D43). */
export function createMailTransport({ mail }: Pick<Config, 'mail'>): MailTransport {
  if (mail.kind === 'smtp') return smtpTransport(mail.url.reveal(), mail.from)
  return folderTransport(mail.path, mail.from)
}

/** Writes mails as files that only this OS account can read: they contain links to accounts. */
export function folderTransport(folder: string, from: MailSender): MailTransport {
  return {
    async deliver(mail, id) {
      const { createTransport } = await import('nodemailer')
      const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await composer.sendMail(messageOf(mail, id, from))
      if (!Buffer.isBuffer(message)) throw new TypeError('the library returned a stream')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await replaceFile(join(folder, `${id}.eml`), message)
    },
  }
}

const connectTimeout = 10_000
const idleTimeout = 20_000

/**
 * Sends mails to the SMTP server at `url`. `smtps://` uses TLS from the start. `smtp://` uses STARTTLS and
 * rejects remote servers without it, unless `?requireTLS=false` declares the network safe.
 */
export function smtpTransport(url: URL, from: MailSender): MailTransport {
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const options = {
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
  }
  return {
    async deliver(mail, id) {
      const { createTransport } = await import('nodemailer')
      await createTransport(options).sendMail(messageOf(mail, id, from))
    },
  }
}

/** The mail in the form of the library, which can't interpret any part as a path, a URL or a list. */
function messageOf(mail: Mail, id: string, from: MailSender): SendMailOptions {
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

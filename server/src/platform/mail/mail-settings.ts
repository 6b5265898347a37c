import { join } from 'node:path'
import type { Environment } from '../settings/environment.ts'
import { Secret } from '../settings/secret.ts'
import { isMailAddress, type MailSender } from './mail.ts'

/** The transport of mails: an SMTP server, or files in a folder. */
export type MailSettings = { readonly from: MailSender } & (
  | { readonly kind: 'smtp'; readonly url: Secret<URL> }
  | { readonly kind: 'folder'; readonly path: string }
)

/** Mails are sent by SMTP if SMTP_URL is set, else written as files into the data folder. */
export function readMail(env: Environment, dataDir: string, production: boolean): MailSettings {
  const url = env.url('SMTP_URL', ['smtp:', 'smtps:'])
  const sender = readSender(env)
  if (url && url.hostname === '') env.fault('SMTP_URL must name a server, such as smtps://mail.example.com.')
  // Production requires MAIL_FROM in any case, and reports it with the other settings.
  if (env.text('SMTP_URL') !== undefined && !sender && !production) {
    env.fault('SMTP_URL requires MAIL_FROM, the address of the sender.')
  }
  const from = sender ?? { name: productName, address: 'no-reply@localhost' }
  if (url) return Object.freeze({ kind: 'smtp', url: new Secret(url), from })
  return Object.freeze({ kind: 'folder', path: join(dataDir, 'mails'), from })
}

const productName = '本人確認管理システム'

/**
 * The recipient of inquiries. Production requires CONTACT_TO, because the mailbox of the sender is often not
 * read, and the contact page promises an answer. Elsewhere the default is the sender.
 */
export function readContactTo(env: Environment, demo: boolean, from: MailSender): string {
  const text = env.text('CONTACT_TO')
  if (text !== undefined && !isMailAddress(text)) {
    env.fault('CONTACT_TO must be one plain address, such as support@example.com.')
  }
  return text ?? (demo ? 'contact@example.com' : from.address)
}

/** An address, or a name and an address in angle brackets. */
function readSender(env: Environment): MailSender | undefined {
  const text = env.text('MAIL_FROM')
  if (text === undefined) return undefined
  const [, name = '', bracketed] = /^([^<>"]*)<([^<>]*)>$/.exec(text) ?? []
  const address = (bracketed ?? text).trim()
  if (!isMailAddress(address) || /\p{Cc}/u.test(text)) {
    env.fault('MAIL_FROM must be an address, such as kyc@example.com or 本人確認 <kyc@example.com>.')
  }
  return Object.freeze({ name: name.trim() || productName, address })
}

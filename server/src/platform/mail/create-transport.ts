import type { Config } from '../config.ts'
import { folderTransport } from './folder-transport.ts'
import type { MailTransport } from './mail.ts'
import { smtpTransport } from './smtp-transport.ts'

/** Creates the transport of the settings (D43). */
export function createMailTransport({ mail }: Pick<Config, 'mail'>): MailTransport {
  if (mail.kind === 'smtp') return smtpTransport(mail.url.reveal(), mail.from)
  return folderTransport(mail.path, mail.from)
}

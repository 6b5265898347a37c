import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { syncFolder } from '../storage/sync-folder.ts'
import type { MailSender, MailTransport } from './mail.ts'
import { messageOf } from './message.ts'

/** Writes mails as files that only this OS account can read: they contain links to accounts (D43). */
export function folderTransport(folder: string, from: MailSender): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async deliver(mail, id) {
      const { message } = await composer.sendMail(messageOf(mail, id, from))
      if (!Buffer.isBuffer(message)) throw new TypeError('the library returned a stream')
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${id}.eml`)
      const file = await open(`${path}.tmp`, 'w', 0o600)
      try {
        await file.writeFile(message)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(`${path}.tmp`, path)
      await syncFolder(folder)
    },
  }
}

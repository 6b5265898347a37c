import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { unlessMissing } from '../files/fs.ts'
import { isId } from '../ids.ts'
import type { Mail } from './mail.ts'

export interface StoredMail extends Mail {
  readonly id: string
  readonly at: Date
}

/** The newest mails of a folder of `folderTransport`, newest first. */
export async function listMails(folder: string, limit: number): Promise<StoredMail[]> {
  const names = await readdir(folder).catch(unlessMissing)
  // The order of ids is that of time.
  const ids = (names ?? []).flatMap((name) => (name.endsWith('.eml') ? [name.slice(0, -4)] : [])).sort()
  const mails = await Promise.all(
    ids
      .slice(-limit)
      .reverse()
      .map((id) => readMail(folder, id)),
  )
  return mails.filter((mail) => mail !== undefined)
}

/** One mail; undefined if it doesn't exist. */
export async function readMail(folder: string, id: string): Promise<StoredMail | undefined> {
  // A valid id can't contain a path.
  const bytes = isId(id) ? await readFile(join(folder, `${id}.eml`)).catch(unlessMissing) : undefined
  if (!bytes) return undefined
  const { to = [], subject = '', text = '', html = '', date } = await PostalMime.parse(bytes)
  return { id, to: to.map(({ address }) => address).join(), subject, text, html, at: new Date(date ?? 0) }
}

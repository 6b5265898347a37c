import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../files/durable-files.ts'
import { unlessMissing } from '../../files/fs.ts'

export interface Passwords {
  readonly owner: string
  readonly app: string
}

/** The file with the owner's password, which initdb reads. */
export function ownerPasswordFile(dataDir: string): string {
  return join(dataDir, 'postgres-owner.password')
}

/** Reads or creates the passwords of the two logins, each in a file that only this account may read. */
export async function ensurePasswords(dataDir: string): Promise<Passwords> {
  return {
    owner: await ensurePassword(ownerPasswordFile(dataDir)),
    app: await ensurePassword(join(dataDir, 'postgres-app.password')),
  }
}

async function ensurePassword(path: string): Promise<string> {
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  if (text !== undefined) return text.trim()
  const password = randomBytes(24).toString('hex')
  // Durable before it is used: without its password a cluster cannot be opened.
  await replaceFile(path, `${password}\n`)
  return password
}

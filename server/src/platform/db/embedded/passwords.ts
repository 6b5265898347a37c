import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unlessMissing } from '../../fs.ts'
import { syncFolder } from '../../storage/sync-folder.ts'

export interface Passwords {
  readonly owner: string
  readonly app: string
}

/** The file with the owner's password, which initdb reads. */
export function ownerPasswordFile(dataDir: string): string {
  return join(dataDir, 'postgres-owner.password')
}

/** Reads or creates the passwords of the two logins, each in a file that only this account may read (D46). */
export async function ensurePasswords(dataDir: string): Promise<Passwords> {
  return {
    owner: await ensurePassword(ownerPasswordFile(dataDir)),
    app: await ensurePassword(join(dataDir, 'postgres-app.password')),
  }
}

async function ensurePassword(path: string): Promise<string> {
  return (await readPassword(path)) ?? (await writePassword(path, randomBytes(24).toString('hex')))
}

async function readPassword(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  return text?.trim()
}

/** Syncs the file before the password is used: without its password a cluster cannot be opened. */
async function writePassword(path: string, password: string): Promise<string> {
  const file = await open(`${path}.new`, 'w', 0o600)
  try {
    await file.writeFile(`${password}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(`${path}.new`, path)
  await syncFolder(dirname(path))
  return password
}

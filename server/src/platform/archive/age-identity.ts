import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { unlessMissing } from '../files/fs.ts'
import { StartError } from '../process/start-error.ts'

/** Loaded when it is first needed: a server only needs it to check BACKUP_RECIPIENT, which happens while it reads its settings. */
const age = () => createRequire(import.meta.url)('age-encryption') as typeof import('age-encryption')

/**
 * Creates the new file `path` with an identity of age that only this OS account can read.
 * @returns its recipient, which encrypts and opens nothing
 */
export async function createIdentityFile(path: string): Promise<string> {
  const { generateX25519Identity, identityToRecipient } = age()
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  await writeFile(path, `# recipient: ${recipient}\n${identity}\n`, { flag: 'wx', mode: 0o600, flush: true })
  return recipient
}

/** Whether the library of age accepts a text as a recipient, its checksum included. */
export function isRecipient(text: string): boolean {
  try {
    ;new (age().Encrypter)().addRecipient(text)
    return true
  } catch {
    return false
  }
}

/**
 * The identities in a file of age-keygen: one per line, with comments.
 * @throws StartError if it contains none
 */
export async function readIdentityFile(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(unlessMissing)
  if (text === undefined) throw new StartError(`The identity file ${path} is missing.`)
  const identities = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0)
    throw new StartError(`${path} contains no identity of age (AGE-SECRET-KEY-1…).`)
  return identities
}

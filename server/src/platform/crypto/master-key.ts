import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isMissing } from '../fs.ts'
import { StartError } from '../start-error.ts'
import { writeOnce } from '../storage/write-once.ts'
import { deriveKey } from './derive-key.ts'

/** The key that wraps all others. Its id is stored beside what it wrapped and tells nothing about the key. */
export interface MasterKey {
  readonly id: string
  readonly bytes: Buffer
}

/** The key file is there and can't be used, or is missing where data needs it; `message` is for the operator. */
export class MasterKeyError extends StartError {}

/** @throws MasterKeyError unless `bytes` are 32 */
export function masterKey(bytes: Buffer): MasterKey {
  if (bytes.length !== 32) throw new MasterKeyError(`The master key must be 32 bytes, not ${bytes.length}.`)
  return { id: deriveKey(bytes, 'master-key-id', 8).toString('hex'), bytes }
}

/** Whether `bytes` are one byte repeated, such as all zeros: a placeholder, never a random key. */
export function isWeakKey(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === bytes[0])
}

/**
 * The key in `path`; undefined when there is no such file.
 * @throws MasterKeyError when the file can't be read or holds something else
 */
export async function readMasterKeyFile(path: string): Promise<MasterKey | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined
    throw new MasterKeyError(`The master key file ${path} can't be read: ${error.code}.`, { cause: error })
  })
  if (text === undefined) return undefined
  const bytes = Buffer.from(text.trim(), 'base64')
  // Decoding skips what is not base64, so a damaged key would pass unless it is written back.
  if (bytes.length !== 32 || bytes.toString('base64') !== text.trim()) {
    throw new MasterKeyError(`The master key file ${path} is damaged: it must hold 32 bytes in base64.`)
  }
  if (isWeakKey(bytes)) {
    throw new MasterKeyError(`The master key file ${path} repeats a single byte: it is not a random key.`)
  }
  return masterKey(bytes)
}

/**
 * Makes a key file that only this account can read, durable before it is used. Of several processes that start at
 * once one makes it, and all get the same key.
 * @throws MasterKeyError when the file that won can't be used
 */
export async function createMasterKeyFile(path: string): Promise<MasterKey> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeOnce(path, `${randomBytes(32).toString('base64')}\n`)
  const made = await readMasterKeyFile(path)
  if (!made) throw new MasterKeyError(`The master key file ${path} vanished while it was made.`)
  return made
}

/**
 * The key in `path`, made there the first time. Where `dataNeedsIt` (something was wrapped by an earlier key), a
 * missing file is a fault: a new key would make every stored document unreadable for good.
 * @throws MasterKeyError
 */
export async function openMasterKeyFile(
  path: string,
  options: { generate: boolean; dataNeedsIt: () => Promise<boolean> },
): Promise<MasterKey> {
  const found = await readMasterKeyFile(path)
  if (found) return found
  if (!options.generate) throw new MasterKeyError(`The master key file ${path} is missing.`)
  if (await options.dataNeedsIt()) {
    throw new MasterKeyError(
      `The master key file ${path} is missing, and documents are stored that only it can open. Put it back.`,
    )
  }
  return createMasterKeyFile(path)
}

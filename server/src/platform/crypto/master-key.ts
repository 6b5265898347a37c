import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { writeOnce } from '../files/durable-files.ts'
import { isMissing } from '../files/fs.ts'
import { StartError } from '../process/start-error.ts'
import { deriveKey } from './derive-key.ts'

/** The key that wraps all others. Its id is stored with the wrapped keys and reveals nothing about the key. */
export interface MasterKey {
  readonly id: string
  readonly bytes: Buffer
  /** During a rotation, the key that wraps the others: it unwraps, but wraps nothing. */
  readonly previous?: Omit<MasterKey, 'previous'>
}

/** What an installation stores about its master keys: in the database, or in an archive of keys. */
export interface StoredMasterKeys {
  /** Whether data needs the existing key, so that a missing key file is not generated. */
  readonly dataNeedsIt: () => Promise<boolean>
  readonly findKmsKey: (address: string) => Promise<Buffer | undefined>
  /** Stores a new key of KMS unless another process has stored one. */
  readonly addKmsKey: (address: string, encrypted: Buffer) => Promise<void>
}

/** The key file can't be used, or is missing although data requires it; `message` is for the operator. */
export class MasterKeyError extends StartError {}

/** @throws MasterKeyError unless there are 32 bytes */
export function masterKey(bytes: Buffer): MasterKey {
  if (bytes.length !== 32) throw new MasterKeyError(`The master key must be 32 bytes, not ${bytes.length}.`)
  return { id: deriveKey(bytes, 'master-key-id', 8).toString('hex'), bytes }
}

/** Whether `bytes` repeat one byte, such as zero: a placeholder, never a random key. */
export function isWeakKey(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === bytes[0])
}

/**
 * Reads the key in `path`; undefined if the file is missing.
 * @throws MasterKeyError if the file can't be read or doesn't contain a key
 */
export async function readMasterKeyFile(path: string): Promise<MasterKey | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error)) return undefined
    throw new MasterKeyError(`The master key file ${path} can't be read: ${error.code}.`, { cause: error })
  })
  if (text === undefined) return undefined
  const bytes = Buffer.from(text.trim(), 'base64')
  // Decoding skips characters that are not base64, so only encoding the bytes again detects a damaged key.
  if (bytes.length !== 32 || bytes.toString('base64') !== text.trim()) {
    throw new MasterKeyError(`The master key file ${path} is damaged: it must contain 32 bytes in base64.`)
  }
  if (isWeakKey(bytes)) {
    throw new MasterKeyError(`The master key file ${path} repeats a single byte: it is not a random key.`)
  }
  return masterKey(bytes)
}

/**
 * Creates a key file that only this OS account can read, durable before its first use. If several processes
 * start concurrently, one creates it and all read the same key.
 * @throws MasterKeyError if the created file can't be used
 */
export async function createMasterKeyFile(path: string): Promise<MasterKey> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeOnce(path, `${randomBytes(32).toString('base64')}\n`)
  const created = await readMasterKeyFile(path)
  if (!created) throw new MasterKeyError(`The master key file ${path} was removed during its creation.`)
  return created
}

/**
 * Reads the key in `path`, and creates it at the first start. If `dataNeedsIt` (data is encrypted with an
 * earlier key), a missing file is an error: a new key would make every stored document unreadable.
 * @throws MasterKeyError
 */
export async function openMasterKeyFile(
  path: string,
  options: { generate: boolean; dataNeedsIt: () => Promise<boolean> },
): Promise<MasterKey> {
  const existing = await readMasterKeyFile(path)
  if (existing) return existing
  if (!options.generate) throw new MasterKeyError(`The master key file ${path} is missing.`)
  if (await options.dataNeedsIt()) {
    throw new MasterKeyError(
      `The master key file ${path} is missing, and stored documents can be opened only with it. Restore the file.`,
    )
  }
  return createMasterKeyFile(path)
}

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline as connect, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ReadableStream as WebStream } from 'node:stream/web'
import { createGunzip, createGzip } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { StartError } from '../process/start-error.ts'

// Compressed files in the format of age (age-encryption.org/v1), for a key that this machine does not have: they can
// also be read with `age -d -i identity.txt FILE | gunzip`.

/** A written file: its size and the SHA-256 of its bytes, in hexadecimal. */
export interface WrittenFile {
  readonly bytes: number
  readonly sha256: string
}

/**
 * Writes the new file `path`, which only the identity of `recipient` opens. When it resolves, the file is durable and
 * was read back.
 * @throws StartError if the recipient is not one of age, or the file contains other bytes than were written
 */
export async function writeEncrypted(
  path: string,
  content: AsyncIterable<Uint8Array | string>,
  recipient: string,
): Promise<WrittenFile> {
  const hashing = createHashing()
  await pipeline(
    content,
    createGzip(),
    async function* (zipped: AsyncIterable<Uint8Array>) {
      // Created within the pipeline, which destroys the content if the recipient is refused.
      yield* await encrypterFor(recipient).encrypt(webStream(zipped))
    },
    hashing.pass,
    createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }),
  )
  const written = hashing.result()
  const stored = await hashOf(createReadStream(path))
  if (stored.sha256 !== written.sha256)
    throw new StartError(`The disk returned other bytes of ${path} than were written.`)
  return written
}

/**
 * The decrypted and decompressed content of a file, which fails at its end unless the file is `expected`: anyone can
 * encrypt for the recipient, so only the hash says who has written it.
 * @throws StartError if none of the identities opens it
 */
export async function readEncrypted(
  path: string,
  expected: WrittenFile,
  identities: readonly string[],
): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  const source = createReadStream(path)
  const decrypted = await decrypter.decrypt(webStream(checked(source, path, expected))).catch((error) => {
    if (error instanceof StartError) throw error
    source.destroy()
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartError(`The identity does not open ${path} (${reason}).`, { cause: error })
  })
  // An error of any step destroys the last one, whose reader receives it.
  return connect(Readable.from(decrypted, { objectMode: false }), createGunzip(), () => undefined)
}

/** @throws StartError at the end, if other bytes have passed */
async function* checked(content: Readable, path: string, expected: WrittenFile): AsyncGenerator<Uint8Array> {
  const hashing = createHashing()
  yield* hashing.pass(content)
  requireSame(path, expected, hashing.result())
}

/** @throws StartError if the file was changed */
export function requireSame(path: string, expected: WrittenFile, found: WrittenFile): void {
  if (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)
    throw new StartError(
      `The file ${path} was changed after the backup: use another backup or another copy of it.`,
    )
}

function webStream(content: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  // Node's type of the class and that of browsers, which the library names, describe the same class.
  return WebStream.from(content) as ReadableStream<Uint8Array>
}

/** Hashes what passes through it. */
export function createHashing() {
  const hash = createHash('sha256')
  let bytes = 0
  return {
    async *pass(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of content) {
        hash.update(chunk)
        bytes += chunk.length
        yield chunk
      }
    },
    /** The size and hash of what has passed; to be called once. */
    result: (): WrittenFile => ({ bytes, sha256: hash.digest('hex') }),
  }
}

/** The size and hash of a content. */
export async function hashOf(content: AsyncIterable<Uint8Array>): Promise<WrittenFile> {
  const hashing = createHashing()
  for await (const _ of hashing.pass(content));
  return hashing.result()
}

function encrypterFor(recipient: string): Encrypter {
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch (error) {
    throw new StartError('BACKUP_RECIPIENT is not a recipient of age (age1…): copy it again.', {
      cause: error,
    })
  }
  return encrypter
}

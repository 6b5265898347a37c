import { Transform, type TransformCallback } from 'node:stream'
// The parts of the AWS Encryption SDK that work with keys of our own: the whole of it brings clients for AWS along.
import { buildDecrypt } from '@aws-crypto/decrypt-node'
import { buildEncrypt } from '@aws-crypto/encrypt-node'
import { AlgorithmSuiteIdentifier, CommitmentPolicy } from '@aws-crypto/material-management-node'
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node'
import { MiB } from '@kyc/contract/limits.ts'

const encryption = buildEncrypt(CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT)
const decryption = buildDecrypt(CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT)
const frameLength = MiB
const keyNamespace = 'identity-verification'

/** What an object is bound to: opened as anything else, it does not decrypt. Nothing here may ever change. */
export interface ObjectContext {
  readonly objectKey: string
  readonly performerId: string
  readonly documentType: string
}

/** The object is not what was stored: altered, cut off, lengthened, or stored under another key or name. */
export class ObjectDamaged extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`A stored object can't be opened: ${reason}`, options)
    this.name = 'ObjectDamaged'
  }
}

/** Encrypts what is written to it in frames of 1 MiB. Destroying it half-way is safe. */
export function encryptStream(key: Buffer, context: ObjectContext): Transform {
  const inner = encryption.encryptStream(keyring(key), {
    suiteId: AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY,
    frameLength,
    encryptionContext: { ...context },
  })
  return new Guarded(inner, (error) => error)
}

/**
 * Decrypts what is written to it and gives out each frame only after it was verified. Fails with ObjectDamaged at
 * the first thing that is wrong; the end comes only if exactly `ciphertextBytes` were read. Destroying it half-way
 * is safe.
 */
export function decryptStream(key: Buffer, context: ObjectContext, ciphertextBytes: number): Transform {
  const inner = decryption.decryptUnsignedMessageStream(keyring(key), { maxBodySize: frameLength })
  const damaged = (error: Error) => new ObjectDamaged(error.message, { cause: error })
  const guarded = new Guarded(inner, damaged, ciphertextBytes)
  inner.once('MessageHeader', ({ encryptionContext }: { encryptionContext: Record<string, string> }) => {
    const wrong = Object.entries(context).find(([name, value]) => encryptionContext[name] !== value)
    if (wrong) guarded.destroy(new ObjectDamaged(`it was stored with another ${wrong[0]}.`))
  })
  return guarded
}

function keyring(key: Buffer): RawAesKeyringNode {
  return new RawAesKeyringNode({
    keyName: 'performer',
    keyNamespace,
    // The library keeps and zeroes what it is given, so it gets its own copy.
    unencryptedMasterKey: new Uint8Array(key),
    wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
  })
}

/**
 * Stands between our streams and one of the library's, which must never be destroyed: a destroyed one throws where
 * nobody can catch it. A failed or abandoned one is ended and drained instead.
 */
class Guarded extends Transform {
  readonly #inner: NodeJS.ReadWriteStream
  readonly #expectedBytes: number | undefined
  #received = 0

  constructor(inner: NodeJS.ReadWriteStream, translate: (error: Error) => Error, expectedBytes?: number) {
    super()
    this.#inner = inner
    this.#expectedBytes = expectedBytes
    inner.on('error', (error: Error) => this.destroy(translate(error)))
    inner.on('data', (chunk: Buffer) => {
      if (!this.destroyed && !this.push(chunk)) inner.pause()
    })
  }

  override _read(size: number): void {
    this.#inner.resume()
    super._read(size)
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#received += chunk.length
    if (this.#expectedBytes !== undefined && this.#received > this.#expectedBytes) {
      done(new ObjectDamaged(`it is longer than ${this.#expectedBytes} bytes.`))
      return
    }
    this.#inner.write(chunk, () => done())
  }

  override _flush(done: TransformCallback): void {
    if (this.#expectedBytes !== undefined && this.#received < this.#expectedBytes) {
      done(new ObjectDamaged(`it has ${this.#received} bytes instead of ${this.#expectedBytes}.`))
      return
    }
    this.#inner.once('end', () => done())
    this.#inner.end()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#inner.end()
    this.#inner.resume()
    done(error)
  }
}

import { Transform, type TransformCallback } from 'node:stream'
// The parts of the AWS Encryption SDK for raw keys: the complete SDK depends on clients for AWS.
import { buildDecrypt } from '@aws-crypto/decrypt-node'
import { buildEncrypt } from '@aws-crypto/encrypt-node'
import { AlgorithmSuiteIdentifier, CommitmentPolicy } from '@aws-crypto/material-management-node'
import { RawAesKeyringNode, RawAesWrappingSuiteIdentifier } from '@aws-crypto/raw-aes-keyring-node'
import { MiB } from '@kyc/contract/limits.ts'

const encryption = buildEncrypt(CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT)
const decryption = buildDecrypt(CommitmentPolicy.REQUIRE_ENCRYPT_REQUIRE_DECRYPT)
const frameLength = MiB
const keyNamespace = 'identity-verification'

/** The authenticated context of an object, required for its decryption. Its fields must never change. */
export interface ObjectContext {
  readonly objectKey: string
  readonly performerId: string
  readonly documentType: string
}

/** The object was altered, truncated, extended, or stored under another key or name. */
export class ObjectDamaged extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(`A stored object can't be opened: ${reason}`, options)
    this.name = 'ObjectDamaged'
  }
}

/** Encrypts its input in frames of 1 MiB. It can safely be destroyed at any point. */
export function encryptStream(key: Buffer, context: ObjectContext): Transform {
  const inner = encryption.encryptStream(keyring(key), {
    suiteId: AlgorithmSuiteIdentifier.ALG_AES256_GCM_IV12_TAG16_HKDF_SHA512_COMMIT_KEY,
    frameLength,
    encryptionContext: { ...context },
  })
  return new Guarded(inner, (error) => error)
}

/**
 * Decrypts its input and emits each frame only after verifying it. Fails with ObjectDamaged at the first
 * fault, and unless the input has exactly `ciphertextBytes`. It can safely be destroyed at any point.
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
    // A copy, because the library keeps and zeroes its argument.
    unencryptedMasterKey: new Uint8Array(key),
    wrappingSuite: RawAesWrappingSuiteIdentifier.AES256_GCM_IV12_TAG16_NO_PADDING,
  })
}

/**
 * Wraps a stream of the library, which must never be destroyed: it would throw an uncaught exception. After a
 * failure or an abort, it is ended and drained instead.
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

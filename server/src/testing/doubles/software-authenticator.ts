import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The input of the library's encoder. */
type CBORType = Parameters<typeof isoCBOR.encode>[0]

const userPresent = 0x01
const userVerified = 0x04
const attested = 0x40

/** A security key in software: ES256, no attestation, with a signature counter. */
export class SoftwareAuthenticator {
  readonly id = randomBytes(32)
  readonly #key: KeyObject
  readonly #publicKey: KeyObject
  readonly #site: URL
  #counter = 0

  constructor(site: URL) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#publicKey = publicKey
    this.#site = site
  }

  /** The result of `navigator.credentials.create` for these options. */
  create(options: unknown, origin = this.#site.origin): Record<string, unknown> {
    const clientData = clientDataOf('webauthn.create', options, origin)
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, this.#coseKey()])
    const authData = new Uint8Array(this.#authData(userPresent | userVerified | attested, credential))
    const attestation = new Map<string, CBORType>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The result of `navigator.credentials.get` for these options. */
  get(options: unknown, origin = this.#site.origin): Record<string, unknown> {
    this.#counter += 1
    const clientData = clientDataOf('webauthn.get', options, origin)
    const authData = this.#authData(userPresent)
    const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.#key).toString('base64url'),
    })
  }

  #credential(response: Record<string, unknown>): Record<string, unknown> {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  #authData(flags: number, credential: Buffer = Buffer.alloc(0)): Buffer {
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(this.#counter, 1)
    return Buffer.concat([createHash('sha256').update(this.#site.hostname).digest(), head, credential])
  }

  #coseKey(): Uint8Array {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' })
    const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, bytes(x)],
        [-3, bytes(y)],
      ]),
    )
  }
}

function clientDataOf(type: string, options: unknown, origin: string): Buffer {
  const { challenge } = options as { challenge: string } // the server's own options
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

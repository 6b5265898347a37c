import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { ed25519, type NoteSignature, splitNote, splitVkey } from '@kyc/contract/log-notes.ts'

// Signed notes (C2SP signed-note) with Ed25519: a text, an empty line and one line for each signature.

/** Signs notes under a name without spaces or plus signs. */
export interface NoteSigner extends NoteVerifier {
  /** Returns the note: `text`, which ends with a newline, and its signature. */
  sign(text: string): string
}

export interface NoteVerifier {
  readonly name: string
  /** Name, key id and public key in the form of C2SP. */
  readonly vkey: string
  /** Returns the text of a note with a valid signature of this key; otherwise undefined. */
  open(note: string): string | undefined
}

/** What precedes the 32 bytes of a key in its DER form (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** A signer whose private key has these 32 bytes. */
export function createNoteSigner(name: string, seed: Buffer): NoteSigner {
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(publicPrefix.length)
  const verifier = createVerifier(name, publicKey)
  const id = keyId(name, publicKey)
  return {
    ...verifier,
    sign(text) {
      const signature = Buffer.concat([id, sign(null, Buffer.from(text), key)])
      return `${text}\n— ${name} ${signature.toString('base64')}\n`
    },
  }
}

/** A verifier from its C2SP form; undefined if `vkey` is not one of Ed25519. */
export function parseVerifier(vkey: string): NoteVerifier | undefined {
  const parts = splitVkey(vkey)
  if (!parts) return undefined
  const { name, id, key } = parts
  const bytes = Buffer.from(key, 'base64')
  if (bytes.length !== 33 || bytes[0] !== ed25519) return undefined
  const publicKey = bytes.subarray(1)
  return keyId(name, publicKey).toString('hex') === id ? createVerifier(name, publicKey) : undefined
}

function createVerifier(name: string, publicKey: Buffer): NoteVerifier {
  const id = keyId(name, publicKey)
  const encoded = Buffer.concat([Buffer.of(ed25519), publicKey]).toString('base64')
  const der = Buffer.concat([publicPrefix, publicKey])
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return {
    name,
    vkey: `${name}+${id.toString('hex')}+${encoded}`,
    open(note) {
      const parts = splitNote(note)
      if (!parts) return undefined
      const { text, signatures } = parts
      const isSigned = signatures.some((each) => each.name === name && isSignature(each, id, key, text))
      return isSigned ? text : undefined
    },
  }
}

function isSignature({ signature }: NoteSignature, id: Buffer, key: KeyObject, text: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  return bytes.subarray(0, 4).equals(id) && verify(null, Buffer.from(text), key, bytes.subarray(4))
}

function keyId(name: string, publicKey: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(`${name}\n`), Buffer.of(ed25519), publicKey])
  return createHash('sha256').update(content).digest().subarray(0, 4)
}

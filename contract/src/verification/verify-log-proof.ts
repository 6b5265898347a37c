import canonicalize from 'canonicalize'
import { type EntryProofFile, leafJson } from '../log-entries.ts'
import { ed25519, splitCheckpoint, splitNote, splitVkey } from '../log-notes.ts'
import { rootOfPath } from '../log-tree.ts'
import { type Bytes, concat, equalBytes, fromBase64, fromHex, sha256, toHex, utf8 } from './bytes.ts'

/** Whether the content of the entry has the hash that the proof states. */
export async function isLeaf({ id, content, leaf }: EntryProofFile): Promise<boolean> {
  return content.id === id && toHex(await sha256(utf8(`\0${leafJson(content)}`))) === leaf
}

/** Whether the entry commits to the details. */
export async function opensDetails({ content, details }: EntryProofFile): Promise<boolean> {
  const salt = fromHex(details.salt)
  const value = canonicalize(details.value)
  if (!salt || value === undefined) return false
  const key = await crypto.subtle.importKey('raw', salt, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return toHex(new Uint8Array(await crypto.subtle.sign('HMAC', key, utf8(value)))) === content.details_commit
}

export interface Checkpoint {
  readonly size: number
  readonly root: Bytes
  readonly sealedAt: string
}

/**
 * The checkpoint of the proof; undefined if its signature is not one of the key that the proof names.
 * @throws DOMException if this browser has no Ed25519
 */
export async function openCheckpoint({ note, vkey }: EntryProofFile): Promise<Checkpoint | undefined> {
  const key = await readVkey(vkey)
  const parts = splitNote(note)
  if (!key || !parts) return undefined
  const publicKey = await crypto.subtle.importKey('raw', key.publicKey, 'Ed25519', false, ['verify'])
  for (const { name, signature } of parts.signatures) {
    const bytes = fromBase64(signature)
    if (name !== key.name || !equalBytes(bytes.subarray(0, 4), key.id)) continue
    if (!(await crypto.subtle.verify('Ed25519', publicKey, bytes.slice(4), utf8(parts.text)))) continue
    const lines = splitCheckpoint(parts.text)
    if (lines?.origin !== key.name) return undefined
    return { size: lines.size, root: fromBase64(lines.root), sealedAt: lines.sealed }
  }
  return undefined
}

/** Whether the path leads from the entry to the root of the checkpoint. */
export async function isInTree(
  { index, leaf, path }: EntryProofFile,
  { size, root }: Checkpoint,
): Promise<boolean> {
  const hash = async (hex: string) => fromHex(hex) ?? new Uint8Array()
  const top = rootOfPath(index, hash(leaf), size, path.map(hash), async (left, right) =>
    sha256(Uint8Array.of(1), await left, await right),
  )
  return top !== undefined && equalBytes(await top, root)
}

async function readVkey(vkey: string) {
  const parts = splitVkey(vkey)
  if (!parts) return undefined
  const { name, key } = parts
  const bytes = fromBase64(key)
  if (bytes.length !== 33 || bytes[0] !== ed25519) return undefined
  const id = (await sha256(concat(utf8(`${name}\n`), bytes))).subarray(0, 4)
  return toHex(id) === parts.id ? { name, id, publicKey: bytes.slice(1) } : undefined
}

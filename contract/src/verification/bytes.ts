/** Bytes that Web Crypto accepts. */
export type Bytes = Uint8Array<ArrayBuffer>

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Undefined unless the text has two digits for each byte. */
export function fromHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, n) =>
    Number.parseInt(text.slice(2 * n, 2 * n + 2), 16),
  )
}

/** @throws DOMException if the text is not base64 */
export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text)
}

export function concat(...parts: readonly Uint8Array[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

export function equalBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, n) => byte === other[n])
}

export async function sha256(...parts: readonly Uint8Array[]): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', concat(...parts)))
}

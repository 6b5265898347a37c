import { type Bytes, fromHex, utf8 } from './bytes.ts'

/** The parts of a file with a signature that covers it to its end. */
export interface SignedRange {
  /** Everything but the signature. */
  readonly signed: readonly [Bytes, Bytes]
  /** The signature in hex with the zeros that fill its place. */
  readonly contents: string
}

const keyword = utf8('/ByteRange [')

/** The range of the last signature of a PDF; undefined unless it covers the whole file. */
export function findSignedRange(bytes: Bytes): SignedRange | undefined {
  const at = lastIndexOf(bytes, keyword)
  if (at < 0) return undefined
  const text = latin1(bytes.subarray(at, at + 80))
  const [, start, end, next, length] = /^\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(text) ?? []
  const [before, after, rest] = [Number(end), Number(next), Number(length)]
  if (start !== '0' || !(before > at) || !(after > before + 1) || after + rest !== bytes.length)
    return undefined
  const contents = latin1(bytes.subarray(before + 1, after - 1))
  // The gap between the two signed ranges must be one hexadecimal string and nothing else.
  if (bytes[before] !== 0x3c || bytes[after - 1] !== 0x3e || !fromHex(contents)) return undefined
  return { signed: [bytes.subarray(0, before), bytes.subarray(after)], contents }
}

function lastIndexOf(bytes: Uint8Array, wanted: Uint8Array): number {
  for (let at = bytes.length - wanted.length; at >= 0; at--)
    if (bytes[at] === wanted[0] && wanted.every((byte, n) => bytes[at + n] === byte)) return at
  return -1
}

function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}

import { inflateSync } from 'node:zlib'
import { limits } from '@kyc/contract/limits.ts'

/** Names that make a PDF act, carry files, or hide what it holds. None is needed in an agreement. */
const refused = new Map([
  ['JavaScript', 'scripts'],
  ['Rendition', 'scripts'],
  ['XFA', 'scripts'],
  ['Launch', 'launch action'],
  ['ImportData', 'launch action'],
  ['EmbeddedFile', 'embedded files'],
  ['EmbeddedFiles', 'embedded files'],
  ['FileAttachment', 'embedded files'],
  ['RichMedia', 'embedded files'],
  ['GoToE', 'embedded files'],
  ['Encrypt', 'encrypted'],
])

// A name may be written with #xx in place of any character.
const name = /\/((?:[A-Za-z]|#[0-9A-Fa-f]{2}){2,60})(?![^\s()<>[\]{}/%\0])/g
const plainFilter = /\/Filter\s*(?:\/FlateDecode\b|\[\s*\/FlateDecode\s*\])/
const embeddedFile = /\/EF\s*(?:<<|\d+\s+\d+\s+R\b)/

/**
 * What is wrong with a PDF by the names in it, also in its compressed object streams; undefined when nothing is.
 * Scanning everything finds too much rather than too little: no trick with strings, comments or offsets hides a name
 * that stands in the file.
 */
export function findActiveContent(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  return findIn(text) ?? findInObjectStreams(bytes, text)
}

function findIn(text: string): string | undefined {
  for (const match of text.matchAll(name)) {
    const fault = refused.get(decode(match[1] ?? ''))
    if (fault) return fault
  }
  return embeddedFile.test(text) ? 'embedded files' : undefined
}

function decode(written: string): string {
  return written.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

function findInObjectStreams(bytes: Buffer, text: string): string | undefined {
  let budget = limits.cleaning.pdfInflatedBytes
  for (const match of text.matchAll(name)) {
    if (decode(match[1] ?? '') !== 'ObjStm') continue
    const dictionary = decode(dictionaryAround(text, match.index))
    if (!/\/Filter\b/.test(dictionary)) continue // not compressed: the scan of the whole file has seen it
    // Any other filter than the plain one that all writers use would hide the names.
    if (!plainFilter.test(dictionary) || /\/(?:DecodeParms|DP)\b/.test(dictionary)) {
      return 'an object stream that can’t be examined'
    }
    const content = inflateFrom(bytes, text, match.index, budget)
    if (content === undefined) return 'an object stream that can’t be examined'
    budget -= content.length
    const fault = findIn(content)
    if (fault) return fault
  }
  return undefined
}

function dictionaryAround(text: string, at: number): string {
  const start = Math.max(0, text.lastIndexOf('obj', at))
  const end = text.indexOf('stream', at)
  return text.slice(start, end === -1 ? at + 1000 : end)
}

function inflateFrom(bytes: Buffer, text: string, at: number, budget: number): string | undefined {
  const keyword = text.indexOf('stream', at)
  if (keyword === -1 || budget <= 0) return undefined
  const start = keyword + 'stream'.length + (text.startsWith('\r\n', keyword + 6) ? 2 : 1)
  const end = text.indexOf('endstream', start)
  try {
    const compressed = bytes.subarray(start, end === -1 ? undefined : end)
    return inflateSync(compressed, { maxOutputLength: budget }).toString('latin1')
  } catch {
    // Damaged or larger than the budget: either way nobody can say what is in it.
    return undefined
  }
}

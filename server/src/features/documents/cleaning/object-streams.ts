import { inflateSync } from 'node:zlib'

/** An object stream that nobody can look into without doing what a reader of PDFs does; the message is for the log. */
export class UnexaminedObjectStream extends Error {}

/** What writers put into the dictionary of an object stream. Anything else could hide what is in it. */
const ordinary = new Set(['Type', 'ObjStm', 'N', 'First', 'Length', 'Extends', 'Filter', 'FlateDecode'])

/** Each stream costs this much of the budget at least: a file of nothing but tiny ones ends as well. */
const costOfOne = 1024

/**
 * What the compressed object streams of a PDF hold, at most `budget` bytes of it. They are found by their
 * dictionaries as readers find them, by tokens, wherever an object may begin: `/Type` may be missing, and strings and
 * comments may hold whatever misleads a search for words. Those that are not compressed stand in the file itself.
 * @throws UnexaminedObjectStream for one that is damaged, larger than the budget, or compressed in an odd way
 */
export function* objectStreams(bytes: Buffer, text: string, budget: number): Generator<string> {
  let left = budget
  for (const { names, end } of dictionaries(text)) {
    if (!names.includes('First') || !names.includes('N')) continue
    const start = streamStart(text, end)
    if (start === undefined || !names.includes('Filter')) continue
    if (!isPlain(names)) throw new UnexaminedObjectStream('an odd dictionary')
    const content = inflate(bytes.subarray(start), left)
    left -= Math.max(content.length, costOfOne)
    yield content
  }
}

/** Compressed in the one way that all writers use, and by names that stand there themselves. */
function isPlain(names: readonly string[]): boolean {
  const once = (name: string) => names.filter((each) => each === name).length === 1
  return names.every((name) => ordinary.has(name)) && once('Filter') && once('FlateDecode')
}

function inflate(compressed: Buffer, maxOutputLength: number): string {
  try {
    return inflateSync(compressed, { maxOutputLength: Math.max(1, maxOutputLength) }).toString('latin1')
  } catch (error) {
    throw new UnexaminedObjectStream('damaged, or too large', { cause: error })
  }
}

interface Dictionary {
  /** The names in it, keys and values alike, escapes resolved. */
  readonly names: readonly string[]
  /** Right behind its `>>`. */
  readonly end: number
}

/** Every dictionary that follows the word `obj`, also where that word only stands in a string. */
function* dictionaries(text: string): Generator<Dictionary> {
  // Each is read once in an ordinary file; one made of beginnings without an end would be read over and over.
  let left = 2 * text.length + 1024
  for (let at = text.indexOf('obj'); at !== -1; at = text.indexOf('obj', at + 3)) {
    const start = skipBlank(text, at + 3)
    if (!text.startsWith('<<', start)) continue
    const dictionary = readDictionary(text, start)
    left -= dictionary.end - start
    if (left < 0) throw new UnexaminedObjectStream('too many beginnings')
    yield dictionary
  }
}

/** One token: blanks and comments, a dictionary's ends, a name, a string, or whatever else stands there. */
const token =
  /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|\/([^\0\t\n\f\r ()<>[\]{}/%]*)|\(|<[^>]*>?|[[\]{})>]|[^\0\t\n\f\r ()<>[\]{}/%]+/y

function readDictionary(text: string, start: number): Dictionary {
  const names: string[] = []
  let depth = 0
  let at = start
  while (at < text.length) {
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) break
    at = match[0] === '(' ? endOfString(text, at) : token.lastIndex
    if (match[1] !== undefined) names.push(decodeName(match[1]))
    else if (match[0] === '<<') depth++
    else if (match[0] === '>>' && --depth === 0) break
  }
  return { names, end: at }
}

/** Strings hold parentheses in pairs, or behind a backslash. */
function endOfString(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '(') depth++
    else if (char === ')' && --depth === 0) return at + 1
  }
  return text.length
}

/** A name may be written with #xx in place of any character. */
export function decodeName(written: string): string {
  return written.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Where the data begins, if the word `stream` follows; undefined for a dictionary alone. */
function streamStart(text: string, end: number): number | undefined {
  const keyword = skipBlank(text, end)
  if (!text.startsWith('stream', keyword)) return undefined
  const start = keyword + 'stream'.length
  return start + (text.startsWith('\r\n', start) ? 2 : 1)
}

/** White space and comments. */
function skipBlank(text: string, start: number): number {
  const blank = /[\0\t\n\f\r ]+|%[^\r\n]*/y
  blank.lastIndex = start
  let end = start
  while (blank.test(text)) end = blank.lastIndex
  return end
}

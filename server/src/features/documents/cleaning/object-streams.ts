import { inflateSync } from 'node:zlib'
import {
  compactor,
  type PdfDictionary,
  type PdfValue,
  readValue,
  skipBlank,
  UnexaminedPdf,
} from './pdf-syntax.ts'

/** An object anywhere in the file; `number` is undefined when none precedes it. */
export interface PdfObject {
  readonly number: number | undefined
  /** Reduced to what may be part of an action; in full, a large document would not fit into memory. */
  readonly value: PdfValue
}

/** The text of a file and of its compressed object streams, and the objects in both. */
export interface PdfContent {
  readonly texts: readonly string[]
  readonly objects: readonly PdfObject[]
}

/** The usual names in the dictionary of an object stream. Others could hide its content. */
const ordinary = new Set(['Type', 'ObjStm', 'N', 'First', 'Length', 'Extends', 'Filter', 'FlateDecode'])

/** What each stream takes from the budget at least, so that the budget bounds the number of tiny streams too. */
const minimumCost = 1024

/**
 * Reads all objects of a PDF and inflates at most `budget` bytes. Finds object streams as readers do: by the
 * tokens of their dictionaries, wherever an object may begin. `/Type` may be missing, and strings and
 * comments may contain words that mislead a plain text search.
 * @throws UnexaminedPdf for an object stream that is damaged, larger than the budget, or compressed in an
 *   unusual way
 */
export function readObjects(bytes: Buffer, budget: number): PdfContent {
  const compact = compactor()
  const text = bytes.toString('latin1')
  const texts = [text]
  const objects: PdfObject[] = []
  let left = budget
  for (const { number, value, end } of objectsIn(text)) {
    objects.push({ number, value: compact(value) })
    if (value.kind !== 'dictionary' || !isObjectStream(value)) continue
    const start = streamStart(text, end)
    if (start === undefined) continue
    const packed = value.entries.some(([key]) => key === 'Filter')
    if (packed && !isPlain(value)) throw new UnexaminedPdf('an object stream with an unusual dictionary')
    const content = packed ? inflate(bytes.subarray(start), left) : text.slice(start)
    if (packed) texts.push(content)
    left -= Math.max(packed ? content.length : 0, minimumCost)
    if (left < 0) throw new UnexaminedPdf('too many object streams')
    for (const each of packedObjects(value, content)) {
      objects.push({ number: each.number, value: compact(each.value) })
    }
  }
  return { texts, objects }
}

function isObjectStream({ entries }: PdfDictionary): boolean {
  return ['N', 'First'].every((wanted) => entries.some(([key]) => key === wanted))
}

/** Whether the object stream is compressed in the one way that all writers use, with names instead of references. */
function isPlain(dictionary: PdfDictionary): boolean {
  const names = namesIn(dictionary)
  const once = (name: string) => names.filter((each) => each === name).length === 1
  return names.every((name) => ordinary.has(name)) && once('Filter') && once('FlateDecode')
}

function namesIn(value: PdfValue): string[] {
  if (value.kind === 'name') return [value.name]
  if (value.kind === 'array') return value.items.flatMap(namesIn)
  if (value.kind !== 'dictionary') return []
  return value.entries.flatMap(([key, each]) => [key, ...namesIn(each)])
}

function inflate(compressed: Buffer, maxOutputLength: number): string {
  try {
    return inflateSync(compressed, { maxOutputLength: Math.max(1, maxOutputLength) }).toString('latin1')
  } catch (error) {
    throw new UnexaminedPdf('an object stream that is damaged, or too large', { cause: error })
  }
}

/** The objects of a stream, by its table of numbers and offsets. */
function* packedObjects(dictionary: PdfDictionary, content: string): Generator<PdfObject> {
  const [count, first] = [soleNumber(dictionary, 'N'), soleNumber(dictionary, 'First')]
  const table = content.slice(0, first).match(/\d+/g) ?? []
  let left = workFor(content)
  for (let at = 0; at < Math.min(count, table.length / 2); at++) {
    const start = first + Number(table[2 * at + 1])
    const { value, end } = readValue(content, start)
    left -= end - start
    if (left < 0) throw new UnexaminedPdf('objects that overlap')
    yield { number: Number(table[2 * at]), value }
  }
}

function soleNumber({ entries }: PdfDictionary, wanted: string): number {
  const [value, ...more] = entries.flatMap(([key, value]) => (key === wanted ? [value] : []))
  if (value?.kind !== 'number' || more.length > 0) throw new UnexaminedPdf(`an unusual /${wanted}`)
  return value.number
}

/**
 * Limit of characters read. An ordinary file is read once; objects without an end would be read repeatedly.
 */
function workFor(text: string): number {
  return 2 * text.length + 1024
}

/** The value after each word `obj`, even where that word is part of a string. */
function* objectsIn(text: string): Generator<PdfObject & { end: number }> {
  let left = workFor(text)
  for (let at = text.indexOf('obj'); at !== -1; at = text.indexOf('obj', at + 3)) {
    const number = numberBefore(text, at)
    const start = skipBlank(text, at + 3)
    // `endobj` matches too, but no dictionary follows it.
    if (number === undefined && !text.startsWith('<<', start)) continue
    const { value, end } = readValue(text, start)
    left -= end - start
    if (left < 0) throw new UnexaminedPdf('too many unterminated objects')
    yield { number, value, end }
  }
}

const numberAndGeneration = /(\d+)(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])+\d+(?:[\0\t\n\f\r ]|%[^\r\n]*[\r\n])*$/

function numberBefore(text: string, at: number): number | undefined {
  const number = numberAndGeneration.exec(text.slice(Math.max(0, at - 200), at))?.[1]
  return number === undefined ? undefined : Number(number)
}

/** The start of the data after the word `stream`; undefined for a dictionary without it. */
function streamStart(text: string, end: number): number | undefined {
  const keyword = skipBlank(text, end)
  if (!text.startsWith('stream', keyword)) return undefined
  const start = keyword + 'stream'.length
  return start + (text.startsWith('\r\n', start) ? 2 : 1)
}

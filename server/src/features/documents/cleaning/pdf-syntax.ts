/**
 * A PDF value, parsed as far as the search for actions requires: `other` is a string, a keyword or a number that is not
 * an integer.
 */
export type PdfValue =
  | { readonly kind: 'other' }
  | { readonly kind: 'number' | 'reference'; readonly number: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | PdfDictionary

export interface PdfDictionary {
  readonly kind: 'dictionary'
  /** In the order of the file. Readers differ in which value of a repeated key they use. */
  readonly entries: readonly (readonly [key: string, value: PdfValue])[]
}

/** Only a full PDF reader could examine this file. The message is for the log. */
export class UnexaminedPdf extends Error {}

const deepest = 200
const other: PdfValue = { kind: 'other' }

/** One token: white space, a comment, a delimiter, a name, a string, or a run of other characters. */
const token =
  /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|\/([^\0\t\n\f\r ()<>[\]{}/%]*)|\(|<[^>]*>?|[[\]{})>]|[^\0\t\n\f\r ()<>[\]{}/%]+/y

interface Open {
  readonly end: '>>' | ']' | ''
  readonly items: PdfValue[]
}

/**
 * Reads the value at `start`, and returns it with its end. Accepts malformed input: the end of a dictionary
 * closes the arrays in it, and the end of the text closes everything.
 * @throws UnexaminedPdf when it is nested deeper than any writer nests
 */
export function readValue(text: string, start: number): { value: PdfValue; end: number } {
  const root: Open = { end: '', items: [] }
  const open: Open[] = [root]
  let at = start
  while (at < text.length && (open.length > 1 || root.items.length === 0)) {
    if (open.length > deepest) throw new UnexaminedPdf('nested too deep')
    token.lastIndex = at
    const match = token.exec(text)
    if (!match) break
    const [written, name] = match
    at = written === '(' ? endOfString(text, at) : token.lastIndex
    if (!/^[\0\t\n\f\r %]/.test(written)) addToken(open, written, name)
  }
  while (open.length > 1) close(open)
  return { value: root.items[0] ?? other, end: at }
}

function addToken(open: Open[], written: string, name: string | undefined): void {
  const items = open.at(-1)?.items
  if (name !== undefined) items?.push({ kind: 'name', name: decodeName(name) })
  else if (written === '<<') open.push({ end: '>>', items: [] })
  else if (written === '[') open.push({ end: ']', items: [] })
  else if (written === '>>' || written === ']') closeUpTo(open, written)
  else if (written === 'R') addReference(items)
  else items?.push(/^\d+$/.test(written) ? { kind: 'number', number: Number(written) } : other)
}

function closeUpTo(open: Open[], end: '>>' | ']'): void {
  if (end === ']' && open.at(-1)?.end !== ']') return
  if (!open.some((each) => each.end === end)) return
  while (open.at(-1)?.end !== end) close(open)
  close(open)
}

function close(open: Open[]): void {
  const done = open.pop()
  if (done)
    open
      .at(-1)
      ?.items.push(done.end === ']' ? { kind: 'array', items: done.items } : dictionaryOf(done.items))
}

function addReference(items: PdfValue[] = []): void {
  const [number, generation] = items.slice(-2)
  if (number?.kind !== 'number' || generation?.kind !== 'number') return
  items.splice(-2, 2, { kind: 'reference', number: number.number })
}

/** Skips a key that is not a name, as readers do. */
function dictionaryOf(values: readonly PdfValue[]): PdfDictionary {
  const entries: [string, PdfValue][] = []
  for (let at = 0; at < values.length; at++) {
    const key = values[at]
    if (key?.kind === 'name') entries.push([key.name, values[++at] ?? other])
  }
  return { kind: 'dictionary', entries }
}

/** Parentheses in a string are balanced or escaped. */
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

/** Decodes #xx, which may replace any character of a name. */
export function decodeName(written: string): string {
  return written.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** The position after white space and comments. */
export function skipBlank(text: string, start: number): number {
  const blank = /[\0\t\n\f\r ]+|%[^\r\n]*/y
  blank.lastIndex = start
  let end = start
  while (blank.test(text)) end = blank.lastIndex
  return end
}

/** Keys that are kept with any value. */
const alwaysKept: ReadonlySet<string> = new Set(['S', 'Subtype', 'OpenAction', 'AA'])

const plainArray: PdfValue = { kind: 'array', items: [] }

/** Returns a function that removes what can't lead to an action. Equal names share one object. */
export function compactor(): (value: PdfValue) => PdfValue {
  const names = new Map<string, Extract<PdfValue, { kind: 'name' }>>()
  const shared = (name: string) => {
    const existing = names.get(name)
    if (existing) return existing
    const created = { kind: 'name', name } as const
    names.set(name, created)
    return created
  }
  const leads = (value: PdfValue) =>
    value.kind === 'reference' ||
    value.kind === 'dictionary' ||
    (value.kind === 'array' && value !== plainArray)
  const compact = (value: PdfValue): PdfValue => {
    if (value.kind === 'name') return shared(value.name)
    if (value.kind === 'array') {
      const items = value.items.map(compact).filter(leads)
      return items.length === 0 ? plainArray : { kind: 'array', items }
    }
    if (value.kind !== 'dictionary') return value
    const entries = value.entries
      .map(([key, each]) => [shared(key).name, compact(each)] as const)
      .filter(([key, each]) => alwaysKept.has(key) || leads(each))
    return { kind: 'dictionary', entries }
  }
  return compact
}

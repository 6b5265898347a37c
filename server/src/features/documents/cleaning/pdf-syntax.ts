/** A value as far as it takes to find actions: `other` are strings, keywords and all but whole numbers. */
export type PdfValue =
  | { readonly kind: 'other' }
  | { readonly kind: 'number' | 'reference'; readonly number: number }
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'array'; readonly items: readonly PdfValue[] }
  | PdfDictionary

export interface PdfDictionary {
  readonly kind: 'dictionary'
  /** In the order of the file; of a key that is written twice, readers may take either value. */
  readonly entries: readonly (readonly [key: string, value: PdfValue])[]
}

/** A part that can't be examined without doing what a reader of PDFs does; the message is for the log. */
export class UnexaminedPdf extends Error {}

const deepest = 200
const other: PdfValue = { kind: 'other' }

/** One token: blanks and comments, a dictionary's ends, a name, a string, or whatever else stands there. */
const token =
  /[\0\t\n\f\r ]+|%[^\r\n]*|<<|>>|\/([^\0\t\n\f\r ()<>[\]{}/%]*)|\(|<[^>]*>?|[[\]{})>]|[^\0\t\n\f\r ()<>[\]{}/%]+/y

interface Open {
  readonly end: '>>' | ']' | ''
  readonly items: PdfValue[]
}

/**
 * The value that begins at `start`, and where it ends. Reads what is malformed as well: a dictionary's end closes the
 * arrays in it, and the end of the text closes everything.
 * @throws UnexaminedPdf for one that is nested deeper than any writer does
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
    if (!/^[\0\t\n\f\r %]/.test(written)) take(open, written, name)
  }
  while (open.length > 1) close(open)
  return { value: root.items[0] ?? other, end: at }
}

function take(open: Open[], written: string, name: string | undefined): void {
  const items = open.at(-1)?.items
  if (name !== undefined) items?.push({ kind: 'name', name: decodeName(name) })
  else if (written === '<<') open.push({ end: '>>', items: [] })
  else if (written === '[') open.push({ end: ']', items: [] })
  else if (written === '>>' || written === ']') closeUpTo(open, written)
  else if (written === 'R') takeReference(items)
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

function takeReference(items: PdfValue[] = []): void {
  const [number, generation] = items.slice(-2)
  if (number?.kind !== 'number' || generation?.kind !== 'number') return
  items.splice(-2, 2, { kind: 'reference', number: number.number })
}

/** A key that is no name is passed over, as readers do. */
function dictionaryOf(values: readonly PdfValue[]): PdfDictionary {
  const entries: [string, PdfValue][] = []
  for (let at = 0; at < values.length; at++) {
    const key = values[at]
    if (key?.kind === 'name') entries.push([key.name, values[++at] ?? other])
  }
  return { kind: 'dictionary', entries }
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

/** White space and comments. */
export function skipBlank(text: string, start: number): number {
  const blank = /[\0\t\n\f\r ]+|%[^\r\n]*/y
  blank.lastIndex = start
  let end = start
  while (blank.test(text)) end = blank.lastIndex
  return end
}

/** Keys whose value matters whatever it is. */
const alwaysKept: ReadonlySet<string> = new Set(['S', 'Subtype', 'OpenAction', 'AA'])

const plainArray: PdfValue = { kind: 'array', items: [] }

/** Leaves out of values what can't lead to an action, and shares the names among them. */
export function compactor(): (value: PdfValue) => PdfValue {
  const names = new Map<string, Extract<PdfValue, { kind: 'name' }>>()
  const shared = (name: string) => {
    const known = names.get(name)
    if (known) return known
    const made = { kind: 'name', name } as const
    names.set(name, made)
    return made
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

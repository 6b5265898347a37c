import type { PdfObject } from './object-streams.ts'
import type { PdfDictionary, PdfValue } from './pdf-syntax.ts'

/**
 * Returns the first forbidden action in the structure of a PDF (D60), or undefined. Destinations within the
 * file and addresses of links are allowed. An object with several definitions counts as all of them, because
 * readers differ in which one they use.
 */
export function findActions(objects: readonly PdfObject[]): string | undefined {
  const resolve = resolver(objects)
  for (const { number, value } of objects) {
    if (number === undefined && isAddress(value, resolve)) return 'an action without a number'
    for (const dictionary of dictionariesIn(value)) {
      for (const [key, each] of dictionary.entries) {
        const fault = faultOf(dictionary, key, each, resolve)
        if (fault) return fault
      }
    }
  }
  return undefined
}

type Resolve = (value: PdfValue) => PdfValue[]

/** All definitions of a value; none for a dangling reference. */
function resolver(objects: readonly PdfObject[]): Resolve {
  const byNumber = new Map<number, PdfValue[]>()
  for (const { number, value } of objects) {
    if (number === undefined) continue
    const definitions = byNumber.get(number)
    if (definitions) definitions.push(value)
    else byNumber.set(number, [value])
  }
  const follow = (value: PdfValue, steps: number): PdfValue[] => {
    if (value.kind !== 'reference') return [value]
    return steps === 0 ? [] : (byNumber.get(value.number) ?? []).flatMap((each) => follow(each, steps - 1))
  }
  return (value) => follow(value, 3)
}

function* dictionariesIn(value: PdfValue): Generator<PdfDictionary> {
  const left = [value]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.kind === 'array') for (const each of next.items) left.push(each)
    if (next.kind !== 'dictionary') continue
    yield next
    for (const [, each] of next.entries) left.push(each)
  }
}

function faultOf(
  dictionary: PdfDictionary,
  key: string,
  value: PdfValue,
  resolve: Resolve,
): string | undefined {
  if (key === 'OpenAction' && !isDestination(value, resolve)) return 'an action on opening'
  if (key === 'AA' && hasActions(value, resolve)) return 'an action on an event'
  if (key === 'S' && isNamed(value, 'Thread', resolve)) return 'a thread action'
  if (!itemsOf(value).some((item) => resolve(item).some((each) => isAddress(each, resolve)))) return undefined
  const link = (key === 'A' || key === 'PA') && isLink(dictionary, resolve)
  return link ? undefined : 'an address outside links'
}

/** A destination is an array, or a name or string that refers to one; an action is a dictionary. */
function isDestination(value: PdfValue, resolve: Resolve): boolean {
  const found = resolve(value)
  return found.length > 0 && found.every((each) => each.kind !== 'dictionary')
}

/** Other dictionaries, such as fonts, may have a key AA whose entries are not actions. */
function hasActions(value: PdfValue, resolve: Resolve): boolean {
  const found = resolve(value)
  const actions = found.flatMap((each) => (each.kind === 'dictionary' ? each.entries : []))
  return found.length === 0 || actions.some(([, action]) => resolve(action).some(isAction))
}

function isAction(value: PdfValue): boolean {
  return value.kind === 'dictionary' && value.entries.some(([key]) => key === 'S')
}

function isAddress(value: PdfValue, resolve: Resolve): boolean {
  return (
    value.kind === 'dictionary' &&
    value.entries.some(([key, each]) => key === 'S' && isNamed(each, 'URI', resolve))
  )
}

function isLink({ entries }: PdfDictionary, resolve: Resolve): boolean {
  const subtypes = entries.flatMap(([key, value]) => (key === 'Subtype' ? resolve(value) : []))
  return subtypes.length > 0 && subtypes.every((each) => each.kind === 'name' && each.name === 'Link')
}

/** Whether the value may be this name. A dangling reference may be any name. */
function isNamed(value: PdfValue, name: string, resolve: Resolve): boolean {
  const found = resolve(value)
  return found.length === 0 || found.some((each) => each.kind === 'name' && each.name === name)
}

function itemsOf(value: PdfValue): PdfValue[] {
  return value.kind === 'array' ? value.items.flatMap(itemsOf) : [value]
}

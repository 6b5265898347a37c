import { allFields, fieldRules, type NameField, type PerformerField } from '@kyc/contract/performer-fields.ts'
import { variantCharacters } from './variant-characters.ts'

/** What of a performer is searched; the roman names sort the lists. */
type Names = Readonly<Partial<Record<PerformerField, string | null>> & Record<NameField, string>>

/** What a performer's row holds beside the names as typed, so that lists can sort and search (D18, D19). */
export interface SearchColumns {
  readonly sort_name: string
  readonly search_text: string
  readonly search_grams: string[]
}

/** What a search asks of those columns: the word in the text, its grams in the array. */
export interface SearchedWord {
  readonly text: string
  readonly grams: readonly string[]
}

/** Keeps a sort key well below what an index entry and a cursor can hold. */
const sortNameChars = 64

/**
 * A name without what people type differently for the same name (D18): width, case, accents, kana script, variant
 * characters and their selectors, spaces and middle dots.
 */
export function foldName(text: string): string {
  const plain = withoutAccents(withoutAccents(text).toLowerCase())
    .normalize('NFKC')
    .replace(/[\s・·\p{Default_Ignorable_Code_Point}]/gu, '')
    .replace(/[‐–—―−]/g, '-')
    .replace(/[‘’ʼ]/g, "'")
  return Array.from(plain, (character) => variantCharacters.get(character) ?? toHiragana(character)).join('')
}

/** The groups of fields that are searched as one text. */
const searchedTogether = [...new Set(allFields.flatMap((field) => fieldRules[field].searchedWith ?? []))].map(
  (group) => allFields.filter((field) => fieldRules[field].searchedWith === group),
)

export function searchColumns(names: Names): SearchColumns {
  const lines = searchedTogether.flatMap((fields) => {
    const texts = fields.map((field) => names[field] ?? '')
    return [foldName(texts.join('')), foldName(texts.toReversed().join(''))]
  })
  return {
    sort_name: sortName(names.lastNameRoman, names.firstNameRoman),
    search_text: [...new Set(lines)].join('\n'),
    search_grams: [...new Set(lines.flatMap((line) => [...line, ...bigrams(line)]))],
  }
}

/** The words of a search, folded: each must occur, in any order. */
export function searchedWords(search: string): SearchedWord[] {
  const words = search
    .normalize('NFKC')
    .split(/[\s・·]+/u)
    .map(foldName)
    .filter((word) => word !== '')
  return [...new Set(words)].map((text) => ({ text, grams: gramsOf(text) }))
}

function sortName(last: string, first: string): string {
  return Array.from(`${foldName(last)} ${foldName(first)}`)
    .slice(0, sortNameChars)
    .join('')
}

/** A single character is looked up as such; in a longer word the bigrams say it all. */
function gramsOf(word: string): string[] {
  const pairs = bigrams(word)
  return pairs.length > 0 ? pairs : [word]
}

function bigrams(text: string): string[] {
  const characters = Array.from(text)
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Marks of the Latin kind only: NFKC puts the voicing marks of kana back where they were. */
function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
}

function toHiragana(character: string): string {
  return /[ァ-ヶ]/.test(character) ? String.fromCharCode(character.charCodeAt(0) - 0x60) : character
}

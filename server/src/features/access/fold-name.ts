import { kanaFields, type NameField, nameFields, performerFields } from '@kyc/contract/performer-fields.ts'
import type { PerformerDetails } from '@kyc/contract/performers.ts'
import { variantCharacters } from './variant-characters.ts'

/** The searched fields of a performer; lists are sorted by the roman names. */
type Names = Readonly<Partial<PerformerDetails> & Record<NameField, string>>

/** The columns of a performer for sorting and searching, derived from the names as typed (D18, D19). */
interface SearchColumns {
  readonly sort_name: string
  readonly search_text: string
  readonly search_grams: string[]
}

/** A word of a search: `text` must occur in the search text, and `grams` in its array. */
interface SearchedWord {
  readonly text: string
  readonly grams: readonly string[]
}

/** Keeps a sort key well below the size limits of index entries and cursors. */
const sortNameChars = 64

/**
 * Normalises the spellings of one name: width, case, accents, kana script and size, kana of one sound, variant
 * characters and their selectors, spaces and middle dots. A changed folding requires a migration of the stored texts.
 */
export function foldName(text: string): string {
  const plain = withoutAccents(withoutAccents(text).toLowerCase())
    .replace(/[\s・·\p{Default_Ignorable_Code_Point}]/gu, '')
    .normalize('NFKC')
    .replace(/[‐–—―−]/g, '-')
    .replace(/[‘’ʼ]/g, "'")
  return Array.from(plain, (character) => variantCharacters.get(character) ?? foldKana(character)).join('')
}

/** Kana in which spellings of one name differ: ゆっこ and ゆつこ, 関ヶ原 and 関ケ原, みづき and みずき. */
const sameSound: ReadonlyMap<string, string> = new Map(
  Array.from('ぁぃぅぇぉっゃゅょゎゕゖゐゑをゔぢづ', (kana, index): [string, string] => [
    kana,
    'あいうえおつやゆよわかけいえおぶじず'.charAt(index),
  ]),
)

/** The groups of fields that are searched as one text. */
const searchedFields = [...nameFields, ...kanaFields]
const searchedTogether = [...new Set(searchedFields.map((field) => performerFields[field].searchedWith))].map(
  (group) => searchedFields.filter((field) => performerFields[field].searchedWith === group),
)

export function searchColumns(names: Names): SearchColumns {
  const own = searchedTogether.flatMap((fields) => {
    const texts = fields.map((field) => names[field] ?? '')
    return [foldName(texts.join('')), foldName(texts.toReversed().join(''))]
  })
  const lines = [...own, ...(names.otherNames ?? []).map(({ name }) => foldName(name))]
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

export function sortName(last: string, first: string): string {
  return Array.from(`${foldName(last)} ${foldName(first)}`)
    .slice(0, sortNameChars)
    .join('')
}

/** The bigrams of a word; a single character has none and is its own gram. */
function gramsOf(word: string): string[] {
  const pairs = bigrams(word)
  return pairs.length > 0 ? pairs : [word]
}

function bigrams(text: string): string[] {
  const characters = Array.from(text)
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`)
}

/** Removes Latin marks only: NFKC recomposes kana with their voicing marks. */
function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')
}

function foldKana(character: string): string {
  const hiragana = /[ァ-ヶ]/.test(character) ? String.fromCharCode(character.charCodeAt(0) - 0x60) : character
  return sameSound.get(hiragana) ?? hiragana
}

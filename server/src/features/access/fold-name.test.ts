import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldName, searchColumns, searchedWords } from './fold-name.ts'
import { variantCharacters } from './variant-characters.ts'

const characters = [
  ...'高髙崎﨑辺邊邉斎齋斉沢澤浜濱渡山田中一二花子美吉𠮷神',
  ...'やまだはなこがぎぱっゃーヤマダハナコガパヴー',
  ..."abcxyzABCXYZāōéÖñａｂＹ０19-'’%_\\",
]
const word = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 8 })
const namesOf = fc.record({ lastName: word, firstName: word, lastNameRoman: word, firstNameRoman: word })

/** The search condition of the database. */
function finds(search: string, names: Parameters<typeof searchColumns>[0]): boolean {
  const words = searchedWords(search)
  const { search_text, search_grams } = searchColumns(names)
  return (
    words.length > 0 &&
    words.every(
      ({ text, grams }) => search_text.includes(text) && grams.every((gram) => search_grams.includes(gram)),
    )
  )
}

describe('folding', () => {
  test.each([
    ['髙橋', '高橋'],
    ['山﨑', '山崎'],
    ['渡邉', '渡辺'],
    ['渡邊', '渡辺'],
    ['齋藤', '斉藤'],
    ['斎藤', '斉藤'],
    ['齊藤', '斉藤'],
    ['黒澤', '黒沢'],
    ['濱田', '浜田'],
    ['𠮷野', '吉野'],
    ['神谷', '神谷'],
    ['葛󠄀西', '葛西'],
    ['ﾔﾏﾀﾞ', 'やまだ'],
    ['ヤマダ', 'やまだ'],
    ['ＹＡＭＡＤＡ', 'yamada'],
    ['Ōno', 'ono'],
    ['Müller', 'muller'],
    ['O’Brien', "o'brien"],
    ['ミナ アレクサンドラ', 'みなあれくさんどら'],
    ['ミナ・アレクサンドラ', 'みなあれくさんどら'],
    ['山田　花子', '山田花子'],
    ['関ヶ原', '関け原'],
    ['ユッコ', 'ゆつこ'],
    ['みづき', 'みずき'],
    ['ｦ', 'お'],
    ['ヴィオラ', 'ぶいおら'],
    ['\u{1d157}\u{1d165}\ufe7e', '\u{1d157}\u0652\u{1d165}'], // marks are in canonical order without the space between them
  ])('%s folds to %s', (typed, folded) => {
    expect(foldName(typed)).toBe(folded)
  })

  test('folding a folded name changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(word, fc.string({ unit: 'grapheme' })), (text) => {
        expect(foldName(foldName(text))).toBe(foldName(text))
      }),
      { numRuns: 1000 },
    )
  })

  test('no character folds to one that folds further', () => {
    for (const leader of variantCharacters.values()) expect(variantCharacters.has(leader)).toBe(false)
  })
})

describe('search', () => {
  test('finds any part of a name, in either order, with or without spaces, in either script and width', () => {
    const piece = fc.record({
      names: namesOf,
      from: fc.nat(),
      length: fc.integer({ min: 1, max: 16 }),
      kind: fc.nat(7),
    })
    fc.assert(
      fc.property(piece, ({ names, from, length, kind }) => {
        const [last, first] =
          kind % 2 ? [names.lastName, names.firstName] : [names.lastNameRoman, names.firstNameRoman]
        const whole = Array.from(kind % 4 < 2 ? last + first : first + last)
        const start = from % whole.length
        const part = whole.slice(start, start + length)
        const spaced = kind < 4 ? part.join('') : part.join('　')
        fc.pre(part.some((character) => foldName(character) !== ''))
        expect(finds(spaced, names)).toBe(true)
        expect(finds(spaced.toUpperCase(), names)).toBe(true)
        expect(finds(spaced.normalize('NFKC'), names)).toBe(true)
      }),
      { numRuns: 2000 },
    )
  })

  test('words of kanji and roman names can be mixed', () => {
    const names = { lastName: '山田', firstName: '花子', lastNameRoman: 'YAMADA', firstNameRoman: 'HANAKO' }
    for (const search of [
      '山田 花子',
      '花子　山田',
      '花子山田',
      'hanako yamada',
      'yamada h',
      '山田 hanako',
      '田',
      'Y',
    ]) {
      expect(finds(search, names), search).toBe(true)
    }
    for (const search of ['山田 太郎', '山口', 'yamad x', '田山', ' ', '・'])
      expect(finds(search, names), search).toBe(false)
  })

  test('kana find a name whose kana are stored, in any script, width and order, also mixed with other names', () => {
    const names = { lastName: '渡邉', firstName: '澄', lastNameRoman: 'WATANABE', firstNameRoman: 'SUMIRE' }
    const known = { ...names, lastNameKana: 'わたなべ', firstNameKana: 'スミレ' }
    for (const search of [
      'わたなべ',
      'ﾜﾀﾅﾍﾞ',
      'ワタナベ すみれ',
      'すみれわたなべ',
      'なべ',
      'わたなべ SUMIRE',
      '渡辺 すみれ',
    ]) {
      expect(finds(search, known), search).toBe(true)
      expect(finds(search, names), search).toBe(false)
    }
  })

  test('the sort key of a long name fits an index entry and a cursor', () => {
    const endless = 'ﷺ'.repeat(100)
    const names = { lastName: '山', firstName: '花', lastNameRoman: endless, firstNameRoman: endless }
    expect(Buffer.byteLength(searchColumns(names).sort_name)).toBeLessThanOrEqual(256)
  })
})

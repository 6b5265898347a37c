import { toHiragana } from 'wanakana'

/**
 * The likely hiragana of a roman name; '' if it is not Hepburn throughout, as in many foreign names. Passports omit long
 * vowels, so the result is a suggestion.
 */
export function kanaOfRoman(roman: string): string {
  const hepburn = roman
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/m(?=[bmp])/g, 'n')
    .replaceAll('tch', 'cch')
    .replace(/^oh(?![aeiouy])/, 'oo')
    .replace(/oh(?![aeiouy])/g, 'ou')
  const kana = toHiragana(hepburn)
  return /^[ぁ-ゖ\s]+$/.test(kana) ? kana : ''
}

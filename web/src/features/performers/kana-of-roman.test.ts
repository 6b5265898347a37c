import { expect, test } from 'vitest'
import { kanaOfRoman } from './kana-of-roman.ts'

test.each([
  ['WATANABE', 'わたなべ'],
  ['Hanako', 'はなこ'],
  ['ＯＴＳＵＹＡＭＡ', 'おつやま'],
  ['SHIMPEI', 'しんぺい'],
  ['HATTORI', 'はっとり'],
  ['ETCHU', 'えっちゅ'],
  ["SHIN'ICHI", 'しんいち'],
  ['OHNO', 'おおの'],
  ['ITOH', 'いとう'],
  ['MINA ANNA', 'みな あんな'],
  ['NISHI-MURA', 'にしむら'],
])('the roman name %s becomes the kana %s', (roman, kana) => {
  expect(kanaOfRoman(roman)).toBe(kana)
})

test.each(['', ' ', 'SMITH', 'LINH', 'KIM', '渡辺', 'J1RO'])('the name %j has no kana', (roman) => {
  expect(kanaOfRoman(roman)).toBe('')
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigit, holdsIndividualNumber } from './individual-number.ts'

// D114

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(''))
const numbers = digits(11).map((eleven) => `${eleven}${checkDigit(eleven)}`)
const undigital = fc.string({ unit: 'binary' }).filter((text) => !/\d/.test(text.normalize('NFKC')))
const separators = fc.constantFrom(' ', '-', '.', '\n', '‐', '–', '−', 'ー', '－', '　')
const fullWidth = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))

/** The ordinance, word for word: P_n is the n-th digit from the right of the eleven, Q_n its weight. */
function byTheOrdinance(eleven: string): number {
  let sum = 0
  for (let n = 1; n <= 11; n++) sum += Number(eleven[11 - n]) * (n <= 6 ? n + 1 : n - 5)
  return sum % 11 <= 1 ? 0 : 11 - (sum % 11)
}

test('the check digit is that of the ordinance', () => {
  expect(checkDigit('12345678901')).toBe(8)
  expect(checkDigit('02345678901')).toBe(byTheOrdinance('02345678901'))
  fc.assert(fc.property(digits(11), (eleven) => checkDigit(eleven) === byTheOrdinance(eleven)))
})

test('a number is found in any text without further digits, half-width or full-width', () => {
  fc.assert(
    fc.property(undigital, numbers, undigital, (before, number, after) => {
      expect(holdsIndividualNumber(`${before}${number}${after}`)).toBe(true)
      expect(holdsIndividualNumber(`${before}${fullWidth(number)}${after}`)).toBe(true)
    }),
  )
})

test('a number is found in groups of four with one separator', () => {
  fc.assert(
    fc.property(numbers, separators, (number, separator) => {
      const groups = number.match(/\d{4}/g) ?? []
      expect(holdsIndividualNumber(`番号:${groups.join(separator)}`)).toBe(true)
    }),
  )
  expect(holdsIndividualNumber('2026-11-27 1234-5678-9018')).toBe(true)
  expect(holdsIndividualNumber('1234-5678 9018')).toBe(false)
  expect(holdsIndividualNumber('123456-789018')).toBe(false)
})

test('of twelve digits, only the right check digit makes an individual number', () => {
  fc.assert(
    fc.property(digits(11), (eleven) => {
      const found = [...'0123456789'].filter((last) => holdsIndividualNumber(eleven + last))
      expect(found).toEqual([String(checkDigit(eleven))])
    }),
  )
})

test('longer and shorter rows of digits contain no individual number', () => {
  fc.assert(
    fc.property(numbers, digits(1), separators, (number, digit, separator) => {
      const groups = number.match(/\d{4}/g) ?? []
      for (const text of [
        digit + number,
        number + digit,
        number.slice(1),
        [digit, ...groups].join(separator),
        [...groups, digit].join(separator),
      ])
        expect(holdsIndividualNumber(text)).toBe(false)
    }),
  )
})

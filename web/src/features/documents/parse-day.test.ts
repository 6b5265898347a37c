import { expect, test } from 'vitest'
import { isWholeDay, parseDay } from './parse-day.ts'

test.each([
  '1998-04-02',
  '1998/4/2',
  '1998.4.2',
  '1998年4月2日',
  '１９９８年４月２日',
  '19980402',
  '平成10年4月2日',
  '平成 10 年 4 月 2 日',
  'H10.4.2',
  'h10/04/02',
  'H100402',
])('%s is parsed as 1998-04-02', (text) => {
  expect(parseDay(text)).toBe('1998-04-02')
})

test('the years of an era count from its first year, which may be written 元', () => {
  expect(parseDay('令和元年5月1日')).toBe('2019-05-01')
  expect(parseDay('昭和64年1月7日')).toBe('1989-01-07')
  expect(parseDay('R9.5.2')).toBe('2027-05-02')
})

test('any other text is parsed as undefined', () => {
  for (const text of [
    '',
    '1998',
    '2023-02-29',
    '98/4/2',
    '1998-13-01',
    '4月2日',
    'H10',
    '平成元',
    'H101402',
    'X100402',
  ]) {
    expect(parseDay(text)).toBeUndefined()
  }
})

test('while a day is typed, only digits, with or without the letter of an era, count as complete', () => {
  for (const text of ['19980402', 'H100402', 'ｒ０９０５０２']) expect(isWholeDay(text)).toBe(true)
  for (const text of ['1998040', 'H10040', 'H10.4.2', '19981302']) expect(isWholeDay(text)).toBe(false)
})

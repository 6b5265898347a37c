import { expect, test } from 'vitest'
import { ageNote } from './age-note.ts'

test('the note states the age of a date of birth, and that a performer under 18 cannot be approved', () => {
  expect(ageNote('1998-04-02', '2026-11-22')).toEqual({ text: '満28歳', underAge: false })
  expect(ageNote('2013-10-01', '2026-11-22')).toEqual({
    text: '満13歳：18歳未満の方は承認できません',
    underAge: true,
  })
  expect(ageNote('2008-11-22', '2026-11-22')?.underAge).toBe(false)
  expect(ageNote('2008-11-23', '2026-11-22')?.underAge).toBe(true)
})

test('an incomplete, future or impossible date of birth has no note', () => {
  for (const date of ['', '平成', '2026-11-23', '1899-12-31']) {
    expect(ageNote(date, '2026-11-22')).toBeUndefined()
  }
})

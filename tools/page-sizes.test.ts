import { expect, test } from 'vitest'
import { findSizeFaults } from './page-sizes.ts'

test('a first page of more than 210 KiB or 30 files is rejected', () => {
  expect(findSizeFaults({ requests: 30, kibibytes: 210 })).toEqual([])
  expect(findSizeFaults({ requests: 31, kibibytes: 210.1 })).toEqual([
    'The first page loads 31 files, more than 30.',
    'The first page loads 210.1 KiB, more than 210.',
  ])
})

import { expect, test } from 'vitest'
import { findSizeFaults } from './page-sizes.ts'

test('rejects a large first page and pages of many files', () => {
  const page = { page: 'main.tsx', requests: 30, kibibytes: 210 }
  expect(findSizeFaults([page, { ...page, page: 'UsersPage', kibibytes: 300 }])).toEqual([])
  expect(
    findSizeFaults([
      { ...page, kibibytes: 210.1 },
      { ...page, page: 'VideoPage', requests: 31 },
    ]),
  ).toEqual(['main.tsx loads 210.1 KiB, more than 210.', 'VideoPage loads 31 files, more than 30.'])
})

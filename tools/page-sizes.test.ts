import { expect, test } from 'vitest'
import { findSizeFaults, type Sizes } from './page-sizes.ts'

const page = { requests: 30, kibibytes: 200 }
const chunk = { name: 'assets/frame-a1.js', bytes: 4096, ofRoute: false }
const sizes = (login: number, form: number): Sizes['pages'] => [
  { ...page, path: '/login', kibibytes: login },
  { ...page, path: '/performers/add', kibibytes: form },
]

test('accepts pages within the limits, small pages and the helpers of the bundler', () => {
  const chunks = [
    chunk,
    { name: 'assets/FaqPage-a1.js', bytes: 100, ofRoute: true },
    { name: 'assets/rolldown-runtime-a1.js', bytes: 100, ofRoute: false },
  ]
  expect(findSizeFaults({ pages: sizes(210, 270), chunks })).toEqual([])
})

test('rejects a large login page, a large form, a page of many files and a small shared file', () => {
  const pages = [...sizes(210.1, 270.2), { ...page, path: '/videos', requests: 31 }]
  expect(findSizeFaults({ pages, chunks: [{ ...chunk, bytes: 4095 }] })).toEqual([
    '/videos loads 31 files, more than 30.',
    '/login loads 210.1 KiB, more than 210.',
    '/performers/add loads 270.2 KiB, more than 60 beyond /login (210.1).',
    'assets/frame-a1.js has 4095 bytes: join it in web/code-groups.ts.',
  ])
})

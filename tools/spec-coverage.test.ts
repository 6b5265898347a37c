import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@kyc/contract/endpoints.ts'
import { describe, expect, test } from 'vitest'
import { readCoverage, testTitlesOf } from './spec-coverage.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const document = read('docs/spec-coverage.md')
const rows = readCoverage(document)

describe('docs/spec-coverage.md', () => {
  test('names only files that exist', () => {
    const files = rows.flatMap((row) => [...row.files, ...row.tests.map(({ file }) => file)])
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('names only tests that exist, by their titles', () => {
    const missing = rows.flatMap((row) =>
      row.tests
        .filter(({ file, title }) => !titles(file).includes(title))
        .map(({ file, title }) => `${file} › ${title}`),
    )
    expect(missing).toEqual([])
  })

  test('names sources and tests in every row', () => {
    expect(rows.filter((row) => row.files.length === 0 || row.tests.length === 0)).toEqual([])
    expect(rows.length).toBeGreaterThan(200)
  })

  test('quotes texts verbatim from the files that it names', () => {
    const wrong = rows.flatMap((row) => {
      const sources = row.files.map(read).join('\n')
      return row.texts.filter((text) => !sources.includes(text)).map((text) => `${text} (${row.line})`)
    })
    expect(wrong).toEqual([])
  })

  test('lists every call of the contract', () => {
    const listed = new Set(rows.flatMap((row) => row.codes))
    const calls = endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(calls.filter((call) => !listed.has(call))).toEqual([])
  })

  test('lists every page', () => {
    const listed = new Set(rows.flatMap((row) => row.codes))
    const routes = read('web/src/routes.tsx').matchAll(/(?:Page\(\s*|\bpath: )'([^']+)'/g)
    const pages = [...routes].map(([, path = '']) => path.replace(/\$(\w+)/g, '{$1}'))
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.filter((page) => !listed.has(page))).toEqual([])
  })
})

test('parses a row into its files, tests, texts and codes', () => {
  const [row] = readCoverage(
    '| `GET /a` says 「はい」 | `x/a.ts`, `x/b.ts` | `x/a.test.ts` › says yes; and no<br>`x/b.test.ts` › "so" |',
  )
  expect(row).toEqual({
    line: '`GET /a` says 「はい」',
    sources: '`x/a.ts`, `x/b.ts`',
    codes: ['GET /a'],
    texts: ['はい'],
    files: ['x/a.ts', 'x/b.ts'],
    tests: [
      { file: 'x/a.test.ts', title: 'says yes; and no' },
      { file: 'x/b.test.ts', title: '"so"' },
    ],
  })
})

test('reads the title of a table whose rows contain brackets', () => {
  const source = "it.each([[1, f(2)]].map((row) => row))(\n  'adds %i', () => {})"
  expect(testTitlesOf(source)).toEqual(['adds %i'])
})

test('does not count steps as tests', () => {
  const source =
    "test('a', () => {})\ntest.each(rows)('b', () => {})\ntest.describe('c', () => {})\ntest.step('d', () => {})"
  expect(testTitlesOf(source)).toEqual(['a', 'b', 'c'])
})

const titlesByFile = new Map<string, string[]>()

function titles(file: string): string[] {
  const fileTitles = titlesByFile.get(file) ?? (existsSync(join(root, file)) ? testTitlesOf(read(file)) : [])
  titlesByFile.set(file, fileTitles)
  return fileTitles
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { linksOf } from './manual.ts'
import { readReferences, testTitlesOf } from './test-references.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const threats = readReferences(read('docs/security.md')).filter(({ line }) => /^T\d/.test(line))
const tables = ['asvs-input-and-web', 'asvs-accounts', 'asvs-operation']
const requirements = tables.flatMap((name) =>
  readReferences(read(`docs/security/${name}.md`)).filter(({ line }) => /^V\d/.test(line)),
)

describe.each([
  ['the threats', threats],
  ['the requirements', requirements],
])('%s', (_, rows) => {
  test('name only files that exist', () => {
    const files = rows.flatMap((row) => [...row.files, ...row.tests.map(({ file }) => file)])
    expect(files.filter((file) => file.includes('/') && !existsSync(join(root, file)))).toEqual([])
  })

  test('name only tests that exist, by their titles', () => {
    const missing = rows.flatMap((row) =>
      row.tests
        .filter(({ file, title }) => !testTitlesOf(read(file)).includes(title))
        .map(({ file, title }) => `${row.line}: ${file} › ${title}`),
    )
    expect(missing).toEqual([])
  })
})

test('each of the 33 threats has a control and a test', () => {
  expect(threats.map(({ line }) => line.split(' ', 1)[0])).toEqual(
    Array.from({ length: 33 }, (_, index) => `T${index + 1}`),
  )
  expect(threats.filter(({ files, tests }) => files.length === 0 || tests.length === 0)).toEqual([])
})

test('every requirement of ASVS 5.0 of levels 1 and 2 is listed once, with its level', () => {
  const [, ...expected] = read('docs/security/asvs-5.0.csv').trim().split('\n')
  expect(requirements.map(({ line }) => line.split(' ', 2).join(' '))).toEqual(
    expected.map((line) => line.replace(',', ' L')),
  )
  expect(expected).toHaveLength(253)
})

test('a requirement without a test states why', () => {
  const unproven = requirements.filter(({ tests }) => tests.length === 0)
  const reasons = /^(Documented: .*(`|\.md)|(Operator|Gap|Not applicable): .{10})/
  expect(unproven.filter(({ sources }) => !reasons.test(sources)).map(({ line }) => line)).toEqual([])
})

test('docs/security.md lists every gap of the tables', () => {
  const gaps = requirements.filter(({ sources }) => sources.startsWith('Gap:'))
  const ids = gaps.map(({ line }) => line.split(' ', 1)[0] ?? '')
  const listed = [...read('docs/security.md').matchAll(/\((V[\d.]+)\)/g)].map(([, id = '']) => id)
  expect(listed.toSorted()).toEqual(ids.toSorted())
  expect(ids).not.toEqual([])
})

test('the pages on security link only to files that exist', () => {
  const pages = [
    'SECURITY.md',
    'docs/security.md',
    ...readdirSync(join(root, 'docs/security'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/security/${name}`),
  ]
  const broken = pages.flatMap((page) =>
    linksOf(read(page))
      .map((link) => link.replace(/#.*$/, ''))
      .filter((link) => link !== '' && !existsSync(join(root, page, '..', link)))
      .map((link) => `${page}: ${link}`),
  )
  expect(broken).toEqual([])
  expect(pages.length).toBeGreaterThan(5)
})

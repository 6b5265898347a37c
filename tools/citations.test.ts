import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findCitationFaults } from './citations.ts'
import { linksOf } from './manual.ts'
import { readTexts } from './prose.ts'

const root = join(import.meta.dirname, '..')
const folders = ['contract', 'server', 'web', 'e2e', 'bench', 'tools', 'docs']
const rootPages = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md']
// This file contains wrong citations on purpose.
const self = 'tools/citations.test.ts'

const sources = readTexts([...folders, ...rootPages]).filter(({ path }) => path !== self)
const pages = sources.filter(({ path }) => path.startsWith('docs/rules/'))
const decisions = sources.filter(({ path }) => /^docs\/decisions\/\d/.test(path))
const migrations = sources.filter(({ path }) => /\.sql$/.test(path))

describe('the checkout', () => {
  it('cites only rules that docs/rules states exactly once', () => {
    expect(findCitationFaults(sources, pages)).toEqual([])
  })

  it('includes sources, tests, migrations, styles and pages', () => {
    expect(pages.length).toBeGreaterThan(8)
    expect(migrations.length).toBeGreaterThan(0)
    for (const ending of ['.ts', '.tsx', '.css', '.test.ts', '.e2e.ts', '.md']) {
      expect(sources.some(({ path }) => path.endsWith(ending))).toBe(true)
    }
  })

  it('names only migrations that exist', () => {
    const known = migrations.flatMap(({ path }) => /\/(\d{4})_/.exec(path)?.[1] ?? [])
    const named = sources.flatMap(({ path, text }) =>
      [...text.matchAll(/\bmigration (\d{4})\b/g)].map(([, number = '']) => ({ path, number })),
    )
    expect(named.filter(({ number }) => !known.includes(number))).toEqual([])
  })
})

describe('docs/rules and docs/decisions', () => {
  it('link only to files that exist', () => {
    const broken = [
      ...pages,
      ...decisions,
      ...sources.filter(({ path }) => rootPages.includes(path)),
    ].flatMap(({ path, text }) =>
      linksOf(text)
        .map((link) => link.replace(/#.*$/, ''))
        .filter((link) => link !== '' && !existsSync(join(root, path, '..', link)))
        .map((link) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  it.each(['docs/rules', 'docs/decisions'])('%s/README.md lists every page', (folder) => {
    const index = sources.find(({ path }) => path === `${folder}/README.md`)?.text ?? ''
    const names = sources
      .filter(({ path }) => path.startsWith(`${folder}/`) && !path.endsWith('/README.md'))
      .map(({ path }) => path.slice(folder.length + 1))
    expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([])
  })

  it('record each decision with number, date, status, context, decision and consequences', () => {
    const form =
      /^# \d{4} .+\n\n- Date: \d{4}-\d\d-\d\d\n- Status: .+\n\n## Context\n\n[\s\S]+\n## Decision\n\n[\s\S]+\n## Consequences\n\n[\s\S]+/
    expect(decisions.filter(({ text }) => !form.test(text)).map(({ path }) => path)).toEqual([])
    const numbers = decisions.map(({ path, text }) => [path.slice(15, 19), text.slice(2, 6)])
    expect(numbers.filter(([file, title]) => file !== title)).toEqual([])
    expect(new Set(numbers.map(([file]) => file)).size).toBe(decisions.length)
  })
})

describe('the check of citations', () => {
  const rules = [
    { path: 'docs/rules/x.md', text: '### D1 Roles\nA ladder.\n\n### spec §2 Pages\nPublic ones.\n' },
  ]
  const faults = (path: string, text: string) => findCitationFaults([{ path, text }], rules)

  it.each([
    ['a number without a rule', 'a.ts', '// Only admins (D2).'],
    ['a number in a string', 'a.test.ts', "test('admins only (D2)', run)"],
    ['a number in a migration', 'a.sql', '-- Only admins (D2).'],
    ['a number in a style', 'a.css', '/* D2 */'],
    ['a section in a list', 'a.ts', '/** spec §2, §5 */'],
    ['a threat number', 'a.ts', '// Streamed (T14).'],
    ['a crash point number in a title', 'a.test.ts', "it('is swept (C6)', run)"],
    ['an ASVS number', 'a.ts', '/** One host (V4.2.2). */'],
    ['a protocol', 'a.md', 'The order of protocol P.'],
    ['an architecture rule', 'a.ts', '/** Architecture rule 4. */'],
    ['a decision in words', 'a.ts', '// decision D1'],
    ['a section without its sign', 'a.ts', '// spec 5'],
    ['a page outside the repository', 'a.md', 'See reliability.md.'],
  ])('rejects a wrong citation: %s', (_, path, text) => {
    expect(faults(path, text)).toHaveLength(1)
  })

  it.each([
    ['a.ts', '/** Admins only (D1), as on the page (spec §2). */'],
    ['a.ts', "const path = 'M0 0 C6 8 T12 4'"],
    ['a.ts', '// V8 compiles it. RFC 9457.'],
    ['a.md', 'At `2026-11-21T10:00` the key `C6` was used.'],
  ])('accepts in the file %s: %s', (path, text) => {
    expect(faults(path, text)).toEqual([])
  })

  it.each([
    ['twice', '### D1 Roles\nA ladder.\n\n### D1 Again\nA ladder.\n', 2],
    ['without a number', '### Roles\nA ladder.\n', 1],
    ['without a title', '### D1\nA ladder.\n', 1],
    ['without a rule', '### D1 Roles\n\n## More\n', 1],
  ])('rejects a rule %s', (_, text, expected) => {
    expect(findCitationFaults([], [{ path: 'docs/rules/x.md', text }])).toHaveLength(expected)
  })
})

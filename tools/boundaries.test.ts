import { describe, expect, it } from 'vitest'
import { findFaults, readSources } from './boundaries.ts'
import { type Source, specifiersOf } from './imports.ts'
import { layers } from './layers.ts'

const act = 'server/src/features/review/approve-document.ts'

function faultsOf(...sources: [path: string, text: string][]): string[] {
  return findFaults(sources.map(([path, text]): Source => ({ path, text })))
}

describe('the checkout', () => {
  it('follows the import rule and the size limits, and reads the environment only in the permitted files', () => {
    expect(findFaults(readSources())).toEqual([])
  })

  it('is read with the files of contract, server, pages and tools', () => {
    const paths = readSources().map((source) => source.path)
    for (const name of ['contract', 'server/platform', 'server', 'web/ui', 'tools']) {
      const layer = layers.find((each) => each.name === name)
      expect(paths.some((path) => path.startsWith(`${layer?.path}/`))).toBe(true)
    }
  })
})

describe('rejects an import that the rule forbids', () => {
  const forbidden: [from: string, written: string, to: string][] = [
    ['server/src/platform/outbox.ts', '../features/review/approve-document.ts', act],
    ['server/src/features/audit/record.ts', '../review/approve-document.ts', act],
    ['server/src/features/review/claim-case.ts', '../../services.ts', 'server/src/services.ts'],
    ['web/src/features/review/Desk.tsx', '@kyc/server/features/review/approve-document.ts', act],
    ['web/src/ui/Badge.tsx', '@kyc/contract/labels.ts', 'contract/src/labels.ts'],
    ['web/src/ui/Badge.tsx', '../api/call', 'web/src/api/call.ts'],
    ['contract/src/limits.ts', '../../server/src/platform/ids.ts', 'server/src/platform/ids.ts'],
    ['server/src/app.ts', '../../web/src/paths.ts', 'web/src/paths.ts'],
    ['server/src/app.ts', './testing/app/test-app.ts', 'server/src/testing/app/test-app.ts'],
  ]

  it.each(forbidden)('%s → %s', (from, written, to) => {
    expect(faultsOf([from, `import { x } from '${written}'\n`], [to, ''])).toHaveLength(1)
  })

  it.each([
    ['of types', `import type { X } from '../features/review/approve-document.ts'`],
    ['dynamic', `const x = await import('../features/review/approve-document.ts')`],
    ['re-exported', `export { x } from '../features/review/approve-document.ts'`],
    ['of a worker', `new Worker(new URL('../features/review/approve-document.ts', import.meta.url))`],
    ['over lines', `import {\n  x,\n} from\n  '../features/review/approve-document.ts'`],
  ])('also when the import is %s', (_, text) => {
    expect(faultsOf(['server/src/platform/outbox.ts', text], [act, ''])).toHaveLength(1)
  })
})

describe('accepts an allowed import', () => {
  it.each([
    [act, '../audit/record.ts', 'server/src/features/audit/record.ts'],
    [act, '@kyc/contract/limits.ts', 'contract/src/limits.ts'],
    [
      'server/src/features/review/approve.test.ts',
      '../../testing/test-app.ts',
      'server/src/testing/app/test-app.ts',
    ],
    ['web/src/features/performers/Page.tsx', '../documents/Slot', 'web/src/features/documents/Slot.tsx'],
  ])('%s → %s', (from, written, to) => {
    expect(faultsOf([from, `import { x } from '${written}'\n`], [to, ''])).toEqual([])
  })

  it('ignores imports in comments', () => {
    expect(specifiersOf(`// see import('./a.ts')\n/* from './b.ts' */\nimport './c.css'`)).toEqual([
      './c.css',
    ])
  })
})

it('an import cycle over several files is rejected', () => {
  const files: [string, string][] = [
    ['server/src/platform/a.ts', `import './b.ts'`],
    ['server/src/platform/b.ts', `import './c.ts'`],
    ['server/src/platform/c.ts', `import('./a.ts')`],
  ]
  expect(faultsOf(...files)).toEqual([
    'Import cycle: server/src/platform/a.ts → server/src/platform/b.ts → server/src/platform/c.ts → server/src/platform/a.ts',
  ])
})

it('an import of a package other than zod by the contract is rejected', () => {
  expect(faultsOf(['contract/src/limits.ts', `import { readFile } from 'node:fs/promises'`])).toHaveLength(1)
})

it('a file of more than 300 lines is rejected', () => {
  expect(faultsOf(['web/src/styles.css', '\n'.repeat(300)])).toEqual([])
  expect(faultsOf(['web/src/styles.css', '\n'.repeat(301)])).toHaveLength(1)
})

it('a file that reads the environment without being permitted is rejected', () => {
  expect(faultsOf(['server/src/services.ts', 'const port = process.env.PORT\n'])).toHaveLength(1)
})

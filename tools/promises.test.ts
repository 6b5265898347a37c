import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { retention } from '@kyc/contract/retention.ts'
import { describe, expect, test } from 'vitest'
import { cancellation } from '../web/src/features/policies/cancellation-text.ts'
import { faq } from '../web/src/features/policies/faq-text.ts'
import type { Article } from '../web/src/features/policies/policy-text.ts'
import { privacy } from '../web/src/features/policies/privacy-text.ts'
import { terms } from '../web/src/features/policies/terms-text.ts'
import { testTitlesOf } from './test-references.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const pages: Readonly<Record<string, readonly Article[]>> = {
  '/privacy': privacy,
  '/terms': terms,
  '/cancellation': cancellation,
  '/faqs': faq.map(({ title, questions }) => ({ title, body: questions.flatMap(({ answer }) => answer) })),
}

const periods = new Set(retention.map(({ data, kept }) => `${data}：${kept}。`))

/** Every statement of the pages as `page statement`, without the retention periods, which a common list states. */
const stated = Object.entries(pages).flatMap(([page, articles]) =>
  articles
    .flatMap(({ body }) => body.flat())
    .filter((text) => !periods.has(text))
    .map((text) => `${page} ${text}`),
)

const rows = read('docs/promises.md')
  .split('\n')
  .filter((line) => line.startsWith('| /'))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([page = '', text = '', tests]) => ({ statement: `${page} ${text}`, tests: tests?.split('<br>') }))

describe('docs/promises.md', () => {
  test('lists every statement of the policies, as the pages show it', () => {
    expect(rows.map(({ statement }) => statement).sort()).toEqual(stated.sort())
  })

  test('names existing tests for every statement about the product', () => {
    const missing = rows.flatMap(({ statement, tests = [] }) =>
      tests.filter((reference) => !exists(reference)).map((reference) => `${statement}: ${reference}`),
    )
    expect(missing).toEqual([])
    expect(rows.filter(({ tests }) => tests).length).toBeGreaterThan(40)
  })
})

function exists(reference: string): boolean {
  const [, file = '', title = ''] = /^`([^`]+)` › (.+)$/.exec(reference) ?? []
  return existsSync(join(root, file)) && testTitlesOf(read(file)).includes(title)
}

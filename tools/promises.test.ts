import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { retention } from '@kyc/contract/retention.ts'
import { describe, expect, test } from 'vitest'
import { cancellation } from '../web/src/features/policies/cancellation-text.ts'
import { faq } from '../web/src/features/policies/faq-text.ts'
import type { Article } from '../web/src/features/policies/policy-text.ts'
import { privacy } from '../web/src/features/policies/privacy-text.ts'
import { terms } from '../web/src/features/policies/terms-text.ts'
import { testTitlesOf } from './spec-coverage.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The articles about safety, the log and retention. The others are about the contract, prices and the law. */
const articles = {
  '/privacy': [
    '閲覧できる人',
    '安全管理',
    '保管の期間',
    '第三者への提供と委託',
    'Cookieとブラウザの保存領域',
    '利用状況の集計',
    '開示、訂正、利用停止',
  ],
  '/terms': ['アカウント', '安全管理と監査', 'データの保管と破棄', '利用の停止'],
  '/cancellation': ['解約後のデータの取り扱い', '出演者のデータの削除'],
  '/faqs': ['データの取り扱い', 'ログイン'],
} as const

const pages: Readonly<Record<keyof typeof articles, readonly Article[]>> = {
  '/privacy': privacy,
  '/terms': terms,
  '/cancellation': cancellation,
  '/faqs': faq.map(({ title, questions }) => ({ title, body: questions.flatMap(({ answer }) => answer) })),
}

const periods = new Set(retention.map(({ data, kept }) => `${data}：${kept}。`))

/** The statements of the articles as `page statement`, without the periods of the common list. */
const stated = Object.entries(articles).flatMap(([page, titles]) =>
  titles.flatMap((title) => {
    const found = pages[page as keyof typeof articles].find((article) => article.title === title) // its own key
    if (!found) throw new Error(`${page} has no article ${title}`)
    return found.body
      .flat()
      .filter((text) => !periods.has(text))
      .map((text) => `${page} ${text}`)
  }),
)

const rows = read('docs/promises.md')
  .split('\n')
  .filter((line) => line.startsWith('| /'))
  .map((line) => line.slice(2, -2).split(' | '))
  .map(([page = '', text = '', tests]) => ({ statement: `${page} ${text}`, tests: tests?.split('<br>') }))

describe('docs/promises.md', () => {
  test('lists every statement of the policies about safety, the log and retention, as the pages show it', () => {
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

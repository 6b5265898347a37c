import { expect, it } from 'vitest'
import { readTexts } from './prose.ts'
import { findWordings, wordingsOf } from './wording.ts'

const [glossary] = readTexts(['docs/glossary.md'])
const wordings = wordingsOf(glossary?.text ?? '')

it('pages, mails and manual use one wording per concept', () => {
  expect(wordings.length).toBeGreaterThan(5)
  const sources = readTexts(['contract/src', 'server/src', 'web/src', 'docs/manual.ja.md'])
  expect(findWordings(sources, wordings)).toEqual([])
})

it('a wording that the glossary rules out is found, except in texts of the specification', () => {
  const text = '<Button>条件をクリア</Button> 統計情報の取得に失敗しました 履歴の取得に失敗しました'
  expect(findWordings([{ path: 'a.tsx', text }], wordings)).toEqual([
    'a.tsx: 条件をクリア',
    'a.tsx: の取得に失敗しました',
  ])
})

import { linkLanguages } from '@kyc/contract/consent.ts'
import { placeholders, templateFaults } from '@kyc/contract/template-check.ts'
import { contractFactLabels, contractFacts } from '@kyc/contract/title-vocabulary.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillTemplate } from './fill-template.ts'
import { neutralTemplates } from './neutral-templates.ts'

const ja = (text: string) => ({ language: 'ja', text }) as const

test('headings, lines of text and facts become paragraphs', () => {
  const text = '# 契約 {{title}}\r\n\r\n報酬は{{fee}}です。\n  {{ fee }}  \n#見出しではない'
  expect(fillTemplate(ja(text), { title: '作品', fee: '10万円\r\n翌月末払い' })).toEqual([
    { kind: 'heading', text: '契約 作品' },
    { kind: 'text', text: '報酬は10万円\n翌月末払いです。' },
    { kind: 'fact', label: '報酬の額と支払時期', text: '10万円\n翌月末払い' },
    { kind: 'text', text: '#見出しではない' },
  ])
})

test('the line of an absent value states なし', () => {
  expect(fillTemplate(ja('{{productNumber}}\n{{publisher}}'), { publisher: ' ' })).toEqual([
    { kind: 'fact', label: '品番', text: 'なし' },
    { kind: 'fact', label: '制作者以外の公表者', text: 'なし' },
  ])
})

test('labels are in the language of the template', () => {
  expect(fillTemplate({ language: 'en', text: '{{fee}}' }, { fee: '1' })).toEqual([
    { kind: 'fact', label: 'Fee and day of payment', text: '1' },
  ])
})

test('a value is text, whatever its content: it adds no heading, no placeholder and no paragraph', () => {
  const text = '# {{title}}\n前{{acts}}後\n{{fee}}'
  const hostile = fc.oneof(
    fc.constantFrom('# 見出し', '{{title}}', '{{{fee}}}', '$&', "$'", '\n# 偽の条項\n', '\r# 偽'),
    fc.string({ unit: 'grapheme' }),
  )
  fc.assert(
    fc.property(hostile, hostile, hostile, (title, acts, fee) => {
      const paragraphs = fillTemplate(ja(text), { title, acts, fee })
      expect(paragraphs.map(({ kind }) => kind)).toEqual(['heading', 'text', 'fact'])
      const shown = (value: string) => value.replace(/\r\n?/g, '\n').trim() || 'なし'
      expect(paragraphs[1]?.text).toBe(`前${shown(acts)}後`)
      expect(paragraphs[2]?.text).toBe(shown(fee))
    }),
  )
})

describe('the neutral templates', () => {
  test('are a contract and a sheet in each language, without a fault', () => {
    const kinds = neutralTemplates.map(({ type, language }) => `${type} ${language}`)
    expect(kinds.toSorted()).toEqual(
      linkLanguages.flatMap((each) => [`contract ${each}`, `explanationSheet ${each}`]).toSorted(),
    )
    for (const { id, type, text } of neutralTemplates)
      expect([id, templateFaults(type, text)]).toEqual([id, []])
  })

  test('have the same sections in both languages', () => {
    const sections = (wanted: string) =>
      neutralTemplates
        .filter(({ type }) => type === wanted)
        .map(({ text }) => text.split('\n').filter((line) => line.startsWith('# ')).length)
    for (const type of ['contract', 'explanationSheet']) expect(new Set(sections(type)).size, type).toBe(1)
  })

  test('name the eleven facts of the act in the contract: the entered ones, and the signing in words', () => {
    const values = Object.fromEntries(placeholders.map((each) => [each, `値:${each}`]))
    for (const template of neutralTemplates.filter(({ type }) => type === 'contract')) {
      const paragraphs = fillTemplate(template, values)
      for (const fact of contractFacts.filter((each) => each !== 'signing'))
        expect(paragraphs.find(({ text }) => text === `値:${fact}`)?.kind, fact).toBe('fact')
      expect(template.text).toMatch(/契約の日時は|Its date and time are/)
      expect(template.text).toMatch(/契約の場所は|its place is/)
    }
    expect(Object.keys(contractFactLabels)).toHaveLength(11)
  })

  test('explain articles 7 to 16, help lines, and that the sheet is no legal advice', () => {
    for (const { text, language } of neutralTemplates.filter(({ type }) => type === 'explanationSheet')) {
      for (const article of [7, 8, 9, 10, 11, 12, 13, 14, 15, 16])
        expect(text).toContain(language === 'ja' ? `（${article}条）` : `(article ${article})`)
      expect(text).toContain('#8891')
      expect(text).toContain(language === 'ja' ? '法的助言ではありません' : 'not legal advice')
    }
  })
})

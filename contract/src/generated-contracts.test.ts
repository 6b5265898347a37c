import { expect, test } from 'vitest'
import { enteredFacts, signingLimits } from './signing-vocabulary.ts'
import { createSigning } from './signings.ts'
import { templateFaults } from './template-check.ts'
import { contractFactLabels, contractFacts } from './title-vocabulary.ts'

const generated = 300

/** Japanese and Latin text of one or several lines. */
function randomText(): string {
  const words = [
    '撮影',
    '2027年2月10日',
    '渋谷区',
    'Studio A',
    '300,000円',
    '「契約」',
    '\n',
    '〓',
    '配信サイト',
  ]
  const length = 1 + Math.floor(Math.random() * 12)
  const text = Array.from({ length }, () => words[Math.floor(Math.random() * words.length)]).join('')
  return `${text}。`.slice(0, signingLimits.factChars)
}

const isOneOf = (index: number) => enteredFacts[index % enteredFacts.length] ?? 'parties'

test('ten facts are entered, and the eleventh, day and place of the signature, follows from the acts', () => {
  expect(contractFacts.filter((fact) => !enteredFacts.some((each) => each === fact))).toEqual(['signing'])
  expect(contractFacts).toHaveLength(11)
})

test(`each of ${generated} generated contracts is refused without one of its facts, by the name of that fact`, () => {
  for (let index = 0; index < generated; index++) {
    const missing = isOneOf(index)
    const facts = Object.fromEntries(enteredFacts.map((fact) => [fact, randomText()]))
    const body = {
      language: index % 2 === 0 ? 'ja' : 'en',
      contractTemplate: 'neutral-contract-ja',
      sheetTemplate: 'neutral-sheet-ja',
      facts,
      partnerIds: [],
      talk: { by: '制作 花子', on: '2026-11-20', language: '日本語' },
    }
    expect(createSigning.body.safeParse(body).error, JSON.stringify(facts)).toBeUndefined()
    const lacking = { ...body, facts: { ...facts, [missing]: index % 3 === 0 ? ' \n' : undefined } }
    const issues = createSigning.body.safeParse(lacking).error?.issues ?? []
    expect(issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      [`facts.${missing}`, expect.stringContaining(contractFactLabels[missing])],
    ])
  }
})

test(`each of ${generated} generated templates is refused without the place of one fact, by the name of that fact`, () => {
  for (let index = 0; index < generated; index++) {
    const missing = isOneOf(index)
    const places = ['title', ...enteredFacts].toSorted(() => Math.random() - 0.5)
    const textOf = (names: readonly string[]) => names.map((name) => `${randomText()}{{${name}}}`).join('\n')
    expect(templateFaults('contract', textOf(places))).toEqual([])
    expect(templateFaults('contract', textOf(places.filter((place) => place !== missing)))).toEqual([
      expect.stringContaining(contractFactLabels[missing]),
    ])
  }
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from './limits.ts'
import { type OtherName, otherNameKinds, otherNamesInput, otherNamesText } from './other-names.ts'

const name = (change: Partial<OtherName> = {}): OtherName => ({
  kind: 'stage',
  name: 'さくら',
  from: null,
  until: null,
  ...change,
})
const messageOf = (names: unknown) => otherNamesInput.safeParse(names).error?.issues[0]?.message

test('other names are read from a list, from JSON and from the text of a cell', () => {
  const names = [
    name({ from: '2020-04-01', until: '2024-03-31' }),
    name({ name: 'みほん', from: '2024-04-01' }),
    name({ kind: 'former', name: '佐藤 花子', until: '2019-06-30' }),
  ]
  const text =
    '芸名：さくら（2020-04-01～2024-03-31）｜芸名：みほん（2024-04-01～）｜旧名：佐藤 花子（～2019-06-30）'
  expect(otherNamesText(names)).toBe(text)
  for (const sent of [names, JSON.stringify(names), text]) expect(otherNamesInput.parse(sent)).toEqual(names)
  expect(otherNamesInput.parse('さくら; 旧名:佐藤 (2019-01-01~)；')).toEqual([
    name(),
    name({ kind: 'former', name: '佐藤', from: '2019-01-01' }),
  ])
  for (const none of ['', ' ', [], '[]', undefined]) expect(otherNamesInput.parse(none)).toBeNull()
})

test('every accepted list survives its text, so that an export can be imported', () => {
  const day = fc.constantFrom(null, '2019-01-01', '2020-12-31')
  const word = fc.string({ unit: fc.constantFrom(...'さ花A｜;（）()～-：:芸名旧0123[]" '), maxLength: 12 })
  const entry = fc.record({ kind: fc.constantFrom(...otherNameKinds), name: word, from: day, until: day })
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 4 }), (names) => {
      const { data } = otherNamesInput.safeParse(names)
      if (data) expect(otherNamesInput.parse(otherNamesText(data))).toEqual(data)
    }),
  )
})

test.each([
  [[name(), name({ name: ' ' })], '別名 2：名前を入力してください。'],
  [[name({ name: 'あ'.repeat(101) })], '別名 1：名前は100文字以内で入力してください。'],
  [
    [name({ from: '2020-04-02', until: '2020-04-01' })],
    '別名 1：使い終えた日は、使い始めた日以降にしてください。',
  ],
  [[name({ from: '2020-02-30' })], '別名 1：使い始めた日は正しい日付で入力してください。例：1998-04-02'],
  [[name({ name: 'さくら｜もも' })], '別名 1：名前に「｜」「;」や、日付のかっこは使用できません。'],
  [[name(), name({ kind: 'former' }), name({ from: '2020-01-01' })], '別名 3：別名 1と重複しています。'],
  [[{ ...name(), kind: 'pen' }], '別名 1：芸名か旧名を選択してください。'],
  [
    [name(), 'さくら', { ...name(), x: 1 }],
    '別名 2：入力内容を確認してください。別名 3：入力内容を確認してください。',
  ],
  [
    Array.from({ length: limits.otherNames + 1 }, (_, index) => name({ name: `名${index}` })),
    '別名 31：別名は30件までです。',
  ],
  [5, '別名を一覧で指定してください。'],
  ['[{', '別名を一覧で指定してください。'],
])('the fault of a list names its line: %j', (names, message) => {
  expect(messageOf(names)).toBe(message)
})

test('the same name may be listed again for a later period', () => {
  const names = [name({ until: '2020-01-31' }), name({ from: '2020-02-01' })]
  expect(otherNamesInput.parse(names)).toEqual(names)
})

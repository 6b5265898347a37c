import { expect, test } from 'vitest'
import { facts } from '../../../testing/video-facts.ts'
import { knownFacts, translatedFacts } from './contract-facts.ts'

const known = { organisation: '見本制作', title: '夏の見本', performerId: 'p1', facts }

test('parties, appearance, partners and planned days come from the records', () => {
  const shootings = [
    { kind: 'main', plannedOn: '2027-02-10', place: 'スタジオ', shotOn: null, performerIds: ['p1'] },
    { kind: 'stills', plannedOn: '2027-02-11', place: null, shotOn: null, performerIds: [] },
    { kind: 'other', plannedOn: '2027-02-12', place: null, shotOn: null, performerIds: ['p2'] },
  ] as const
  const entered = knownFacts('ja', {
    ...known,
    facts: {
      ...facts,
      shootings: shootings.map((each) => ({ ...each, performerIds: [...each.performerIds] })),
    },
  })
  expect(entered).toMatchObject({
    parties: '制作者：見本制作\n出演者：山田 花子',
    partners: '乙山 次郎',
    shooting: '2027年2月10日 スタジオ\n2027年2月11日',
    fee: '',
  })
})

test('a change of the language keeps what was entered by hand', () => {
  const values = { ...knownFacts('ja', known), partners: '相手役A' }
  expect(translatedFacts(values, 'ja', 'en', known)).toMatchObject({
    parties: 'Producer: 見本制作\nPerformer: 山田 花子',
  })
  expect(translatedFacts(values, 'ja', 'en', known)).not.toHaveProperty('partners')
})

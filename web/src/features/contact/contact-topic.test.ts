import { expect, test } from 'vitest'
import { cancellationHref, subjectOf } from './contact-topic.ts'

test('only the link of the account page fills in the subject', () => {
  const { searchParams } = new URL(cancellationHref, 'https://example.com')
  expect(subjectOf(Object.fromEntries(searchParams))).toBe('解約の申し込み')
  for (const search of [{}, { topic: 'other' }, { topic: 1 }, { subject: '勝手な件名' }]) {
    expect(subjectOf(search)).toBe('')
  }
})

import { expect, test } from 'vitest'
import { cancellationHref, subjectOf } from './contact-topic.ts'

test('the way from the account page fills in the subject, and no other address does', () => {
  const { searchParams } = new URL(cancellationHref, 'https://example.com')
  expect(subjectOf(Object.fromEntries(searchParams))).toBe('解約の申し込み')
  for (const search of [{}, { topic: 'other' }, { topic: 1 }, { subject: '勝手な件名' }]) {
    expect(subjectOf(search)).toBe('')
  }
})

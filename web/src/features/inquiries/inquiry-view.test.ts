import { expect, test } from 'vitest'
import { answerLink, isOverdue } from './inquiry-view.ts'

test('an open inquiry is overdue from its answer time on, an answered one never', () => {
  const answerBy = '2026-04-03T00:00:00.000Z'
  const at = (text: string) => new Date(text)
  expect(isOverdue({ state: 'open', answerBy }, at('2026-04-02T23:59:59.999Z'))).toBe(false)
  expect(isOverdue({ state: 'open', answerBy }, at(answerBy))).toBe(true)
  expect(isOverdue({ state: 'answered', answerBy }, at('2026-05-01T00:00:00Z'))).toBe(false)
})

test('the mailto: link has one recipient and no injected headers', () => {
  const link = answerLink({ email: 'a&bcc=b@example.com', subject: '件名&bcc=c@example.com\n次' })
  expect(link).toBe(
    `mailto:a%26bcc%3Db@example.com?subject=${encodeURIComponent('Re: 件名&bcc=c@example.com 次')}`,
  )
  expect([...new URL(link).searchParams.keys()]).toEqual(['subject'])
})

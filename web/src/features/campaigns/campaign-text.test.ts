import { expect, test } from 'vitest'
import { durationText, progressText, statesOf } from './campaign-text.ts'

const counts = { waiting: 0, sent: 2, opened: 1, done: 3, unanswered: 0, failed: 0, skipped: 4 }

test('the progress of a campaign counts only the asked performers, and its states are those that occur', () => {
  expect(progressText({ counts })).toBe('3/6名')
  expect(statesOf({ counts })).toEqual(['sent', 'opened', 'done', 'skipped'])
})

test('the duration of a campaign follows from the number of performers that the organisation may ask in a day', () => {
  expect(durationText({ asked: 10, perDay: 10 })).toBe('数分以内に、順に送信します。')
  expect(durationText({ asked: 101, perDay: 20 })).toBe(
    '1日に送信できるのは20名までのため、6日に分けて送信します。',
  )
})

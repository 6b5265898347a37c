import { expect, test } from 'vitest'
import { completionRefusal, dueText, dueTimeText, isOverdue } from './takedown-text.ts'

const now = new Date('2026-05-10T00:00:00Z')

test.each([
  ['2026-05-12T00:00:00Z', 'あと2日'],
  ['2026-05-11T23:59:00Z', 'あと47時間'],
  ['2026-05-10T03:59:59Z', 'あと3時間'],
  ['2026-05-10T00:59:00Z', 'あと59分'],
  ['2026-05-10T00:00:59Z', 'まもなく期限です'],
  ['2026-05-10T00:00:00Z', '期限を過ぎました'],
  ['2026-05-09T23:10:00Z', '期限を50分過ぎています'],
  ['2026-05-08T12:00:00Z', '期限を36時間過ぎています'],
  ['2026-05-07T23:00:00Z', '期限を2日過ぎています'],
])('of a request that is due at %s, the time is %s', (dueAt, text) => {
  expect(dueText(dueAt, now)).toBe(text)
})

test('an open request is overdue from its due time on, a closed one never', () => {
  const dueAt = '2026-05-10T00:00:00Z'
  expect(isOverdue({ dueAt, closedAt: null }, now)).toBe(true)
  expect(isOverdue({ dueAt: '2026-05-10T00:00:01Z', closedAt: null }, now)).toBe(false)
  expect(isOverdue({ dueAt, closedAt: '2026-05-11T00:00:00Z' }, now)).toBe(false)
})

test('a clock of business days names its last day, one of hours the minute', () => {
  expect(dueTimeText('card', '2025-11-10T15:00:00.000Z')).toBe('2025年11月10日中')
  expect(dueTimeText('provider', '2025-11-10T15:00:00.000Z')).toBe('2025年11月11日 00:00')
})

test('a request is completed after its confirmation and the stop of every channel', () => {
  const stopped = { acknowledgedAt: '2026-05-10T00:00:00Z' }
  expect(completionRefusal('held', [])).toBe('先に受け付けを確認してください。')
  expect(completionRefusal('confirmed', [stopped, { acknowledgedAt: null }])).toBe(
    '停止を記録していない公開先が1件あります。',
  )
  expect(completionRefusal('confirmed', [stopped])).toBeUndefined()
})

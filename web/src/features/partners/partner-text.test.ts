import { expect, test } from 'vitest'
import { answerOf, listError, originsOf, outlookOf, standingOf } from './partner-text.ts'

test('what keeps a partner out is told first', () => {
  const fine = { disabled: false, callbackStop: null, failingSince: null }
  expect(standingOf(fine).word).toBe('有効')
  expect(standingOf({ ...fine, failingSince: '2026-11-20T00:00:00.000Z' }).word).toBe('送信失敗中')
  expect(standingOf({ ...fine, callbackStop: 'gone' }).word).toBe('送信停止中')
  expect(standingOf({ ...fine, callbackStop: 'gone', disabled: true }).word).toBe('無効')
})

test('an answer is told by its status, a missing one by its reason', () => {
  expect(answerOf({ status: 204, failure: null })).toBe('204')
  expect(answerOf({ status: 503, failure: 'status' })).toBe('503')
  expect(answerOf({ status: 302, failure: 'redirect' })).toBe('302（リダイレクト）')
  expect(answerOf({ status: null, failure: 'timeout' })).toBe('タイムアウト')
})

test('a delivery that waits for callbacks to be resumed says so', () => {
  expect(outlookOf({ state: 'pending', nextAttemptAt: null })).toBe('送信の再開待ち')
  expect(outlookOf({ state: 'pending', nextAttemptAt: '2026-11-20T00:00:00.000Z' })).toBeNull()
  expect(outlookOf({ state: 'dead', nextAttemptAt: null })).toBe('自動再送は終了')
})

test('origins are read one a line, each once, without closing slashes and blank lines', () => {
  expect(originsOf(' https://a.example/ \n\nhttps://b.example\nhttps://a.example')).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})

test('the fault of one entry is told at its list', () => {
  expect(listError({ 'callbackOrigins.1': 'so' }, 'callbackOrigins')).toBe('so')
  expect(listError({ name: 'so' }, 'callbackOrigins')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { nextAttemptText, parseOrigins, responseText, stateOf } from './partner-text.ts'

test('the badge of a partner shows disabled rather than stopped, and stopped rather than failing', () => {
  const active = { disabled: false, callbackStop: null, failingSince: null }
  expect(stateOf(active).label).toBe('有効')
  expect(stateOf({ ...active, failingSince: '2026-11-20T00:00:00.000Z' }).label).toBe('送信失敗中')
  expect(stateOf({ ...active, callbackStop: 'gone' }).label).toBe('送信停止中')
  expect(stateOf({ ...active, callbackStop: 'gone', disabled: true }).label).toBe('無効')
})

test('an attempt shows the status of the response, or the failure reason without a response', () => {
  expect(responseText({ status: 204, failure: null })).toBe('204')
  expect(responseText({ status: 503, failure: 'status' })).toBe('503')
  expect(responseText({ status: 302, failure: 'redirect' })).toBe('302（リダイレクト）')
  expect(responseText({ status: null, failure: 'timeout' })).toBe('タイムアウト')
})

test('a pending delivery without a scheduled attempt shows that callbacks must be resumed first', () => {
  expect(nextAttemptText({ state: 'pending', nextAttemptAt: null })).toBe('送信の再開待ち')
  expect(nextAttemptText({ state: 'pending', nextAttemptAt: '2026-11-20T00:00:00.000Z' })).toBeNull()
  expect(nextAttemptText({ state: 'dead', nextAttemptAt: null })).toBe('自動再送は終了')
})

test('origins are parsed one per line, without duplicates, trailing slashes and blank lines', () => {
  expect(parseOrigins(' https://a.example/ \n\nhttps://b.example\nhttps://a.example')).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})

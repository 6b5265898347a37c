import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryKeys } from '../../api/query-keys.ts'
import { showDecision } from './after-decision.ts'

const doc = (type: string, status: string) => ({ performerId: 'p1', type, status }) as PerformerDocument // the fields that are used
const required = ['agreementFile', 'idFront', 'selfie']
let queries: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  queries = new QueryClient()
  queries.setQueryData(queryKeys.performerRecord('p1'), { id: 'p1', status: 'pending' })
  queries.setQueryData(
    queryKeys.documentList('p1'),
    required.map((type) => doc(type, type === 'selfie' ? 'pending' : 'verified')),
  )
  queries.setQueryData(queryKeys.performerHistory('p1'), [])
  vi.advanceTimersByTime(1000)
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated

test('shows the decision and the status of the performer at once, without a fetch', () => {
  showDecision(queries, doc('selfie', 'verified'))
  expect(queries.getQueryData(queryKeys.documentList('p1'))).toMatchObject(
    required.map((type) => ({ type, status: 'verified' })),
  )
  expect(queries.getQueryData(queryKeys.performerRecord('p1'))).toMatchObject({ status: 'approved' })
  expect(isStale(queryKeys.performerHistory('p1'))).toBe(false)
})

test('fetches after a while what no live update has fetched', () => {
  showDecision(queries, doc('selfie', 'rejected'))
  vi.advanceTimersByTime(1000)
  queries.setQueryData(queryKeys.performerHistory('p1'), ['live'])
  vi.advanceTimersByTime(3000)
  expect(isStale(queryKeys.performerRecord('p1'))).toBe(true)
  expect(isStale(queryKeys.performerHistory('p1'))).toBe(false)
})

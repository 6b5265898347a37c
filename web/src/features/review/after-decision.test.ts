import { listDocuments, type PerformerDocument } from '@kyc/contract/documents.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { getPerformer, type Performer } from '@kyc/contract/performers.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { showDecisions } from './after-decision.ts'

const doc = (type: string, status: string) => ({ performerId: 'p1', type, status }) as PerformerDocument // the fields that are used
const required = ['agreementFile', 'idFront', 'selfie']
const of = { params: { id: 'p1' } }
let queries: QueryClient

beforeEach(() => {
  vi.useFakeTimers()
  queries = new QueryClient()
  queries.setQueryData(keyOf(getPerformer, of), { id: 'p1', status: 'pending' })
  queries.setQueryData(
    keyOf(listDocuments, of),
    required.map((type) => doc(type, type === 'selfie' ? 'pending' : 'verified')),
  )
  queries.setQueryData(keyOf(performerHistory, of), [])
  vi.advanceTimersByTime(1000)
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated

test('shows the decision and the status of the performer at once, without a fetch', () => {
  showDecisions(queries, [doc('selfie', 'verified')])
  expect(queries.getQueryData(keyOf(listDocuments, of))).toMatchObject(
    required.map((type) => ({ type, status: 'verified' })),
  )
  expect(queries.getQueryData(keyOf(getPerformer, of))).toMatchObject({ status: 'approved' })
  expect(isStale(keyOf(performerHistory, of))).toBe(false)
})

test('a date of birth that an approval has read fills an empty one at once, and replaces none', () => {
  const born = () => queries.getQueryData<Performer>(keyOf(getPerformer, of))?.date_of_birth
  showDecisions(queries, [doc('selfie', 'verified')], '1998-04-02')
  expect(born()).toBe('1998-04-02')
  showDecisions(queries, [doc('selfie', 'verified')], '1999-01-01')
  expect(born()).toBe('1998-04-02')
})

test('fetches after a while what no live update has fetched', () => {
  showDecisions(queries, [doc('selfie', 'rejected')])
  vi.advanceTimersByTime(1000)
  queries.setQueryData(keyOf(performerHistory, of), ['live'])
  vi.advanceTimersByTime(3000)
  expect(isStale(keyOf(getPerformer, of))).toBe(true)
  expect(isStale(keyOf(performerHistory, of))).toBe(false)
})

import { listDocuments, type PerformerDocument } from '@kyc/contract/documents.ts'
import { performerHistory } from '@kyc/contract/performer-history.ts'
import { getPerformer, type Performer } from '@kyc/contract/performers.ts'
import { getReviewCase } from '@kyc/contract/review.ts'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
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
  queries.setQueryData(keyOf(getReviewCase, { params: { id: 'p2' } }), {})
  vi.advanceTimersByTime(1000)
})
afterEach(() => {
  queries.clear()
  vi.useRealTimers()
})

const isStale = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated

test('the page shows a decision and the status of the performer at once, without a fetch', () => {
  showDecisions(queries, [doc('selfie', 'verified')])
  expect(queries.getQueryData(keyOf(listDocuments, of))).toMatchObject(
    required.map((type) => ({ type, status: 'verified' })),
  )
  expect(queries.getQueryData(keyOf(getPerformer, of))).toMatchObject({ status: 'approved' })
  expect(isStale(keyOf(performerHistory, of))).toBe(false)
})

test('a date of birth that an approval has read fills an empty one at once, and never replaces another', () => {
  const born = () => queries.getQueryData<Performer>(keyOf(getPerformer, of))?.date_of_birth
  showDecisions(queries, [doc('selfie', 'verified')], '1998-04-02')
  expect(born()).toBe('1998-04-02')
  showDecisions(queries, [doc('selfie', 'verified')], '1999-01-01')
  expect(born()).toBe('1998-04-02')
})

test('a fetch that began before the decision does not bring back the former status, and is repeated', async () => {
  const former = [doc('selfie', 'pending')]
  const replies: ((documents: PerformerDocument[]) => void)[] = []
  const observer = new QueryObserver<PerformerDocument[]>(queries, {
    queryKey: keyOf(listDocuments, of),
    queryFn: () => new Promise((resolve) => replies.push(resolve)),
  })
  onTestFinished(observer.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(0)
  expect(replies).toHaveLength(1)
  showDecisions(queries, [doc('selfie', 'verified')])
  replies[0]?.(former)
  await vi.advanceTimersByTimeAsync(0)
  const statuses = () => observer.getCurrentResult().data?.map(({ status }) => status)
  expect(statuses()).toEqual(['verified', 'verified', 'verified'])
  expect(replies).toHaveLength(2)
  replies[1]?.([doc('selfie', 'rejected')])
  await vi.advanceTimersByTimeAsync(0)
  expect(statuses()).toEqual(['rejected'])
})

test('after some seconds, the page fetches what no live update has fetched, and no case of another performer', () => {
  showDecisions(queries, [doc('selfie', 'rejected')])
  vi.advanceTimersByTime(1000)
  queries.setQueryData(keyOf(performerHistory, of), ['live'])
  vi.advanceTimersByTime(3000)
  expect(isStale(keyOf(getPerformer, of))).toBe(true)
  expect(isStale(keyOf(performerHistory, of))).toBe(false)
  expect(isStale(keyOf(getReviewCase, { params: { id: 'p2' } }))).toBe(false)
})

import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepMemoryOf } from '../../ui/tab-memory.ts'
import { keepReview, keptReview } from './kept-review.ts'
import { draftOf } from './review-draft.ts'
import { noCase, reviewReducer } from './review-state.ts'

const doc = {
  id: 'd1',
  performerId: 'p1',
  type: 'idFront',
  expiresOn: null,
  noExpiry: false,
} as PerformerDocument // the fields that a draft reads
const performer = { lastName: '見本', date_of_birth: null } as Performer // as above
const draft = draftOf({}, doc, performer)
const entered = reviewReducer(noCase, {
  kind: 'enter',
  doc,
  draft: { ...draft, reading: { ...draft.reading, dateOfBirth: '1998-04-02' } },
})
const sent = reviewReducer(entered, { kind: 'sent', doc, last: false })
const state = reviewReducer(sent, { kind: 'seen', id: 'd1', seen: { width: 640 } })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  keepMemoryOf(null)
  keepMemoryOf('u1')
})
afterEach(() => vi.useRealTimers())

test('what was entered and seen survives a reload for as long as a claim lasts without work', () => {
  keepReview(state)
  expect(keptReview()).toMatchObject({
    drafts: state.drafts,
    seen: { d1: { width: 640 } },
    born: { p1: '1998-04-02' },
    caseId: undefined,
  })
  vi.setSystemTime(Date.now() + 16 * 60_000)
  expect(keptReview()).toEqual(noCase)
})

test('what was entered and seen is dropped when the account signs out or another one signs in', () => {
  keepReview(state)
  keepMemoryOf('u2')
  expect(keptReview()).toEqual(noCase)
  keepReview(state)
  keepMemoryOf(null)
  expect([keptReview(), sessionStorage.length]).toEqual([noCase, 0])
})

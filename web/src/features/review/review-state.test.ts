import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { expect, test } from 'vitest'
import { initialView } from '../documents/viewer/viewer-view.ts'
import { documentsOf, nextPending } from './review-documents.ts'
import type { ReviewDraft } from './review-draft.ts'
import {
  noCase,
  opened,
  type ReviewEvent,
  type ReviewState,
  reviewReducer,
  sharesView,
  viewOf,
} from './review-state.ts'

function doc(type: DocumentType, status: PerformerDocument['status'] = 'pending', version = 1) {
  return { id: `${type} ${version}`, performerId: 'p1', type, status, version } as PerformerDocument // the fields that are used
}

const [agreement, front, selfie] = [doc('agreementFile'), doc('idFront'), doc('selfie')]
const all = [agreement, front, selfie]
const reading = { dateOfBirth: '1998-04-02' }
const draft = { revisionReason: '見間違い', reading } as ReviewDraft // the fields that are read
const fault = new Error('refused')

const open: ReviewEvent = { kind: 'open', case: { caseId: 'p1', documents: all } }
const other: ReviewEvent = {
  kind: 'open',
  case: { caseId: 'p2', documents: [{ ...doc('selfie'), id: 'other', performerId: 'p2' }] },
}
const enter: ReviewEvent = { kind: 'enter', doc: front, draft }
const sent: ReviewEvent = { kind: 'sent', doc: front, last: false }
const sentLast: ReviewEvent = { kind: 'sent', doc: front, last: true }
const refused: ReviewEvent = { kind: 'refused', doc: front, error: fault }
const approved = (next?: PerformerDocument): ReviewEvent => ({
  kind: 'decided',
  decision: '承認',
  documents: [front],
  next,
})
const show = (id: string): ReviewEvent => ({ kind: 'show', id })

const after = (...events: ReviewEvent[]): ReviewState => events.reduce(reviewReducer, noCase)

test.each<[string, ReviewEvent[], Partial<ReviewState>]>([
  [
    'what was seen of a version adds up and outlives the case',
    [
      open,
      { kind: 'seen', id: agreement.id, seen: { width: 700, pages: [2] } },
      { kind: 'seen', id: agreement.id, seen: { width: 400, lens: true, pages: [1, 2] } },
      other,
    ],
    { seen: { [agreement.id]: { width: 700, lens: true, pages: [1, 2] } } },
  ],
  [
    'the reply to an approval closes no rejection of the next case',
    [open, enter, sentLast, other, { kind: 'reject', doc: selfie }, approved()],
    { caseId: 'p2', rejecting: selfie },
  ],
  [
    'the date of birth that an approval has read is known in the documents after it',
    [open, enter, sent, approved(selfie)],
    { born: { p1: '1998-04-02' }, drafts: {}, shownId: selfie.id },
  ],
  ['a case opens with its first pending document by number', [open], { shownId: front.id, caseId: 'p1' }],
  [
    'a case opens with the document that was asked for',
    [{ kind: 'open', case: { caseId: 'p1', documents: all, shownId: selfie.id, deciding: true } }],
    { shownId: selfie.id, deciding: true },
  ],
  [
    'a case without pending documents opens with the first one',
    [{ kind: 'open', case: { caseId: 'p1', documents: [doc('selfie', 'verified')] } }],
    { shownId: selfie.id },
  ],
  ['another document takes the place of the one shown', [open, show(selfie.id)], { shownId: selfie.id }],
  [
    'what was entered stays while another document is shown',
    [open, enter, show(selfie.id)],
    { drafts: { [front.id]: draft } },
  ],
  ['what was entered stays when another case opens', [open, enter, other], { drafts: { [front.id]: draft } }],
  [
    'each attempt to approve an incomplete document is counted',
    [open, { kind: 'incomplete' }, { kind: 'incomplete' }],
    { tries: 2 },
  ],
  ['another document begins without attempts', [open, { kind: 'incomplete' }, show(selfie.id)], { tries: 0 }],
  ['a sent approval is under way', [open, sent], { approvals: { [front.id]: 'sent' }, leaving: [] }],
  ['a case leaves when its last approval is sent', [open, sentLast], { leaving: ['p1'] }],
  [
    'a case whose last approval was sent still leaves while another case is open',
    [open, sentLast, other],
    { leaving: ['p1'], shownId: 'other' },
  ],
  [
    'after an approval the next document is shown and announced, and the entries are dropped',
    [open, enter, sent, approved(selfie)],
    {
      shownId: selfie.id,
      deciding: true,
      drafts: {},
      approvals: {},
      announcement: '身分証明書表面を承認しました。次は本人写真です。',
    },
  ],
  [
    'an approval of a document that the reviewer has left moves nothing',
    [open, sent, show(agreement.id), approved(selfie)],
    { shownId: agreement.id, approvals: {}, announcement: '' },
  ],
  [
    'a case no longer leaves after the reply to its last approval',
    [open, sentLast, other, approved()],
    { leaving: [], shownId: 'other' },
  ],
  [
    'a refused approval keeps entries and reason',
    [open, enter, sent, refused],
    { drafts: { [front.id]: draft }, approvals: { [front.id]: fault } },
  ],
  ['a case whose approval was refused no longer leaves', [open, sentLast, other, refused], { leaving: [] }],
  [
    'a case whose approval was refused opens again with the document, its entries and the reason',
    [open, enter, sentLast, other, refused, open],
    { shownId: front.id, drafts: { [front.id]: draft }, approvals: { [front.id]: fault } },
  ],
  [
    'the reason of a refusal disappears when another document is shown',
    [open, sent, refused, show(selfie.id)],
    { approvals: {} },
  ],
  [
    'an undone decision brings back its document with its entries',
    [
      open,
      enter,
      sent,
      approved(selfie),
      { kind: 'undone', documents: [front], drafts: { [front.id]: draft } },
    ],
    { shownId: front.id, deciding: true, drafts: { [front.id]: draft }, undone: [front.id] },
  ],
  [
    'a case opens with the document whose decision was undone in another case',
    [open, sentLast, other, { kind: 'undone', documents: [selfie], drafts: {} }, open],
    { shownId: selfie.id },
  ],
  ['a rejection begins for its document', [open, { kind: 'reject', doc: front }], { rejecting: front }],
  [
    'after a rejection the next document is shown and announced',
    [
      open,
      { kind: 'reject', doc: front },
      { kind: 'decided', decision: '差し戻', documents: [front, selfie], next: agreement },
    ],
    {
      rejecting: null,
      shownId: agreement.id,
      announcement: '身分証明書表面を差し戻しました。次は出演同意書です。',
    },
  ],
  [
    'full screen shows the document without its decision',
    [open, sent, approved(selfie), { kind: 'fullScreen', on: true }],
    { fullScreen: true, deciding: false, shownId: selfie.id },
  ],
  ['full screen ends with the case', [open, { kind: 'fullScreen', on: true }, other], { fullScreen: false }],
  ['a comparison opens', [open, { kind: 'compare', on: true }], { comparing: true }],
])('%s', (_, events, expected) => {
  expect(after(...events)).toMatchObject(expected)
  for (const key of ['drafts', 'approvals'] as const)
    if (expected[key]) expect(after(...events)[key]).toEqual(expected[key])
})

test('a newer version takes the place of the one on screen only on request (D11)', () => {
  const newer = doc('idFront', 'pending', 2)
  const current = [agreement, newer, selfie]
  expect(documentsOf(after(open), current)).toEqual([front, selfie, agreement])
  const pinned = after(open, { kind: 'pin', newest: newer })
  expect(documentsOf(pinned, current)).toEqual([newer, selfie, agreement])
  expect(pinned).toMatchObject({ shownId: newer.id, deciding: true })
  expect(after(open, { kind: 'pin', newest: doc('selfie', 'pending', 2) }).shownId).toBe(front.id)
})

test('a newer version replaces all listed versions of its slot, and a version that is already listed none', () => {
  const versions = [doc('idFront', 'pending', 2), front]
  const list: ReviewEvent = { kind: 'open', case: { caseId: 'p1', documents: versions } }
  const newest = doc('idFront', 'pending', 3)
  expect(after(list, { kind: 'pin', newest }).pinned).toEqual([newest])
  expect(after(list, { kind: 'pin', newest: doc('idFront', 'pending', 2) }).pinned).toEqual(versions)
})

test('a decided document has its latest status, and a slot that was emptied leaves the desk', () => {
  const verified = doc('idFront', 'verified')
  expect(documentsOf(after(open), [verified, selfie])).toEqual([verified, selfie])
})

test('the next pending document follows in order, and after the last one comes the first', () => {
  expect(nextPending(all, all, [front])).toBe(selfie)
  expect(nextPending(all, all, [selfie])).toBe(agreement)
  expect(nextPending(all, all, [front, selfie])).toBe(agreement)
})

test('documents that were decided meanwhile, and the decided one itself, are skipped', () => {
  const current = [doc('agreementFile', 'verified'), front, doc('selfie', 'rejected')]
  expect(nextPending(all, current, [front])).toBeUndefined()
  expect(nextPending(all, [agreement, front, doc('selfie', 'verified')], [front])).toBe(agreement)
})

const zoomIn = (type: 'idFront' | 'selfie' | 'idBack'): ReviewEvent => ({
  kind: 'view',
  type,
  action: { kind: 'zoomIn' },
})

test('each document has a view of its own', () => {
  const state = after(open, zoomIn('idFront'), {
    kind: 'view',
    type: 'selfie',
    action: { kind: 'rotate', turns: 1 },
  })
  expect(viewOf(state, 'idFront')).toEqual({ ...initialView, zoom: 1.25 })
  expect(viewOf(state, 'selfie')).toEqual({ ...initialView, turns: 1 })
  expect(viewOf(state, 'idBack')).toEqual(initialView)
})

test('the three joinable pictures share zoom and position once joined, and nothing else', () => {
  const centre = { x: 0.2, y: 0.7 }
  const state = after(
    open,
    { kind: 'view', type: 'idFront', action: { kind: 'brighten' } },
    zoomIn('idFront'),
    { kind: 'join', type: 'idFront' },
    zoomIn('selfie'),
    { kind: 'pan', type: 'selfie', centre },
  )
  for (const type of ['idFront', 'selfie', 'selfieWithId'] as const) {
    expect(viewOf(state, type).zoom, type).toBe(1.5)
    expect(sharesView(state, type)).toBe(true)
  }
  expect(viewOf(state, 'idFront').brightness).toBe(1.25)
  expect(viewOf(state, 'selfie').brightness).toBe(1)
  expect(state.centre).toEqual(centre)
  const back = reviewReducer(state, zoomIn('idBack'))
  expect(viewOf(back, 'idFront').zoom, 'the back is not one of them').toBe(1.5)
  expect(reviewReducer(state, { kind: 'pan', type: 'idBack', centre: { x: 0, y: 0 } }).centre).toEqual(centre)
})

test('the next case is joined as well, and begins with fitted pictures', () => {
  const state = after(open, zoomIn('idFront'), { kind: 'join', type: 'idFront' }, other)
  expect(sharesView(state, 'selfie')).toBe(true)
  expect(viewOf(state, 'selfie')).toEqual(initialView)
})

test('a version counts as displayed until its display fails', () => {
  const shown = after(open, { kind: 'displayed', id: 'd1' }, { kind: 'displayed', id: 'd2' })
  expect([...shown.displayed]).toEqual(['d1', 'd2'])
  const failed = reviewReducer(shown, { kind: 'broken', id: 'd1', broken: true })
  expect([...failed.displayed]).toEqual(['d2'])
  expect([...failed.broken]).toEqual(['d1'])
  expect([...reviewReducer(failed, { kind: 'broken', id: 'd1', broken: false }).broken]).toEqual([])
})

test('opening a case twice in a row gives the same state as opening it once', () => {
  expect(after(open, open)).toEqual(opened(noCase, { caseId: 'p1', documents: all }))
})

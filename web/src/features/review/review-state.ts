import type { DocumentType } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import { documentTypeLabels } from '@kyc/contract/labels.ts'
import type { Seen } from '@kyc/contract/review-checks.ts'
import {
  initialView,
  type Place,
  type View,
  type ViewAction,
  viewReducer,
} from '../documents/viewer/viewer-view.ts'
import { firstToDecide, withNewest } from './review-documents.ts'
import type { ReviewDraft } from './review-draft.ts'
import { type SeenById, withSeen } from './seen.ts'

/** Zoom and position of these can be joined: they show the same face. */
const joinable: readonly DocumentType[] = ['idFront', 'selfie', 'selfieWithId']

/** Where a review stands. The first part survives a change of case, the second one begins with each case. */
export interface ReviewState {
  /** What the reviewer has entered, by version. */
  readonly drafts: Readonly<Record<string, ReviewDraft>>
  /** What was shown of each version, by its id. */
  readonly seen: SeenById
  /** The date of birth that the reviewer has read from an approved document, by performer: it fills an empty one. */
  readonly born: Readonly<Record<string, string>>
  /** The approvals that are under way or were not accepted, by version. */
  readonly approvals: Readonly<Record<string, 'sent' | Error>>
  /** The cases whose last approval is under way. */
  readonly leaving: readonly string[]
  /** The versions whose decision was undone, the last one at the end. */
  readonly undone: readonly string[]
  /** Zooming or panning one of the joinable pictures does the same to the others. */
  readonly joined: boolean

  /** The id of the performer. */
  readonly caseId: string | undefined
  /** Milliseconds since the epoch. */
  readonly openedAt: number
  /** The versions to show: a newer one takes the place of one of these only on request (D11). */
  readonly pinned: readonly PerformerDocument[]
  /** The version that the decision is about. */
  readonly shownId: string | undefined
  /** The focus belongs to the decision. */
  readonly deciding: boolean
  /** How often the reviewer has tried to approve the document while something was open. */
  readonly tries: number
  readonly announcement: string
  /** The version whose rejection is being written. */
  readonly rejecting: PerformerDocument | null
  /** The document fills the window. */
  readonly fullScreen: boolean
  /** The document is compared with its version before. */
  readonly comparing: boolean
  readonly views: Readonly<Partial<Record<DocumentType, View>>>
  /** Where the joined pictures are centred; undefined until one is panned. */
  readonly centre: Place | undefined
  /** The ids of the versions that are visible. */
  readonly displayed: ReadonlySet<string>
  /** The ids of the versions that could not be displayed. */
  readonly broken: ReadonlySet<string>
}

/** The names of both decisions, as they are announced. */
export type Decision = '承認' | '差し戻'

/** The case that is opened. */
export interface OpenedCase {
  /** The id of the performer. */
  readonly caseId: string
  readonly documents: readonly PerformerDocument[]
  /** Milliseconds since the epoch; given where the second press of a double press may arrive in this case. */
  readonly at?: number
  /** The version to start with; by default, the first one to decide on. */
  readonly shownId?: string
  readonly deciding?: boolean
}

export type ReviewEvent =
  | { kind: 'open'; case: OpenedCase }
  | { kind: 'show'; id: string; deciding?: boolean }
  /** The newest version takes the place of the one before it. */
  | { kind: 'pin'; newest: PerformerDocument }
  | { kind: 'enter'; doc: PerformerDocument; draft: ReviewDraft }
  /** An approval is tried while something is open. */
  | { kind: 'incomplete' }
  | { kind: 'sent'; doc: PerformerDocument; last: boolean }
  | { kind: 'refused'; doc: PerformerDocument; error: Error }
  | {
      kind: 'decided'
      decision: Decision
      documents: readonly PerformerDocument[]
      next: PerformerDocument | undefined
    }
  /** A decision was undone: the documents as before it, with what was entered about them. */
  | { kind: 'undone'; documents: readonly PerformerDocument[]; drafts: ReviewState['drafts'] }
  | { kind: 'reject'; doc: PerformerDocument | null }
  | { kind: 'fullScreen'; on: boolean }
  | { kind: 'compare'; on: boolean }
  | { kind: 'view'; type: DocumentType; action: ViewAction }
  | { kind: 'pan'; type: DocumentType; centre: Place }
  | { kind: 'join'; type: DocumentType }
  | { kind: 'displayed'; id: string }
  | { kind: 'broken'; id: string; broken: boolean }
  /** More of a version was shown. */
  | { kind: 'seen'; id: string; seen: Partial<Seen> }

const noIds: ReadonlySet<string> = new Set()

/** No case is open. */
export const noCase: ReviewState = {
  drafts: {},
  seen: {},
  born: {},
  approvals: {},
  leaving: [],
  undone: [],
  joined: false,
  caseId: undefined,
  openedAt: 0,
  pinned: [],
  shownId: undefined,
  deciding: false,
  tries: 0,
  announcement: '',
  rejecting: null,
  fullScreen: false,
  comparing: false,
  views: {},
  centre: undefined,
  displayed: noIds,
  broken: noIds,
}

export function reviewReducer(state: ReviewState, event: ReviewEvent): ReviewState {
  switch (event.kind) {
    case 'open':
      return opened(state, event.case)
    case 'show':
      return shown(state, event.id, event.deciding)
    case 'pin': {
      const { newest } = event
      const before = state.pinned.find(({ id }) => id === state.shownId)
      const next = { ...state, pinned: withNewest(state.pinned, newest) }
      return before && before.type !== newest.type ? next : shown(next, newest.id, true)
    }
    case 'enter':
      return { ...state, drafts: { ...state.drafts, [event.doc.id]: event.draft } }
    case 'incomplete':
      return { ...state, tries: state.tries + 1 }
    case 'sent':
    case 'refused':
    case 'decided':
      return approvalReducer(state, event)
    case 'undone':
      return undone(state, event)
    case 'reject':
      return { ...state, rejecting: event.doc }
    case 'fullScreen':
      return { ...state, fullScreen: event.on, deciding: false }
    case 'compare':
      return { ...state, comparing: event.on }
    case 'seen':
      return withShown(state, event)
    default:
      return viewsReducer(state, event)
  }
}

type EventOf<Kind extends ReviewEvent['kind']> = Extract<ReviewEvent, { kind: Kind }>

/** The state at the start of a case. */
export function opened(state: ReviewState, of: OpenedCase): ReviewState {
  const { drafts, seen, born, approvals, leaving, undone, joined } = state
  const { caseId, documents, at: openedAt = 0, deciding = false } = of
  // A refused approval brings its document back.
  const refused = documents.find(({ id }) => approvals[id] instanceof Error)
  const pending = documents.filter(({ status }) => status === 'pending')
  const again = pending.find(({ id }) => id === undone.at(-1))
  const shownId = of.shownId ?? refused?.id ?? again?.id ?? firstToDecide(documents)?.id
  const kept = { drafts, seen, born, approvals, leaving, undone, joined }
  return { ...noCase, ...kept, caseId, openedAt, pinned: documents, shownId, deciding }
}

/** Shows the first of the documents again, if its case is open. */
function undone(state: ReviewState, { documents, drafts }: EventOf<'undone'>): ReviewState {
  const ids = documents.map(({ id }) => id).toReversed()
  const next = { ...state, undone: [...state.undone, ...ids], drafts: { ...state.drafts, ...drafts } }
  const [first] = documents
  return first && state.caseId === first.performerId ? shown(next, first.id, true) : next
}

/** Adds what was shown; returns the same object if nothing is new. */
function withShown(state: ReviewState, { id, seen: more }: EventOf<'seen'>): ReviewState {
  const seen = withSeen(state.seen, id, more)
  return seen === state.seen ? state : { ...state, seen }
}

function shown(state: ReviewState, id: string, deciding = false): ReviewState {
  const approvals = Object.entries(state.approvals).filter(([, approval]) => approval === 'sent')
  return { ...state, shownId: id, deciding, tries: 0, approvals: Object.fromEntries(approvals) }
}

function approvalReducer(state: ReviewState, event: EventOf<'sent' | 'refused' | 'decided'>): ReviewState {
  if (event.kind === 'sent') {
    const { doc, last } = event
    const leaving = last ? [...state.leaving, doc.performerId] : state.leaving
    const read = state.drafts[doc.id]?.reading.dateOfBirth
    const born = read ? { ...state.born, [doc.performerId]: read } : state.born
    return { ...state, leaving, born, approvals: { ...state.approvals, [doc.id]: 'sent' } }
  }
  const of = event.kind === 'refused' ? [event.doc] : event.documents
  const leaving = state.leaving.filter((id) => id !== of[0]?.performerId)
  if (event.kind === 'refused')
    return { ...state, leaving, approvals: { ...state.approvals, [event.doc.id]: event.error } }
  const { decision, next } = event
  const left = {
    ...state,
    leaving,
    drafts: without(state.drafts, of),
    approvals: without(state.approvals, of),
    // A rejection in the next case stays open when the reply to the last approval of the former case arrives.
    rejecting: of.some(({ id }) => id === state.rejecting?.id) ? null : state.rejecting,
  }
  // The reviewer has turned to another document, or to another case.
  const elsewhere = decision === '承認' && state.shownId !== of[0]?.id
  if (!next || elsewhere) return left
  const label = documentTypeLabels[of[0]?.type ?? next.type]
  const announcement = `${label}を${decision}しました。次は${documentTypeLabels[next.type]}です。`
  return { ...shown(left, next.id, true), announcement }
}

function viewsReducer(
  state: ReviewState,
  event: EventOf<'view' | 'pan' | 'join' | 'displayed' | 'broken'>,
): ReviewState {
  switch (event.kind) {
    case 'view':
      return withView(state, event.type, viewReducer(viewOf(state, event.type), event.action))
    case 'pan':
      return sharesView(state, event.type) ? { ...state, centre: event.centre } : state
    case 'join': {
      const next = { ...state, joined: !state.joined, centre: undefined }
      return withView(next, event.type, viewOf(state, event.type))
    }
    case 'displayed':
      return { ...state, displayed: new Set(state.displayed).add(event.id) }
    case 'broken': {
      const { displayed, broken } = { displayed: new Set(state.displayed), broken: new Set(state.broken) }
      displayed.delete(event.id)
      if (event.broken) broken.add(event.id)
      else broken.delete(event.id)
      return { ...state, displayed, broken }
    }
  }
}

function withView(state: ReviewState, type: DocumentType, view: View): ReviewState {
  const views = { ...state.views, [type]: view }
  if (sharesView(state, type)) {
    for (const other of joinable) views[other] = { ...viewOf({ ...state, views }, other), zoom: view.zoom }
  }
  // A fitted picture has no position.
  return { ...state, views, centre: view.zoom > 1 ? state.centre : undefined }
}

export function viewOf({ views }: Pick<ReviewState, 'views'>, type: DocumentType): View {
  return views[type] ?? initialView
}

/** Whether zoom and position of `type` are those of the other joinable pictures. */
export function sharesView({ joined }: ReviewState, type: DocumentType): boolean {
  return joined && joinable.includes(type)
}

export function isJoinable(type: DocumentType): boolean {
  return joinable.includes(type)
}

function without<Value>(
  values: Readonly<Record<string, Value>>,
  of: readonly PerformerDocument[],
): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => of.every(({ id }) => id !== key)))
}

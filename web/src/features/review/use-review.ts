import { canAct } from '@kyc/contract/document-rules.ts'
import type { RejectionCode } from '@kyc/contract/document-vocabulary.ts'
import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { problems } from '@kyc/contract/problems.ts'
import { type Seen, seenFault } from '@kyc/contract/review-checks.ts'
import { createContext, type Dispatch, use, useRef } from 'react'
import type { Decided } from './rejection/rejection-message.ts'
import { nextPending } from './review-documents.ts'
import {
  approvalBody,
  checkAnswers,
  draftFaults,
  draftOf,
  openPointsText,
  type ReviewDraft,
  suggestedCodes,
} from './review-draft.ts'
import type { Decision, ReviewEvent, ReviewState } from './review-state.ts'
import { seenOf } from './seen.ts'
import { useVerify, type WithinClaim } from './use-decisions.ts'
import { useUndo } from './use-undo.ts'

/** What is reviewed, and what the page does when it ends. */
export interface Reviewed {
  readonly performer: Performer
  /** The newest version of each slot. */
  readonly current: readonly PerformerDocument[]
  /** The versions to show. */
  readonly documents: readonly PerformerDocument[]
  /** Why nothing can be decided, such as the claim of another account. */
  readonly refusal?: string | undefined
  readonly withinClaim?: WithinClaim
  /** Moves the focus to a new note. */
  readonly onNote: () => void
  /** The approval of the last document is on its way. */
  readonly onSent?: () => void
  /** The server did not accept an approval. */
  readonly onRefused?: () => void
  /** Nothing is left to decide after this document. */
  readonly onFinished: (doc: PerformerDocument) => void
  /** The last decision was undone: its case may no longer be open. */
  readonly onUndone?: () => void
}

export type Review = ReturnType<typeof useReview>

export const ReviewContext = createContext<Review | null>(null)

/** The review of the case on screen. */
export function useCurrentReview(): Review {
  const review = use(ReviewContext)
  if (!review) throw new Error('useCurrentReview needs a ReviewContext')
  return review
}

/** Milliseconds in which a second press is ignored: it would mark everything in the next case as missing. */
const doublePress = 400

/** One review for desk and viewer: where it stands, and the acts of the reviewer. */
export function useReview(reviewed: Reviewed, state: ReviewState, dispatch: Dispatch<ReviewEvent>) {
  const { performer, current, documents, onFinished } = reviewed
  // A decision changes the version on screen, a replacement does not.
  const doc = documents.find(({ id }) => id === state.shownId) ?? documents[0]
  const approve = useApproval(reviewed, state.undone.length, dispatch)
  const offerUndo = useUndo(reviewed, dispatch)
  const decided = (decision: Decision, { documents: of, decidedAt, closed }: Decided) => {
    offerUndo(decision, of, state.drafts, decidedAt)
    const next = closed ? undefined : nextPending(documents, current, of)
    dispatch({ kind: 'decided', decision, documents: of, next })
    if (!next && of[0]) onFinished(of[0])
  }
  const draft = (of: PerformerDocument) => draftOf(state.drafts, of, performer, state.born[performer.id])
  return {
    ...reviewed,
    state,
    dispatch,
    doc,
    draft,
    decided,
    /** The points that are open or refused; `opened` if the version is visible, which the server checks as well. */
    points: (of: PerformerDocument, opened: boolean) =>
      pointsOf(reviewed, of, draft(of), opened ? seenOf(state.seen, of.id) : undefined),
    newestOf: (of: PerformerDocument) => current.find(({ type }) => type === of.type),
    enter: (of: PerformerDocument, entered: ReviewDraft) =>
      dispatch({ kind: 'enter', doc: of, draft: entered }),
    /** What the reviewer found wrong with a version. */
    suggested: (of: PerformerDocument): readonly RejectionCode[] =>
      suggestedCodes(of, draft(of), performer.date_of_birth),
    approve: (of: PerformerDocument, opened: boolean) => {
      const seen = seenOf(state.seen, of.id)
      const points = pointsOf(reviewed, of, draft(of), opened ? seen : undefined)
      if (points.refusal || !opened || state.approvals[of.id] === 'sent') return
      if (points.open) {
        if (Date.now() - state.openedAt > doublePress) dispatch({ kind: 'incomplete' })
        return
      }
      void approve(of, draft(of), seen, (decidedAt) =>
        decided('承認', { documents: [of], decidedAt, closed: false }),
      )
    },
  }
}

/** Sends an approval, once for each status in which a version is shown, and again after a decision was undone. */
function useApproval(reviewed: Reviewed, undone: number, dispatch: Dispatch<ReviewEvent>) {
  const { performer, documents, current, withinClaim, onSent, onRefused } = reviewed
  const verify = useVerify(withinClaim)
  // A second press may come before the first one is rendered.
  const sent = useRef(new Set<string>())
  return async (
    doc: PerformerDocument,
    draft: ReviewDraft,
    seen: Seen,
    onApproved: (decidedAt: string | null) => void,
  ) => {
    const key = `${doc.id} ${doc.status} ${undone}`
    if (sent.current.has(key)) return
    sent.current.add(key)
    const last = !nextPending(documents, current, [doc])
    const body = approvalBody(performer, doc, draft, seen, isBackStored(current))
    dispatch({ kind: 'sent', doc, last })
    const approval = verify.mutateAsync({ doc, body })
    if (last) onSent?.()
    try {
      const { decidedAt } = await approval
      // Without an undo if the approval has destroyed a back: the destruction has an undo of its own (D116).
      onApproved(body.reason ? null : decidedAt)
    } catch (error) {
      sent.current.delete(key)
      dispatch({ kind: 'refused', doc, error: error instanceof Error ? error : new Error(String(error)) })
      onRefused?.()
    }
  }
}

function pointsOf(
  { performer, current, refusal }: Reviewed,
  doc: PerformerDocument,
  draft: ReviewDraft,
  /** Undefined until the version is visible. */
  seen: Seen | undefined,
) {
  const answers = checkAnswers(doc, draft, performer.date_of_birth)
  const faults = draftFaults(doc, draft, isBackStored(current))
  const refused = refusalOf(performer, doc, current, refusal)
  const opened = seen !== undefined
  const open = openPointsText(faults, answers) ?? (opened ? seenFault(doc.type, doc.pages, seen) : undefined)
  const shownOpen = !refused && opened && canAct('verify', doc.status) ? open : undefined
  return {
    answers,
    faults,
    refusal: refused,
    open: shownOpen,
    why: refused ?? (opened ? shownOpen : '書類を表示すると承認できます。'),
  }
}

/** Why the version cannot be decided on; undefined if it can. */
function refusalOf(
  { caseClosed }: Performer,
  doc: PerformerDocument,
  current: readonly PerformerDocument[],
  refusal: string | undefined,
): string | undefined {
  if (doc.ownWork) return problems.FOUR_EYES.title
  if (caseClosed) return 'この出演者の審査は終了しています。'
  if (refusal) return refusal
  return isOutdated(
    doc,
    current.find(({ type }) => type === doc.type),
  )
    ? '最新の書類を確認してください。'
    : undefined
}

/** Whether a newer version was submitted, so that this one can no longer be decided on. */
export function isOutdated(doc: PerformerDocument, newest: PerformerDocument | undefined): boolean {
  return newest !== undefined && newest.version > doc.version
}

/** Whether the slot that a My Number card closes has a document. */
export function isBackStored(current: readonly PerformerDocument[]): boolean {
  return current.some(({ type }) => type === 'idBack')
}

import type { PerformerDocument } from '@kyc/contract/documents.ts'
import type { Performer } from '@kyc/contract/performers.ts'
import { useEffect, useReducer, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { DocumentOpen } from '../documents/document-open.ts'
import { noCase, type OpenedCase, opened, reviewReducer } from '../review/review-state.ts'
import { type Review, useReview } from '../review/use-review.ts'

export interface PerformerReview {
  performer: Performer
  /** The newest version of each slot. */
  documents: readonly PerformerDocument[]
  onOpen: (open: DocumentOpen | null) => void
  /** Runs when the dialog has closed after a decision on this document. */
  onDecided: (doc: PerformerDocument) => void
}

/** The review of one performer on the page of the performer; the review ends when its dialog closes. */
export function usePerformerReview(
  { performer, documents: current, onOpen, onDecided }: PerformerReview,
  start: Omit<OpenedCase, 'caseId'>,
): Review {
  const [state, dispatch] = useReducer(reviewReducer, noCase, (before) =>
    opened(before, { ...start, caseId: performer.id }),
  )
  const isOpen = useIsMounted()
  return useReview(
    {
      performer,
      current,
      documents: latest(state.pinned, current),
      onNote: () => {
        // Closes the viewer before the focus is moved, since an open viewer keeps the focus.
        flushSync(() => onOpen(null))
        document.querySelector<HTMLInputElement>('input[aria-label="管理者用メモ"]')?.focus()
      },
      onFinished: (doc) => {
        if (!isOpen()) return
        onOpen(null)
        onDecided(doc)
      },
    },
    state,
    dispatch,
  )
}

/** The versions on screen, with the decisions on them; a replacement does not change which version is on screen. */
function latest(
  pinned: readonly PerformerDocument[],
  current: readonly PerformerDocument[],
): readonly PerformerDocument[] {
  return pinned.map((doc) => current.find(({ id }) => id === doc.id) ?? doc)
}

function useIsMounted(): () => boolean {
  const mounted = useRef(false)
  useEffect(() => {
    mounted.current = true
    return () => {
      mounted.current = false
    }
  }, [])
  return () => mounted.current
}

import { type ReactNode, useReducer } from 'react'
import { noCase, opened, type ReviewEvent, reviewReducer } from '../review-state.ts'
import { type Review, ReviewContext, type Reviewed, useReview } from '../use-review.ts'

export type TestReviewProps = Pick<Reviewed, 'performer' | 'documents'> &
  Partial<Omit<Reviewed, 'performer' | 'documents'>> & {
    /** Called with every event, before the reducer. */
    onEvent?: (event: ReviewEvent) => void
    /** Replaces parts of the review. */
    changes?: Partial<Review>
    children: ReactNode | ((review: Review) => ReactNode)
  }

const nothing = () => {}

/** A review around `children`, as the pages keep it. */
export function TestReview({ onEvent = nothing, changes, children, ...reviewed }: TestReviewProps) {
  const { performer, documents } = reviewed
  const [state, dispatch] = useReducer(reviewReducer, noCase, (before) =>
    opened(before, { caseId: performer.id, documents }),
  )
  const review = useReview(
    { current: documents, onNote: nothing, onFinished: nothing, ...reviewed },
    state,
    (event) => {
      onEvent(event)
      dispatch(event)
    },
  )
  return (
    <ReviewContext value={{ ...review, ...changes }}>
      {typeof children === 'function' ? children(review) : children}
    </ReviewContext>
  )
}

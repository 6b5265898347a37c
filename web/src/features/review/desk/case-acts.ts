/** What the desk does around a case. */
export interface CaseActs {
  /** Absent if there is no other case. */
  readonly onNext: (() => void) | undefined
  readonly onPrevious: (() => void) | undefined
  /** Shows the queue of narrow windows. */
  readonly onQueue: () => void
  /** The approval of the last document is on its way. */
  readonly onSent: () => void
  /** The server did not accept an approval. */
  readonly onRefused: () => void
  /** Nothing is left to decide in this case. */
  readonly onFinished: () => void
  /** The last decision on this case was undone. */
  readonly onUndone?: () => void
}

import { minute } from '@kyc/contract/durations.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import { remember, remembered } from '../../ui/tab-memory.ts'
import { noCase, type ReviewState } from './review-state.ts'

type Kept = Pick<ReviewState, 'drafts' | 'seen' | 'born'> & {
  /** Milliseconds since the epoch. */
  readonly at: number
}

const memory = 'review'

/** Milliseconds: a claim without work expires after this time, and another account may then have the case. */
const valid = recordLimits.review.claimMinutes * minute

/** Keeps what the reviewer has entered and seen across a reload and a visit of other pages. */
export function keepReview({ drafts, seen, born }: Omit<Kept, 'at'>): void {
  remember<Kept>(memory, { drafts, seen, born, at: Date.now() })
}

/** The desk without a case, with what was kept since the last work. */
export function keptReview(): ReviewState {
  const kept = remembered<Kept>(memory)
  if (!kept || Date.now() - kept.at > valid) return noCase
  return { ...noCase, drafts: kept.drafts, seen: kept.seen, born: kept.born }
}

import { day } from '@kyc/contract/durations.ts'
import { recordLimits } from '@kyc/contract/record-limits.ts'
import type { ReviewCounts } from '@kyc/contract/review.ts'
import type { Actor } from '../access/actor.ts'
import type { Scope } from '../access/scope.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { countCases as count } from './cases-repository.ts'

/** The number of cases in the queue by age and state (D21), from counters and counted up to `recordLimits.review.counted`. */
export async function countCases(
  { clock, db }: Pick<DocumentServices, 'clock' | 'db'>,
  { actor, scope }: { actor: Actor; scope: Scope },
): Promise<ReviewCounts> {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  const counts = await count(db, { scope, now, actor, young: daysAgo(3), old: daysAgo(7) })
  const { waiting, young, middle, old } = counts
  const isBounded = (n: number) => n === recordLimits.review.counted
  // A single age that reached the bound has what the others leave of all.
  const rest = [young, middle, old].filter(isBounded).length === 1 ? waiting - young - middle - old : 0
  const whole = (n: number) => (isBounded(n) ? n + rest : n)
  return {
    waiting,
    underThreeDays: whole(young),
    threeToSixDays: whole(middle),
    sevenDaysOrMore: whole(old),
    resubmitted: counts.resubmitted,
    mine: counts.mine,
    claimedByOthers: counts.others,
    closed: counts.closed,
  }
}

import { day } from '@kyc/contract/durations.ts'
import type { ReviewCounts } from '@kyc/contract/review.ts'
import type { Actor } from '../access/actor.ts'
import type { Scope } from '../access/scope.ts'
import type { DocumentServices } from '../documents/document-services.ts'
import { countCases as count } from './cases-repository.ts'

/** The number of cases in the queue by age and state, each counted up to `recordLimits.review.counted`. */
export async function countCases(
  { clock, db }: Pick<DocumentServices, 'clock' | 'db'>,
  { actor, scope }: { actor: Actor; scope: Scope },
): Promise<ReviewCounts> {
  const now = clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * day)
  const counts = await count(db, { scope, now, actor, young: daysAgo(3), old: daysAgo(7) })
  return {
    waiting: counts.waiting,
    underThreeDays: counts.young,
    threeToSixDays: counts.middle,
    sevenDaysOrMore: counts.old,
    resubmitted: counts.resubmitted,
    mine: counts.mine,
    claimedByOthers: counts.others,
    closed: counts.closed,
  }
}

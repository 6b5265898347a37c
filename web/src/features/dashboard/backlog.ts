import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { paths } from '../../paths.ts'
import { waitedLabel } from '../performers/waited-label.ts'

type Bucket = DashboardCharts['backlog'][number]

export interface BacklogBar {
  readonly label: string
  readonly count: number
  /** The part of the queue with these days: on the desk of reviewers, otherwise in the list. */
  readonly href: string
  /** Percentage of the longest bar, 0 to 100. */
  readonly percent: number
  readonly tone: 'main' | 'warn' | 'late'
}

/** The backlog as bars, for reviewers or others, with tone `warn` from three days and `late` from seven. */
export function backlogBars(buckets: readonly Bucket[], isReviewer: boolean): BacklogBar[] {
  const longest = Math.max(1, ...buckets.map((bucket) => bucket.count))
  const queueOf = ({ fromDays, toDays }: Bucket) => {
    const waited = {
      waitedFrom: String(fromDays),
      waitedTo: toDays === null ? undefined : String(toDays),
    }
    return isReviewer ? paths.review(waited) : paths.performers({ waiting: 'true', ...waited })
  }
  return buckets.map((bucket) => ({
    label: waitedLabel(bucket.fromDays, bucket.toDays),
    href: queueOf(bucket),
    count: bucket.count,
    percent: (bucket.count / longest) * 100,
    tone: bucket.fromDays >= 7 ? 'late' : bucket.fromDays >= 3 ? 'warn' : 'main',
  }))
}

import type { DashboardCharts } from '@kyc/contract/dashboard.ts'
import { paths } from '../../paths.ts'
import { waitedLabel } from '../performers/waited-label.ts'

type Bucket = DashboardCharts['backlog'][number]

export interface BacklogBar {
  readonly label: string
  readonly count: number
  /** The queue of these days. */
  readonly href: string
  /** Percentage of the longest bar, 0 to 100. */
  readonly percent: number
  readonly tone: 'main' | 'warn' | 'late'
}

/** The backlog as bars, with tone `warn` from three days and `late` from seven. */
export function backlogBars(buckets: readonly Bucket[]): BacklogBar[] {
  const longest = Math.max(1, ...buckets.map((bucket) => bucket.count))
  return buckets.map((bucket) => ({
    label: waitedLabel(bucket.fromDays, bucket.toDays),
    href: paths.performers({
      waiting: 'true',
      waitedFrom: String(bucket.fromDays),
      waitedTo: bucket.toDays === null ? undefined : String(bucket.toDays),
    }),
    count: bucket.count,
    percent: (bucket.count / longest) * 100,
    tone: bucket.fromDays >= 7 ? 'late' : bucket.fromDays >= 3 ? 'warn' : 'main',
  }))
}

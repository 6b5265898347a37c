import type { DashboardCharts } from '@kyc/contract/dashboard.ts'

type Bucket = DashboardCharts['backlog'][number]

export interface BacklogBar {
  readonly label: string
  readonly count: number
  /** Percentage of the longest bar, 0 to 100. */
  readonly percent: number
  readonly tone: 'main' | 'warn' | 'late'
}

/** The backlog as bars, with tone `warn` from three days and `late` from seven. */
export function backlogBars(buckets: readonly Bucket[]): BacklogBar[] {
  const longest = Math.max(1, ...buckets.map((bucket) => bucket.count))
  return buckets.map((bucket) => ({
    label: bucketLabel(bucket),
    count: bucket.count,
    percent: (bucket.count / longest) * 100,
    tone: bucket.fromDays >= 7 ? 'late' : bucket.fromDays >= 3 ? 'warn' : 'main',
  }))
}

function bucketLabel({ fromDays, toDays }: Bucket): string {
  if (toDays === null) return `${fromDays}日以上`
  if (fromDays === toDays) return fromDays === 0 ? '当日' : `${fromDays}日`
  return `${fromDays}〜${toDays}日`
}

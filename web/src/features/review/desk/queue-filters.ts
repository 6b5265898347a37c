import { limits } from '@kyc/contract/limits.ts'
import type { ReviewCounts } from '@kyc/contract/review.ts'
import { paths, type ReviewSearch } from '../../../paths.ts'
import type { FilterChip } from '../../../ui/FilterChips.tsx'
import { formatCount } from '../../../ui/format.ts'

/** Ages by full days of waiting, with the end included. */
export const ages = {
  underThreeDays: { label: '3日未満', waitedTo: String(limits.longWaitDays - 1) },
  threeToSixDays: { label: '3〜6日', waitedFrom: String(limits.longWaitDays), waitedTo: '6' },
  sevenDaysOrMore: { label: '7日以上', waitedFrom: '7' },
} as const satisfies Partial<Record<keyof ReviewCounts, ReviewSearch & { label: string }>>

export type Age = keyof typeof ages

export const ageKeys = [
  'underThreeDays',
  'threeToSixDays',
  'sevenDaysOrMore',
] as const satisfies readonly Age[]

/** The age that the URL selects; undefined if it has no range of days, or one that is no age. */
export function ageOf({ waitedFrom, waitedTo }: ReviewSearch): Age | undefined {
  return ageKeys.find((key) => {
    const age: ReviewSearch = ages[key]
    return age.waitedFrom === waitedFrom && age.waitedTo === waitedTo
  })
}

/** The query with this age, or with none, on the first page. */
export function withAge(search: ReviewSearch, key: Age | undefined): ReviewSearch {
  const { waitedFrom: _from, waitedTo: _to, cursor: _page, ...others } = search
  if (!key) return others
  const { label: _label, ...range } = ages[key]
  return { ...others, ...range }
}

/** Whether the queue is limited, apart from the organisation, which has a chip of its own. */
export function isNarrowed({ idKind, waitedFrom, waitedTo, resubmitted, mine }: ReviewSearch): boolean {
  return [idKind, waitedFrom, waitedTo, resubmitted, mine].some((value) => value !== undefined)
}

/** The numbers of the queue; each is a link that limits the queue, or ends that limit. */
export function countChips(search: ReviewSearch, counts: ReviewCounts): FilterChip[] {
  const { resubmitted, mine, cursor: _page, ...others } = search
  const chosenAge = ageOf(search)
  return [
    ...ageKeys.map((key) => ({
      label: ages[key].label,
      href: paths.review(withAge(search, key === chosenAge ? undefined : key)),
      chosen: key === chosenAge,
      count: formatCount(counts[key]),
    })),
    {
      label: '再提出',
      href: paths.review({ ...others, mine, resubmitted: resubmitted ? undefined : 'true' }),
      chosen: resubmitted === 'true',
      count: formatCount(counts.resubmitted),
    },
    {
      label: '自分',
      href: paths.review({ ...others, resubmitted, mine: mine ? undefined : 'true' }),
      chosen: mine === 'true',
      count: formatCount(counts.mine),
    },
  ]
}

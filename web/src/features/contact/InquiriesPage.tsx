import { listInquiries } from '@kyc/contract/contact.ts'
import { inquiryStateLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import type { Page } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { pageQuery } from '../../api/queries.ts'
import { type InquiryListSearch, paths } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { Skeleton } from '../../ui/mantine/Skeleton.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { InquiriesEmpty, InquiriesLoading } from './InquiriesStates.tsx'
import { InquiryList } from './InquiryList.tsx'
import classes from './inquiries.module.css'

/** /inquiries (D43): messages of the contact form, for admins and above. */
export function InquiriesPage() {
  const { readsAll } = useSession()
  return readsAll ? <Inquiries /> : <Forbidden title="お問い合わせ対応" />
}

const filters = [
  { label: inquiryStateLabels.open, state: undefined },
  { label: inquiryStateLabels.answered, state: 'answered' },
  { label: 'すべて', state: 'all' },
] as const

/** The query of the list: open ones unless the page has a filter. */
function queryOf(state: InquiryListSearch['state']) {
  return { state: state === 'all' ? undefined : (state ?? 'open') }
}

function Inquiries() {
  const search = useSearch({ from: '/signed-in/inquiries' })
  const navigate = useNavigate({ from: '/inquiries' })
  const list = useQuery(pageQuery(listInquiries, { query: { ...search, ...queryOf(search.state) } }))
  const counts = useQueries({
    queries: filters.map(({ state }) => pageQuery(listInquiries, { query: { ...queryOf(state), limit: 1 } })),
  })
  const go = (cursor?: string, state: HistoryState = {}) =>
    void navigate({ search: { ...search, cursor }, state })
  return (
    <>
      <PageHeader
        title="お問い合わせ対応"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      />
      <FilterChips
        label="状態で絞り込む"
        chips={filters.map(({ label, state }, index) => ({
          label,
          href: paths.inquiries({ state }),
          chosen: search.state === state,
          count: countText(counts[index]),
        }))}
        className={classes.chips}
      />
      <KeysetList
        query={list}
        failure={{ title: 'お問い合わせの一覧を取得できませんでした', ...failedQuery(list, () => go()) }}
        loading={<InquiriesLoading />}
        empty={
          <InquiriesEmpty
            label={search.state === 'all' ? null : inquiryStateLabels[search.state ?? 'open']}
          />
        }
        cursor={search.cursor}
        size={`${limits.page.size}件`}
        onGo={go}
      >
        {(inquiries) => <InquiryList inquiries={inquiries} />}
      </KeysetList>
    </>
  )
}

function countText(count: UseQueryResult<Page<unknown>> | undefined) {
  if (count?.data) return formatTotal(count.data, '')
  return count?.isError ? '–' : <Skeleton width={20} height={12} />
}

import { listInquiries } from '@kyc/contract/contact.ts'
import { inquiryStateLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { callPaged } from '../../api/call.ts'
import { failedQuery } from '../../api/failed-query.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { paths } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { KeysetPages } from '../../ui/KeysetPages.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { InquiriesEmpty, InquiriesLoading } from './InquiriesStates.tsx'
import { InquiryList } from './InquiryList.tsx'
import classes from './inquiries.module.css'

/** /inquiries (D43): messages of the contact form, for admins and above. */
export function InquiriesPage() {
  const { isAdmin } = useSession()
  return isAdmin ? <Inquiries /> : <Forbidden title="お問い合わせ対応" />
}

const chips = [
  { label: 'すべて', state: undefined },
  { label: inquiryStateLabels.open, state: 'open' },
  { label: inquiryStateLabels.answered, state: 'answered' },
] as const

function Inquiries() {
  const search = useSearch({ from: '/signed-in/inquiries' })
  const navigate = useNavigate({ from: '/inquiries' })
  const list = useQuery({
    queryKey: queryKeys.inquiryList(search),
    queryFn: ({ signal }) => callPaged(listInquiries, { query: search, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <PageHeader
        title="お問い合わせ対応"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      />
      <FilterChips
        label="状態で絞り込む"
        chips={chips.map(({ label, state }) => ({
          label,
          href: paths.inquiries({ state }),
          chosen: search.state === state,
        }))}
        className={classes.chips}
      />
      <div className={frame.card} aria-busy={list.isPlaceholderData}>
        {list.isPending && <InquiriesLoading />}
        {list.isError && (
          <ErrorState
            title="お問い合わせの一覧を取得できませんでした"
            {...failedQuery(list, () => navigate({ search: { ...search, cursor: undefined } }))}
          />
        )}
        {list.data &&
          (list.data.items.length > 0 ? (
            <InquiryList inquiries={list.data.items} />
          ) : (
            <InquiriesEmpty filtered={search.state !== undefined} />
          ))}
      </div>
      {list.data && (
        <KeysetPages
          cursor={search.cursor}
          next={list.data.next}
          size={`${limits.page.size}件`}
          onGo={(cursor, state) => void navigate({ search: { ...search, cursor }, state })}
        />
      )}
    </>
  )
}

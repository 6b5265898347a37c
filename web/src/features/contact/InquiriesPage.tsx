import { listInquiries } from '@kyc/contract/contact.ts'
import { inquiryStateLabels } from '@kyc/contract/labels.ts'
import { limits } from '@kyc/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import { failedQuery } from '../../api/failed-query.ts'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { Forbidden } from '../../ui/Forbidden.tsx'
import { formatTotal } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
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
  const list = useQuery(pageQuery(listInquiries, { query: search }))
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
        chips={chips.map(({ label, state }) => ({
          label,
          href: paths.inquiries({ state }),
          chosen: search.state === state,
        }))}
        className={classes.chips}
      />
      <KeysetList
        query={list}
        failure={{ title: 'お問い合わせの一覧を取得できませんでした', ...failedQuery(list, () => go()) }}
        loading={<InquiriesLoading />}
        empty={<InquiriesEmpty filtered={search.state !== undefined} />}
        cursor={search.cursor}
        size={`${limits.page.size}件`}
        onGo={go}
      >
        {(inquiries) => <InquiryList inquiries={inquiries} />}
      </KeysetList>
    </>
  )
}

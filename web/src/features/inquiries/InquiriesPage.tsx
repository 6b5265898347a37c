import { listInquiries } from '@kyc/contract/contact.ts'
import { inquiryStateLabels } from '@kyc/contract/labels.ts'
import { Box } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { pageQuery } from '../../api/queries.ts'
import { type InquiryListSearch, paths } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState, NoMatch } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { QueryCount } from '../../ui/QueryCount.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { InquiryList } from './InquiryList.tsx'

/** /inquiries (D43): messages of the contact form, for admins and auditors. */
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
  const list = useQuery(pageQuery(listInquiries, { query: { ...search, ...queryOf(search.state) } }))
  return (
    <>
      <PageHeader
        title="お問い合わせ対応"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      />
      <Box mb="sm">
        <FilterChips
          label="状態で絞り込む"
          chips={filters.map(({ label, state }) => ({
            label,
            href: paths.inquiries({ state }),
            chosen: search.state === state,
            count: <InquiryCount state={state} />,
          }))}
        />
      </Box>
      <KeysetList
        query={list}
        failure="お問い合わせの一覧を取得できませんでした"
        loading={
          <div className={frame.card}>
            <TableSkeleton rows={6} columns={['1fr', '140px', '200px', '36px']} twoLines />
          </div>
        }
        empty={
          <InquiriesEmpty
            label={search.state === 'all' ? null : inquiryStateLabels[search.state ?? 'open']}
          />
        }
        unit="件"
      >
        {(inquiries) => <InquiryList inquiries={inquiries} />}
      </KeysetList>
    </>
  )
}

function InquiryCount({ state }: Pick<InquiryListSearch, 'state'>) {
  return <QueryCount query={useQuery(pageQuery(listInquiries, { query: { ...queryOf(state), limit: 1 } }))} />
}

/** @param label of the filter; null if the list has none */
function InquiriesEmpty({ label }: { label: string | null }) {
  if (label === null)
    return (
      <EmptyState icon={IconMessages} title="お問い合わせはまだありません">
        お問い合わせ画面から送られた内容が、ここに新しい順に並びます。
      </EmptyState>
    )
  return (
    <NoMatch
      icon={IconMessages}
      title={`${label}のお問い合わせはありません`}
      href={paths.inquiries({ state: 'all' })}
    >
      別の状態に切り替えてご確認ください。
    </NoMatch>
  )
}

import { subjectRequestStateLabels } from '@kyc/contract/subject-labels.ts'
import { listSubjectRequests } from '@kyc/contract/subjects.ts'
import { Box } from '@mantine/core'
import { IconUserQuestion } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { Forbidden } from '../../session/Forbidden.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { RequestList } from './RequestList.tsx'

const title = '開示等の請求'

/** /subject-requests: requests of data subjects, for admins; auditors read them. */
export function SubjectRequestsPage() {
  const { readsAll } = useSession()
  return readsAll ? <Requests /> : <Forbidden title={title} />
}

const filters = [
  { label: subjectRequestStateLabels.open, state: undefined },
  { label: '回答済み', state: 'answered' },
] as const

function Requests() {
  const search = useSearch({ from: '/signed-in/subject-requests' })
  const state = search.state === 'answered' ? 'answered' : undefined
  const list = useQuery(pageQuery(listSubjectRequests, { query: { cursor: search.cursor, state } }))
  return (
    <>
      <PageHeader
        title={title}
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      />
      <Box mb="sm">
        <FilterChips
          label="状態で絞り込む"
          chips={filters.map((filter) => ({
            label: filter.label,
            href: paths.subjectRequests({ state: filter.state }),
            chosen: filter.state === state,
          }))}
        />
      </Box>
      <KeysetList
        query={list}
        failure="請求の一覧を取得できませんでした"
        loading={
          <div className={frame.card}>
            <TableSkeleton rows={6} columns={['1fr', '140px', '200px', '36px']} twoLines />
          </div>
        }
        empty={
          <EmptyState
            icon={IconUserQuestion}
            title={state ? '回答済みの請求はありません' : '未回答の請求はありません'}
          >
            出演者ご本人からの開示、訂正、削除などの請求は、出演者の画面で記録します。
          </EmptyState>
        }
        unit="件"
      >
        {(requests) => <RequestList requests={requests} named />}
      </KeysetList>
    </>
  )
}

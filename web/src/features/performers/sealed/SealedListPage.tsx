import { limits } from '@kyc/contract/limits.ts'
import { listSealedPerformers } from '@kyc/contract/sealed-performers.ts'
import { Box } from '@mantine/core'
import { IconArchive } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { pageQuery } from '../../../api/queries.ts'
import { paths, type SealedListSearch } from '../../../paths.ts'
import { Forbidden } from '../../../session/Forbidden.tsx'
import { OrganisationChip } from '../../../session/OrganisationChip.tsx'
import { useOrganisationId } from '../../../session/use-organisations.ts'
import { useSession } from '../../../session/use-session.ts'
import { CountBadge } from '../../../ui/CountBadge.tsx'
import { EmptyState, NoMatch } from '../../../ui/EmptyState.tsx'
import { FilterChips } from '../../../ui/FilterChips.tsx'
import { formatTotal } from '../../../ui/format.ts'
import { KeysetList } from '../../../ui/KeysetList.tsx'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { PageHeader } from '../../../ui/PageHeader.tsx'
import { QueryCount } from '../../../ui/QueryCount.tsx'
import { SealedTable } from './SealedTable.tsx'

/** /sealed: the records of deleted performers, without anything about the person, for superadmins. */
export function SealedListPage() {
  const { isSuperadmin } = useSession()
  return isSuperadmin ? <SealedList /> : <Forbidden title="封印した記録" />
}

const filters = [
  { label: '保管中', filter: undefined },
  { label: `${limits.sealedEndingDays}日以内に期限`, filter: 'ending' },
  { label: '保全中', filter: 'held' },
  { label: '破棄の申請', filter: 'requested' },
  { label: '破棄済み', filter: 'destroyed' },
] as const

function SealedList() {
  const { filter, cursor } = useSearch({ from: '/signed-in/sealed' })
  const organisation = useOrganisationId()
  const list = useQuery(pageQuery(listSealedPerformers, { query: { filter, organisation, cursor } }))
  return (
    <>
      <PageHeader
        title="封印した記録"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      >
        削除した出演者の記録です。保存期限までは封印して保管し、その後に破棄します。
      </PageHeader>
      <OrganisationChip />
      <Filters filter={filter} organisation={organisation} />
      <KeysetList
        query={list}
        failure="封印した記録の一覧を取得できませんでした"
        narrowed={filter !== undefined}
        loading={
          <ListSkeleton
            head={<SealedTable records={[]} />}
            columns={['1fr', '200px', '184px', '148px']}
            rows={8}
            twoLines
            cardHeight={148}
          />
        }
        empty={<SealedEmpty narrowed={filter !== undefined || organisation !== undefined} />}
        plain
        unit="件"
      >
        {(records) => <SealedTable records={records} />}
      </KeysetList>
    </>
  )
}

type Narrowing = Pick<SealedListSearch, 'filter' | 'organisation'>

function Filters({ filter: chosen, organisation }: Narrowing) {
  const chips = filters.map(({ label, filter }) => ({
    label,
    href: paths.sealedRecords({ filter, organisation }),
    chosen: chosen === filter,
    count: <SealedCount filter={filter} organisation={organisation} />,
  }))
  return (
    <Box mb="sm">
      <FilterChips label="状態で絞り込む" chips={chips} />
    </Box>
  )
}

function SealedCount(query: Narrowing) {
  return <QueryCount query={useQuery(pageQuery(listSealedPerformers, { query: { ...query, limit: 1 } }))} />
}

function SealedEmpty({ narrowed }: { narrowed: boolean }) {
  if (!narrowed)
    return (
      <EmptyState icon={IconArchive} title="封印した記録はありません">
        出演者を削除すると、その記録が封印され、ここに並びます。
      </EmptyState>
    )
  return (
    <NoMatch icon={IconArchive} title="条件に合う記録はありません" href={paths.sealedRecords()}>
      別の絞り込みに切り替えてご確認ください。
    </NoMatch>
  )
}

import { listTakedowns } from '@kyc/contract/takedowns.ts'
import { Box } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { pageQuery } from '../../api/queries.ts'
import { paths, type TakedownListSearch } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState, NoMatch } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { QueryCount } from '../../ui/QueryCount.tsx'
import { TakedownTable } from './TakedownTable.tsx'

/** /takedowns (D108): the requests of one organisation, for admins of all, those first that are due first. */
export const TakedownListPage = ofOrganisation(Takedowns)

const filters = [
  { label: '未完了', state: undefined },
  { label: '完了・理由なし', state: 'closed' },
] as const

function Takedowns() {
  const search = useSearch({ from: '/signed-in/takedowns' })
  const { readsAll } = useSession()
  const list = useQuery(pageQuery(listTakedowns, { query: search }))
  const columns = ['1fr', '144px', '88px', '176px', '88px', ...(readsAll ? ['104px'] : []), '32px']
  return (
    <>
      <PageHeader
        title="公開停止の申し出"
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '件')}</CountBadge>}
      >
        申し出を受け付けると、作品とそこから作られた動画の公開をすぐに止めます。
      </PageHeader>
      <OrganisationChip />
      <Box mb="sm">
        <FilterChips
          label="状態で絞り込む"
          chips={filters.map(({ label, state }) => ({
            label,
            href: paths.takedowns({ state, organisation: search.organisation }),
            chosen: search.state === state,
            count: <TakedownCount state={state} organisation={search.organisation} />,
          }))}
        />
      </Box>
      <KeysetList
        query={list}
        failure="申し出の一覧を取得できませんでした"
        loading={
          <ListSkeleton
            head={<TakedownTable takedowns={[]} />}
            columns={columns}
            rows={6}
            twoLines
            cardHeight={156}
          />
        }
        empty={<Empty closed={search.state === 'closed'} />}
        plain
        unit="件"
      >
        {(takedowns) => <TakedownTable takedowns={takedowns} />}
      </KeysetList>
    </>
  )
}

function TakedownCount({ state, organisation }: Pick<TakedownListSearch, 'state' | 'organisation'>) {
  const query = { state, organisation, limit: 1 }
  return <QueryCount query={useQuery(pageQuery(listTakedowns, { query }))} />
}

function Empty({ closed }: { closed: boolean }) {
  if (closed)
    return (
      <NoMatch icon={IconHandStop} title="完了した申し出はありません" href={paths.takedowns()}>
        完了した申し出と、理由なしとして閉じた申し出が、新しい順に並びます。
      </NoMatch>
    )
  return (
    <EmptyState icon={IconHandStop} title="未完了の申し出はありません">
      出演者のページや公開フォームから届いた申し出が、ここに並びます。メールや手紙で届いた申し出は、動画の画面の「申し出を記録」から記録してください。
    </EmptyState>
  )
}

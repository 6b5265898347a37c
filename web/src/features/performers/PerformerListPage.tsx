import { Button } from '@mantine/core'
import '@mantine/core/styles/Button.css'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { failedQuery } from '../../api/failed-query.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { sameSearch, useSearchText } from '../../ui/kept-search.ts'
import { ListFailed } from '../../ui/ListFailed.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ListPages } from './ListPages.tsx'
import { ListEmpty, ListLoading } from './ListStates.tsx'
import { ListTools } from './ListTools.tsx'
import { isFiltered } from './list-filters.ts'
import { PerformerChips } from './PerformerChips.tsx'
import { PerformerTable } from './PerformerTable.tsx'
import { usePerformerCounts, usePerformerList } from './performer-queries.ts'

/** All performers, or one's own (spec §2, D2); what narrows the list stands in the address, save the search (D62). */
export function PerformerListPage() {
  const search = useSearch({ from: '/signed-in/performers' })
  const navigate = useNavigate({ from: '/performers' })
  const { isAdmin } = useSession()
  const text = useSearchText()
  const list = usePerformerList({ ...search, search: text || undefined })
  const counts = usePerformerCounts()
  const empty = list.data?.items.length === 0
  const filtered = isFiltered(search) || text !== ''
  const untouched = empty && !filtered
  return (
    <>
      <PageHeader
        title={isAdmin ? 'すべての出演者' : '自分の出演者'}
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '名')}</CountBadge>}
        actions={
          <Button
            component={AppLink}
            href={paths.addPerformer()}
            variant={untouched ? 'default' : 'filled'}
            leftSection={<IconPlus size={17} stroke={1.7} />}
          >
            出演者を登録
          </Button>
        }
      />
      {!untouched && (
        <>
          <ListTools search={search} text={text} />
          <PerformerChips search={search} counts={counts.data} failed={counts.isError} />
        </>
      )}
      {list.isPending && <ListLoading showOwner={isAdmin} />}
      {list.isError && (
        <ListFailed
          title="出演者情報の取得に失敗しました"
          narrowed
          {...failedQuery(list, () =>
            navigate({ search: { ...search, cursor: undefined }, state: sameSearch }),
          )}
        />
      )}
      {list.data && empty && <ListEmpty filtered={filtered} />}
      {list.data && !empty && (
        <>
          <div className={frame.card} data-plain aria-busy={list.isPlaceholderData}>
            <PerformerTable performers={list.data.items} showOwner={isAdmin} />
          </div>
          <ListPages search={search} next={list.data.next} />
        </>
      )}
    </>
  )
}

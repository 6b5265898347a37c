import { limits } from '@kyc/contract/limits.ts'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { failedQuery } from '../../api/failed-query.ts'
import { type PerformerListSearch, paths } from '../../paths.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { IconPlus } from '../../ui/icons.ts'
import { KeysetPages } from '../../ui/KeysetPages.tsx'
import { sameSearch, useSearchText } from '../../ui/kept-search.ts'
import { ListFailed } from '../../ui/ListFailed.tsx'
import { Button } from '../../ui/mantine/Button.ts'
import { Skeleton } from '../../ui/mantine/Skeleton.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ListEmpty, ListLoading } from './ListStates.tsx'
import { ListTools } from './ListTools.tsx'
import { filterChips, isFiltered, type PerformerCounts } from './list-filters.ts'
import classes from './PerformerListPage.module.css'
import { PerformerTable } from './PerformerTable.tsx'
import { usePerformerCounts, usePerformerList } from './performer-queries.ts'

/** All performers for admins, otherwise one's own (spec §2, D2). The URL excludes the search (D62). */
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
            leftSection={<IconPlus size={17} />}
          >
            出演者を登録
          </Button>
        }
      />
      {!untouched && (
        <>
          <ListTools search={search} text={text} />
          <StateChips search={search} counts={counts.data} failed={counts.isError} isAdmin={isAdmin} />
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
          <KeysetPages
            cursor={search.cursor}
            next={list.data.next}
            size={`${limits.page.size}名`}
            onGo={(cursor, state) => void navigate({ search: { ...search, cursor }, state })}
          />
        </>
      )}
    </>
  )
}

interface StateChipsProps {
  search: PerformerListSearch
  counts: PerformerCounts | undefined
  failed: boolean
  isAdmin: boolean
}

function StateChips({ search, counts, failed, isAdmin }: StateChipsProps) {
  const chips = filterChips(search, counts, isAdmin).map((chip) => ({
    label: chip.label,
    href: paths.performers(chip.search),
    chosen: chip.chosen,
    count: chip.count ?? (failed ? '–' : <Skeleton width={20} height={12} />),
  }))
  return <FilterChips label="状態で絞り込む" chips={chips} scroll className={classes.chips} />
}

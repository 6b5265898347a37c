import { limits } from '@kyc/contract/limits.ts'
import { countPerformers, listPerformers } from '@kyc/contract/performers.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type HistoryState, useNavigate, useSearch } from '@tanstack/react-router'
import { failedQuery } from '../../api/failed-query.ts'
import { callQuery, pageQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { useListTitle, useNamedOwner, useRegisterRefusal } from '../../session/use-organisations.ts'
import { useSession } from '../../session/use-session.ts'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { sameSearch, useSearchText } from '../../ui/kept-search.ts'
import { Skeleton } from '../../ui/mantine/Skeleton.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ListEmpty, ListLoading } from './ListStates.tsx'
import { ListTools } from './ListTools.tsx'
import { defaultSort, filterChips, isFiltered } from './list-filters.ts'
import classes from './PerformerListPage.module.css'
import { PerformerTable } from './PerformerTable.tsx'

const titles = { all: 'すべての出演者', own: '自分の出演者', what: '出演者' }

/** All performers for admins, otherwise those of one organisation (spec §2, D2, D67). The URL excludes the search (D62). */
export function PerformerListPage() {
  const search = useSearch({ from: '/signed-in/performers' })
  const navigate = useNavigate({ from: '/performers' })
  const { readsAll } = useSession()
  const title = useListTitle(titles)
  const owner = useNamedOwner()
  const refusal = useRegisterRefusal()
  const text = useSearchText()
  const list = useQuery(
    pageQuery(listPerformers, { query: { sort: defaultSort(search), ...search, search: text || undefined } }),
  )
  const counts = useQuery({
    ...callQuery(countPerformers, {
      query: { organisation: search.organisation, search: text || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const go = (cursor?: string, state: HistoryState | typeof sameSearch = sameSearch) =>
    void navigate({ search: { ...search, cursor }, state })
  const filtered = isFiltered(search) || text !== ''
  // While a search is being cleared, the data is still that of the search.
  const untouched = list.data?.items.length === 0 && !list.isPlaceholderData && !filtered
  const chips = filterChips(search, counts.data, { readsAll, searching: text !== '' }).map((chip) => ({
    ...chip,
    count: chip.count ?? (counts.isError ? '–' : <Skeleton width={20} height={12} />),
  }))
  return (
    <>
      <PageHeader
        title={title}
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '名')}</CountBadge>}
        actions={
          <GuardedButton
            href={paths.addPerformer()}
            refusal={refusal}
            variant={untouched ? 'default' : 'filled'}
            leftSection={<IconPlus size={17} />}
          >
            出演者を登録
          </GuardedButton>
        }
      />
      <OrganisationChip />
      {!untouched && (
        <>
          <ListTools search={search} text={text} />
          <FilterChips label="状態で絞り込む" chips={chips} scroll className={classes.chips} />
        </>
      )}
      <KeysetList
        query={list}
        failure={{ title: '出演者情報の取得に失敗しました', ...failedQuery(list, () => go()) }}
        narrowed
        loading={<ListLoading owner={owner} />}
        empty={<ListEmpty filtered={filtered} refusal={refusal} />}
        plain
        cursor={search.cursor}
        size={`${limits.page.size}名`}
        onGo={go}
      >
        {(performers) => <PerformerTable performers={performers} owner={owner} />}
      </KeysetList>
    </>
  )
}

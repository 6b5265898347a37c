import { countPerformers, listPerformers } from '@kyc/contract/performers.ts'
import { Box, Button, Group, NativeSelect, Skeleton, Text } from '@mantine/core'
import { IconArrowsSort, IconFileSearch, IconPlus, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { callQuery, pageQuery } from '../../api/queries.ts'
import { type PerformerListSearch, paths } from '../../paths.ts'
import { OrganisationChip } from '../../session/OrganisationChip.tsx'
import { ofOrganisation } from '../../session/OrganisationGate.tsx'
import { useListTitle, useNamedOwner, useRegisterRefusal } from '../../session/use-organisations.ts'
import { useSession } from '../../session/use-session.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { EmptyState, NoMatch } from '../../ui/EmptyState.tsx'
import { FilterChips } from '../../ui/FilterChips.tsx'
import { formatTotal } from '../../ui/format.ts'
import frame from '../../ui/frame.module.css'
import { GuardedButton } from '../../ui/GuardedButton.tsx'
import { KeysetList } from '../../ui/KeysetList.tsx'
import { sameSearch, useSearchText } from '../../ui/kept-search.ts'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { OffersSection } from '../reliances/OffersSection.tsx'
import { ListActions } from './ListActions.tsx'
import { type ListColumn, personalOf, useListColumns } from './list-columns.ts'
import { defaultSort, filterChips, isFiltered, offeredSorts } from './list-filters.ts'
import { PerformerTable, type PerformerTableProps } from './PerformerTable.tsx'
import { SavedFilters } from './SavedFilters.tsx'

const titles = { all: 'すべての出演者', own: '自分の出演者', what: '出演者' }

/** All performers for admins, otherwise those of one organisation (D2, D67). The URL excludes the search (D62). */
export const PerformerListPage = ofOrganisation(PerformerList)

function PerformerList() {
  const search = useSearch({ from: '/signed-in/performers' })
  const { isAdmin, readsAll } = useSession()
  const reviewing = isAdmin && (search.waiting === 'true' || search.status === 'pending')
  const title = useListTitle(titles)
  const owner = useNamedOwner()
  const refusal = useRegisterRefusal()
  const text = useSearchText()
  const { columns, setColumns } = useListColumns()
  const list = useQuery(
    pageQuery(listPerformers, {
      query: {
        sort: defaultSort(search),
        ...search,
        search: text || undefined,
        columns: personalOf(columns),
      },
    }),
  )
  const counts = useQuery({
    ...callQuery(countPerformers, {
      query: { organisation: search.organisation, search: text || undefined },
    }),
    placeholderData: keepPreviousData,
  })
  const filtered = isFiltered(search) || text !== ''
  // While a search is being cleared, the data is still its result, which may be empty although performers exist.
  const untouched = list.data?.items.length === 0 && !list.isPlaceholderData && !filtered
  const chips = filterChips(search, counts.data, { readsAll }).map((chip) => ({
    ...chip,
    count: chip.count ?? (counts.isError ? '–' : <Skeleton width={20} height={12} />),
  }))
  return (
    <>
      <PageHeader
        title={title}
        badge={list.data && <CountBadge announced>{formatTotal(list.data, '名')}</CountBadge>}
        actions={
          <>
            {reviewing && (
              <Button
                component={AppLink}
                href={paths.review({ waitedFrom: search.waitedFrom, waitedTo: search.waitedTo })}
                leftSection={<IconFileSearch size={17} />}
              >
                審査をはじめる
              </Button>
            )}
            <GuardedButton
              href={paths.addPerformer()}
              refusal={refusal}
              refusalId="register-refusal"
              variant={untouched || reviewing ? 'default' : 'filled'}
              leftSection={<IconPlus size={17} />}
            >
              出演者を登録
            </GuardedButton>
            {!untouched && (
              <ListActions search={search} text={text} columns={columns} onChange={setColumns} />
            )}
          </>
        }
      >
        {refusal && <span id="register-refusal">{refusal}</span>}
      </PageHeader>
      <OrganisationChip />
      <OffersSection organisation={search.organisation} refused={refusal !== undefined} />
      {!untouched && (
        <>
          <ListTools search={search} />
          <Box mb="sm">
            <FilterChips label="状態で絞り込む" chips={chips} scroll />
          </Box>
        </>
      )}
      <KeysetList
        query={list}
        failure="出演者情報の取得に失敗しました"
        narrowed
        loading={<ListLoading owner={owner} columns={columns} />}
        empty={<ListEmpty filtered={filtered} refusal={refusal} />}
        plain
        unit="名"
      >
        {(performers) => <PerformerTable performers={performers} owner={owner} columns={columns} />}
      </KeysetList>
    </>
  )
}

function ListEmpty({ filtered, refusal }: { filtered: boolean; refusal: string | undefined }) {
  if (filtered)
    return (
      <NoMatch title="条件に合う出演者がいません" href={paths.performers()}>
        検索語を短くするか、絞り込みを解除してください。
      </NoMatch>
    )
  return (
    <EmptyState
      icon={IconUsers}
      title="出演者がいません"
      action={
        <>
          <GuardedButton href={paths.addPerformer()} refusal={refusal} leftSection={<IconPlus size={17} />}>
            出演者を登録
          </GuardedButton>
          <Text size="xs" c="dimmed" mt="sm">
            ご用意いただくもの：出演同意書（PDF・PNG・JPG）、身分証明書の画像、本人写真
          </Text>
        </>
      }
    >
      氏名と本人確認書類を登録すると、ここに表示されます。
      <br />
      登録した書類は管理者が審査し、結果をメールでお知らせします。
    </EmptyState>
  )
}

const skeletonWidths: Partial<Record<ListColumn, string>> = {
  state: '108px',
  idKind: '168px',
  owner: '104px',
}

function ListLoading({ owner, columns }: Pick<PerformerTableProps, 'owner' | 'columns'>) {
  const shown = columns.filter((column) => column !== 'owner' || owner)
  return (
    <ListSkeleton
      head={<PerformerTable performers={[]} owner={owner} columns={columns} />}
      columns={['196px', ...shown.map((column) => skeletonWidths[column] ?? '1fr'), '32px']}
      rows={9}
      twoLines
      cardHeight={124}
    />
  )
}

/** Search and sort order of the list; a change of either leads to the first page. */
function ListTools({ search }: { search: PerformerListSearch }) {
  const navigate = useNavigate({ from: '/performers' })
  const sortBy = (sort: PerformerListSearch['sort']) =>
    navigate({ search: { ...search, cursor: undefined, sort }, state: sameSearch, replace: true })
  return (
    <div className={frame.tools} data-strip>
      <SearchField label="出演者を検索" placeholder="氏名・別名・かな・ローマ字・外部IDで検索" />
      <Group gap="xs">
        <SavedFilters search={search} />
        <NativeSelect
          w={180}
          aria-label="並び順"
          leftSection={<IconArrowsSort size={17} aria-hidden />}
          data={offeredSorts(search)}
          value={search.sort ?? defaultSort(search)}
          onChange={(event) => sortBy(sortOf(event.currentTarget.value, search))}
        />
      </Group>
    </div>
  )
}

/** Omits the default order from the URL. */
function sortOf(chosen: string, search: PerformerListSearch) {
  return offeredSorts(search).find(({ value }) => value === chosen && value !== defaultSort(search))?.value
}

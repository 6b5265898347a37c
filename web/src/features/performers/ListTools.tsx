import type { PerformerSort } from '@kyc/contract/performers.ts'
import { performerSorts } from '@kyc/contract/performers.ts'
import { type HistoryState, useNavigate } from '@tanstack/react-router'
import type { PerformerListSearch } from '../../paths.ts'
import frame from '../../ui/frame.module.css'
import { IconArrowsSort } from '../../ui/icons.ts'
import { sameSearch, searchState } from '../../ui/kept-search.ts'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { defaultSort, sortLabels } from './list-filters.ts'
import classes from './PerformerListPage.module.css'

/** Search and sort order of the list; a change of either leads to the first page. */
export function ListTools({ search, text }: { search: PerformerListSearch; text: string }) {
  const navigate = useNavigate({ from: '/performers' })
  const change = (part: PerformerListSearch, state: HistoryState | typeof sameSearch) =>
    navigate({ search: { ...search, cursor: undefined, ...part }, state, replace: true })
  return (
    <div className={frame.tools}>
      <SearchField
        label="出演者を検索"
        placeholder="氏名・ローマ字・外部IDで検索"
        value={text}
        onSearch={(next) => change({}, searchState(next))}
      />
      <NativeSelect
        className={classes.sort}
        aria-label="並び順"
        leftSection={<IconArrowsSort size={17} aria-hidden />}
        data={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
        value={search.sort ?? defaultSort}
        onChange={(event) => change({ sort: sortOf(event.currentTarget.value) }, sameSearch)}
      />
    </div>
  )
}

/** Omits the default order from the URL. */
function sortOf(value: string): PerformerSort | undefined {
  return performerSorts.find((sort) => sort === value && sort !== defaultSort)
}

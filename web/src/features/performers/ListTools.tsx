import { useNavigate } from '@tanstack/react-router'
import type { PerformerListSearch } from '../../paths.ts'
import frame from '../../ui/frame.module.css'
import { IconArrowsSort } from '../../ui/icons.ts'
import { sameSearch } from '../../ui/kept-search.ts'
import { NativeSelect } from '../../ui/mantine/NativeSelect.ts'
import { SearchField } from '../../ui/SearchField.tsx'
import { defaultSort, offeredSorts } from './list-filters.ts'
import classes from './PerformerListPage.module.css'

/** Search and sort order of the list; a change of either leads to the first page. */
export function ListTools({ search }: { search: PerformerListSearch }) {
  const navigate = useNavigate({ from: '/performers' })
  const sortBy = (sort: PerformerListSearch['sort']) =>
    navigate({ search: { ...search, cursor: undefined, sort }, state: sameSearch, replace: true })
  return (
    <div className={frame.tools}>
      <SearchField label="出演者を検索" placeholder="氏名・かな・ローマ字・外部IDで検索" />
      <NativeSelect
        className={classes.sort}
        aria-label="並び順"
        leftSection={<IconArrowsSort size={17} aria-hidden />}
        data={offeredSorts(search)}
        value={search.sort ?? defaultSort(search)}
        onChange={(event) => sortBy(sortOf(event.currentTarget.value, search))}
      />
    </div>
  )
}

/** Omits the default order from the URL. */
function sortOf(chosen: string, search: PerformerListSearch) {
  return offeredSorts(search).find(({ value }) => value === chosen && value !== defaultSort(search))?.value
}

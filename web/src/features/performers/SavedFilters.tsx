import { getSavedFilters, type SavedFilter } from '@kyc/contract/saved-filters.ts'
import { IconFilter, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { callQuery } from '../../api/queries.ts'
import type { PerformerListSearch } from '../../paths.ts'
import { ActionMenu } from '../../ui/ActionMenu.tsx'
import { conditionOf } from './list-filters.ts'
import { SavedFiltersDialog } from './SavedFiltersDialog.tsx'

/** The filters that the account has saved; choosing one replaces the current filter and clears the search. */
export function SavedFilters({ search }: { search: PerformerListSearch }) {
  const navigate = useNavigate({ from: '/performers' })
  const [editing, setEditing] = useState(false)
  const saved = useQuery(callQuery(getSavedFilters))
  const filters = saved.data?.filters ?? []
  const current = JSON.stringify(conditionOf(search))
  const open = ({ search: chosen }: SavedFilter) =>
    void navigate({ search: { organisation: search.organisation, ...chosen } })
  return (
    <>
      <ActionMenu
        label="保存した条件"
        title="保存した条件"
        face="保存した条件"
        actions={[
          ...filters.map((filter) => ({
            label: filter.name,
            icon: IconFilter,
            current: JSON.stringify(conditionOf(filter.search)) === current,
            onSelect: () => open(filter),
          })),
          {
            label: '条件を保存・削除',
            icon: IconPencil,
            disabled: !saved.data,
            onSelect: () => setEditing(true),
          },
        ]}
      />
      {editing && <SavedFiltersDialog search={search} filters={filters} onClose={() => setEditing(false)} />}
    </>
  )
}

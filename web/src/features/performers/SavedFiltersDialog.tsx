import { recordLimits } from '@kyc/contract/record-limits.ts'
import { getSavedFilters, type SavedFilter, saveFilters } from '@kyc/contract/saved-filters.ts'
import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { failureText } from '../../api/failure-text.ts'
import { callQuery } from '../../api/queries.ts'
import type { PerformerListSearch } from '../../paths.ts'
import { Alert } from '../../ui/Alert.tsx'
import { FormDialog } from '../../ui/FormDialog.tsx'
import { RuledList } from '../../ui/RuledList.tsx'
import { showToast } from '../../ui/toast.ts'
import { useFormCall } from '../../ui/use-form-call.ts'
import { conditionOf, conditionText } from './list-filters.ts'

export interface SavedFiltersDialogProps {
  search: PerformerListSearch
  filters: readonly SavedFilter[]
  onClose: () => void
}

/** Saves the current filter, named by its conditions unless the account types another name, and deletes saved ones. */
export function SavedFiltersDialog({ search, filters, onClose }: SavedFiltersDialogProps) {
  const queries = useQueryClient()
  // The call replaces all filters, and another tab may have saved one since this page fetched them.
  const replace = async (change: (stored: readonly SavedFilter[]) => SavedFilter[]) => {
    const stored = await queries.query({ ...callQuery(getSavedFilters), staleTime: 0 })
    const reply = await call(saveFilters, { body: { filters: change(stored.filters) } })
    queries.setQueryData(callQuery(getSavedFilters).queryKey, reply)
    return reply
  }
  const form = useFormCall({
    initial: { name: freeName(conditionText(search), filters) },
    schema: saveFilters.body,
    body: ({ name }) => ({ filters: [...filters, { name, search: conditionOf(search) }] }),
    call: ({ filters: entered }) => replace((stored) => [...stored, ...entered.slice(-1)]),
    onDone: ({ filters: saved }) => {
      onClose()
      showToast(`「${saved.at(-1)?.name}」を保存しました。「保存した条件」から開けます。`)
    },
  })
  const deletion = useMutation({
    mutationFn: (name: string) => replace((stored) => stored.filter((filter) => filter.name !== name)),
  })
  const full = filters.length >= recordLimits.savedFilters.count
  return (
    <FormDialog
      title="条件を保存・削除"
      submit="保存"
      disabledReason={full ? `保存できる条件は${recordLimits.savedFilters.count}件までです。` : undefined}
      state={form}
      onClose={onClose}
    >
      <TextInput
        label="保存する名前"
        description={`${conditionText(search)}。検索語は保存されません。`}
        maxLength={recordLimits.savedFilters.nameChars}
        disabled={full}
        data-autofocus
        {...form.field('name')}
      />
      {deletion.error && <Alert>{failureText(deletion.error)}</Alert>}
      {filters.length > 0 && (
        <RuledList aria-label="保存した条件">
          {filters.map((filter) => (
            <Group component="li" key={filter.name} gap="xs" justify="space-between" wrap="nowrap">
              <div>
                {filter.name}
                <Text size="xs" c="dimmed">
                  {conditionText(filter.search)}
                </Text>
              </div>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={`${filter.name}を削除`}
                title="削除"
                disabled={deletion.isPending}
                onClick={() => deletion.mutate(filter.name)}
              >
                <IconTrash size={18} />
              </ActionIcon>
            </Group>
          ))}
        </RuledList>
      )}
    </FormDialog>
  )
}

/** The name, numbered if a saved filter has it already. */
function freeName(text: string, filters: readonly SavedFilter[]): string {
  const taken = filters.map(({ name }) => name)
  const short = (end: string) => text.slice(0, recordLimits.savedFilters.nameChars - end.length) + end
  const ends = ['', ...taken.map((_, index) => `（${index + 2}）`)]
  return ends.map(short).find((name) => !taken.includes(name)) ?? ''
}

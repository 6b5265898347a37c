import { limits } from '@kyc/contract/limits.ts'
import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { FieldLabel } from '../../ui/FieldBadge.tsx'
import type { KnownNames } from './audit-filter.ts'
import type { MatchGroup } from './use-matches.ts'

export interface LookupFieldProps extends Pick<SelectProps, 'size' | 'error'> {
  label: string
  placeholder: string
  /** The selected id. */
  value: string | undefined
  names: KnownNames
  useMatches: (text: string) => readonly MatchGroup[]
  required?: boolean
  /** The name is absent if the id was typed. */
  onSelect: (id: string | undefined, name?: string) => void
}

/** Selects a record or account by its name or address, or by its id. */
export function LookupField(props: LookupFieldProps) {
  const { label, placeholder, value, names, useMatches, onSelect, required = false, ...field } = props
  const [text, setText] = useState('')
  const selected = value && { value, label: names[value] ?? value }
  const groups = useMatches(selected && text === selected.label ? '' : text)
  const found = groups
    .map((group) => ({
      group: group.label,
      items: group.matches
        .filter(({ id }) => id !== value)
        .map(({ id, name, note }) => ({ value: id, label: note ? `${name}（${note}）` : name })),
    }))
    .filter(({ items }) => items.length > 0)
  const search = (typed: string) => {
    setText(typed)
    if (isIdText(typed)) onSelect(typed.trim())
  }
  const select = (id: string | null) =>
    onSelect(id ?? undefined, groups.flatMap(({ matches }) => matches).find((match) => match.id === id)?.name)
  return (
    <Select
      {...field}
      label={required ? <FieldLabel kind="required">{label}</FieldLabel> : label}
      aria-label={required ? label : undefined}
      aria-required={required || undefined}
      placeholder={placeholder}
      maxLength={limits.searchChars}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': `${label}の選択を解除` }}
      data={selected ? [selected, ...found] : found}
      // Keeps all options, since `useMatches` has filtered them already.
      filter={({ options }) => options}
      value={value ?? null}
      searchValue={text}
      onSearchChange={search}
      onChange={select}
      nothingFoundMessage={text.trim() === '' ? undefined : '見つかりません'}
    />
  )
}

/** Whether the text is the id of a record or account; the id of a document has a suffix. */
function isIdText(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\/[\w-]+)*$/i.test(text.trim())
}

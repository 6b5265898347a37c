import type { PerformerSort } from '@kyc/contract/performers.ts'
import { performerSorts } from '@kyc/contract/performers.ts'
import { CloseButton, Kbd, NativeSelect, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Kbd.css'
import { useDebouncedCallback } from '@mantine/hooks'
import IconArrowsSort from '@tabler/icons-react/dist/esm/icons/IconArrowsSort.mjs'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { PerformerListSearch } from '../../paths.ts'
import { useKey } from '../../ui/use-key.ts'
import { sortLabels } from './list-filters.ts'
import classes from './PerformerListPage.module.css'

/** Search and order of the list; both start again at the first page. */
export function ListTools({ search }: { search: PerformerListSearch }) {
  const navigate = useNavigate({ from: '/performers' })
  const change = (part: PerformerListSearch) =>
    navigate({ search: { ...search, cursor: undefined, ...part }, replace: true })
  return (
    <div className={classes.tools}>
      <SearchField value={search.search ?? ''} onSearch={(text) => change({ search: text || undefined })} />
      <NativeSelect
        className={classes.sort}
        aria-label="並び順"
        leftSection={<IconArrowsSort size={17} stroke={1.7} aria-hidden />}
        data={Object.entries(sortLabels).map(([value, label]) => ({ value, label }))}
        value={search.sort ?? performerSorts[0]}
        onChange={(event) => change({ sort: sortOf(event.currentTarget.value) })}
      />
    </div>
  )
}

/** The default order stays out of the address. */
function sortOf(value: string): PerformerSort | undefined {
  return performerSorts.find((sort) => sort === value && sort !== performerSorts[0])
}

const searchDelay = 300

function SearchField({ value, onSearch }: { value: string; onSearch: (text: string) => void }) {
  const [text, setText] = useState(value)
  const asked = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  useKey(
    '/',
    useCallback(() => input.current?.focus(), []),
  )
  // The address may change without this field: back, forward, a link.
  useEffect(() => {
    if (value === asked.current) return
    asked.current = value
    setText(value)
  }, [value])
  const ask = useDebouncedCallback((wanted: string) => {
    asked.current = wanted.trim()
    onSearch(wanted.trim())
  }, searchDelay)
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      role="searchbox"
      aria-label="出演者を検索"
      placeholder="氏名・ローマ字・外部IDで検索"
      maxLength={200}
      leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd className={classes.slash} aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton
            aria-label="検索語を消す"
            onClick={() => {
              setText('')
              ask('')
              input.current?.focus()
            }}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        // While kana are being turned into kanji, half a word is no search.
        if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing))
          ask(event.currentTarget.value)
      }}
      onCompositionEnd={(event) => ask(event.currentTarget.value)}
    />
  )
}

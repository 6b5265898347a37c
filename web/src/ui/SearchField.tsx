import { limits } from '@kyc/contract/limits.ts'
import { CloseButton, Kbd, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { searchState, useSearchText } from './kept-search.ts'
import classes from './SearchField.module.css'
import { useKey } from './use-key.ts'

export interface SearchFieldProps {
  /** For screen readers, such as 出演者を検索. */
  label: string
  placeholder: string
}

const searchDelay = 300

/** The search field of a list. Searches while typing, from the first page; `/` focuses it. */
export function SearchField({ label, placeholder }: SearchFieldProps) {
  const value = useSearchText()
  const [text, setText] = useState(value)
  const searched = useRef(value)
  const input = useRef<HTMLInputElement>(null)
  useKey(
    '/',
    useCallback(() => input.current?.focus(), []),
  )
  // The search may change by back, forward or a link.
  useEffect(() => {
    if (value === searched.current) return
    searched.current = value
    setText(value)
  }, [value])
  const router = useRouter()
  const [here] = useState(router.state.location.pathname)
  const search = useDebouncedCallback((entered: string) => {
    // A search now would cancel a navigation that started during the delay.
    if (router.state.location.pathname !== here) return
    searched.current = entered.trim()
    void router.navigate({
      to: '.',
      // The router types the query by route; every list has a cursor.
      search: ((search: object) => ({ ...search, cursor: undefined })) as never,
      state: searchState(entered.trim()),
      replace: true,
    })
  }, searchDelay)
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      role="searchbox"
      autoComplete="off" // names stay out of the form history (D62)
      aria-label={label}
      placeholder={placeholder}
      maxLength={limits.searchChars}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        text === '' ? (
          <Kbd visibleFrom="sm" aria-hidden>
            /
          </Kbd>
        ) : (
          <CloseButton
            aria-label="検索語を消す"
            onClick={() => {
              setText('')
              search('')
              input.current?.focus()
            }}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        // Does not search during an input method composition.
        if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing))
          search(event.currentTarget.value)
      }}
      onCompositionEnd={(event) => search(event.currentTarget.value)}
    />
  )
}

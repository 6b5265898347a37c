import { limits } from '@kyc/contract/limits.ts'
import { CloseButton, Kbd, TextInput } from '@mantine/core'
import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Kbd.css'
import { useDebouncedCallback } from '@mantine/hooks'
import IconSearch from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs'
import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import classes from './SearchField.module.css'
import { useKey } from './use-key.ts'

export interface SearchFieldProps {
  /** What the address says. */
  value: string
  /** Called with the trimmed text once typing pauses. */
  onSearch: (text: string) => void
  /** For screen readers, such as 出演者を検索. */
  label: string
  placeholder: string
}

const searchDelay = 300

/** The search of a list: filters at once, and `/` leads to it. */
export function SearchField({ value, onSearch, label, placeholder }: SearchFieldProps) {
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
  const router = useRouter()
  const [here] = useState(router.state.location.pathname)
  const ask = useDebouncedCallback((wanted: string) => {
    // A link was followed while typing paused: a search now would cancel that navigation.
    if (router.state.location.pathname !== here) return
    asked.current = wanted.trim()
    onSearch(wanted.trim())
  }, searchDelay)
  return (
    <TextInput
      ref={input}
      className={classes.search}
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      maxLength={limits.searchChars}
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
